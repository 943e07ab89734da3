import {decodePng} from '../../src/screen/picture/raster/decode-png.ts';

export interface CellDifference {
  readonly row: number;
  readonly col: number;
  /** Of the mean colours of the cell, the largest of red, green and blue: 0 to 255. */
  readonly mean: number;
  /** Of the colours that most of its pixels have, likewise; 0 where no colour has half of them. */
  readonly paper: number;
}

const [WIDTH, HEIGHT] = [9, 18];

/** Two pictures of one screen, cell by cell. Throws when they have not the same size. */
export function compareCells(one: Uint8Array, other: Uint8Array): readonly CellDifference[] {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`one picture has ${a.width} by ${a.height} pixels, the other ${b.width} by ${b.height}`);
  const [cols, rows] = [Math.floor(a.width / WIDTH), Math.floor(a.height / HEIGHT)];
  return Array.from({length: cols * rows}, (_, at) => {
    const [row, col] = [Math.floor(at / cols), at % cols];
    const [here, there] = [cellOf(a, row, col), cellOf(b, row, col)];
    return {row, col, mean: distance(here.mean, there.mean), paper: paperDistance(here.paper, there.paper)};
  });
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly words: Uint32Array;
}

type Colour = readonly [number, number, number];

function wordsOf(png: Uint8Array): Pixels {
  const bitmap = decodePng(png);
  if (!bitmap) throw new Error('this is no PNG');
  const {width, height, rgba} = bitmap;
  return {width, height, words: new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)};
}

function cellOf({width, words}: Pixels, row: number, col: number): {mean: Colour; paper: Colour | null} {
  const counts = new Map<number, number>();
  const sums: [number, number, number] = [0, 0, 0];
  for (let y = row * HEIGHT; y < (row + 1) * HEIGHT; y++) {
    for (let x = col * WIDTH; x < (col + 1) * WIDTH; x++) {
      const word = words[y * width + x] ?? 0;
      counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const channel of [0, 1, 2] as const) sums[channel] += (word >> (8 * channel)) & 255;
    }
  }
  const size = WIDTH * HEIGHT;
  const [common = 0, count = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const mean: Colour = [sums[0] / size, sums[1] / size, sums[2] / size];
  return {mean, paper: count * 2 >= size ? [common & 255, (common >> 8) & 255, (common >> 16) & 255] : null};
}

function distance(a: Colour, b: Colour): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}

function paperDistance(a: Colour | null, b: Colour | null): number {
  return a && b ? distance(a, b) : 0;
}
