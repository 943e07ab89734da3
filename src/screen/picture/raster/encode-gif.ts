/** Writes animated GIF (https://www.w3.org/Graphics/GIF/spec-gif89a.txt): of each picture only what differs from the one before. */
import type {Canvas} from './canvas.ts';
import {compressLzw} from './compress-lzw.ts';
import {type Indexed, toIndexed} from './index-colours.ts';

type Pixels = Pick<Canvas, 'width' | 'height' | 'pixels'>;

/** A part of a picture. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Viewers take shorter ones for a mistake and show them five times as long. */
const SHORTEST_MS = 20;
const MOST_MS = 0xffff * 10;

/** The file in parts, in their order: {@link begin}, a part for each picture, {@link end}. Pictures are all of one size. */
export class GifEncoder {
  readonly #width: number;
  readonly #height: number;
  #before: Uint32Array | null = null;
  /** Of what was told and not shown yet, because times are counted in hundredths of a second. */
  #restMs = 0;

  constructor({width, height}: {readonly width: number; readonly height: number}) {
    this.#width = width;
    this.#height = height;
  }

  begin(): Uint8Array {
    const screen = Buffer.alloc(7);
    screen.writeUInt16LE(this.#width, 0);
    screen.writeUInt16LE(this.#height, 2);
    // It is shown again and again.
    const loop = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0];
    return Buffer.concat([Buffer.from('GIF89a'), screen, Buffer.from(loop)]);
  }

  /** A picture that is shown for so long. */
  add({pixels}: Pixels, shownMs: number): Uint8Array {
    const before = this.#before;
    const area = before ? changedArea(before, pixels, this.#width) : this.#whole;
    const indexed = toIndexed(pixels, {area, before, stride: this.#width});
    this.#before = pixels.slice();
    return Buffer.concat([this.#control(shownMs, indexed), describe(area, indexed), compressLzw(indexed)]);
  }

  end(): Uint8Array {
    return Buffer.from([0x3b]);
  }

  get #whole(): Area {
    return {left: 0, top: 0, width: this.#width, height: this.#height};
  }

  #control(shownMs: number, {transparent}: Indexed): Buffer {
    const wantedMs = Math.min(MOST_MS, Math.max(SHORTEST_MS, shownMs + this.#restMs));
    const hundredths = Math.round(wantedMs / 10);
    this.#restMs = wantedMs - hundredths * 10;
    const control = Buffer.from([0x21, 0xf9, 4, transparent === null ? 4 : 5, 0, 0, transparent ?? 0, 0]);
    control.writeUInt16LE(hundredths, 4);
    return control;
  }
}

function describe({left, top, width, height}: Area, {palette, bits}: Indexed): Buffer {
  const descriptor = Buffer.alloc(10);
  descriptor[0] = 0x2c;
  for (const [index, value] of [left, top, width, height].entries()) descriptor.writeUInt16LE(value, 1 + 2 * index);
  descriptor[9] = 0x80 | (bits - 1);
  const colours = Buffer.alloc(3 << bits);
  for (const [index, colour] of palette.entries()) colours.writeUIntBE(colour, index * 3, 3);
  return Buffer.concat([descriptor, colours]);
}

/** One pixel at least. */
function changedArea(before: Uint32Array, pixels: Uint32Array, width: number): Area {
  let [left, right, top, bottom] = [width, 0, -1, 0];
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === before[at]) continue;
    const [row, col] = [Math.floor(at / width), at % width];
    if (top < 0) top = row;
    bottom = row;
    if (col < left) left = col;
    if (col > right) right = col;
  }
  return top < 0
    ? {left: 0, top: 0, width: 1, height: 1}
    : {left, top, width: right - left + 1, height: bottom - top + 1};
}
