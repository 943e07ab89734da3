/** For tests: what programs print, drawn. */

import {ScreenPool} from '../../screen-pool.ts';
import type {ScreenGrid} from '../grid/screen-grid.ts';
import {makePicture} from '../make-picture.ts';
import {Painter} from '../painter.ts';
import type {Picture, PictureOrder} from '../picture-messages.ts';
import {Canvas} from '../raster/canvas.ts';
import {decodePng} from '../raster/decode-png.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** The screen after this output. */
export async function gridOf(output: string, {cols, rows}: Size = {cols: 20, rows: 3}): Promise<ScreenGrid> {
  await using pool = new ScreenPool();
  const screen = pool.createScreen({cols, rows});
  screen.feed(Buffer.from(output));
  return await screen.grid();
}

const painter = new Painter();

export async function pictureOf(
  output: string,
  {size, ...order}: Partial<PictureOrder> & {readonly size?: Size} = {},
): Promise<Picture> {
  const grid = await gridOf(output, size);
  return makePicture({grid, format: 'png', theme: 'dark', scale: 1, ...order}, painter);
}

export async function textOf(output: string, order: Partial<PictureOrder> & {readonly size?: Size}): Promise<string> {
  return Buffer.from((await pictureOf(output, order)).bytes).toString('utf8');
}

/** The pixels of a PNG picture, with a look at single cells. */
export class Pixels {
  readonly canvas: Canvas;

  constructor(png: Uint8Array) {
    const bitmap = decodePng(png);
    if (!bitmap) throw new Error('this is no PNG');
    this.canvas = new Canvas(bitmap.width, bitmap.height, 0);
    for (let at = 0; at < this.canvas.pixels.length; at++) {
      const [red = 0, green = 0, blue = 0] = bitmap.rgba.subarray(at * 4, at * 4 + 3);
      this.canvas.pixels[at] = (red << 16) | (green << 8) | blue;
    }
  }

  at(x: number, y: number): number {
    return this.canvas.pixels[y * this.canvas.width + x] ?? -1;
  }

  /** Every colour in a cell of 9 by 18 pixels, and how many of its pixels have it. */
  cell(row: number, col: number): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (let y = row * 18; y < row * 18 + 18; y++) {
      for (let x = col * 9; x < col * 9 + 9; x++) counts.set(this.at(x, y), (counts.get(this.at(x, y)) ?? 0) + 1);
    }
    return counts;
  }

  /** Pixels of the cell that are not its background. */
  ink(row: number, col: number, background = 0x161616): number {
    return 162 - (this.cell(row, col).get(background) ?? 0);
  }
}
