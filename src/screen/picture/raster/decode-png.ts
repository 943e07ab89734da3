/** PNG pictures as emoji fonts hold them: 8 bits a channel, or a palette; not interlaced. https://www.w3.org/TR/png-3/ */
import {inflateSync} from 'node:zlib';

/** Four bytes a pixel: red, green, blue, alpha; not premultiplied. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Undefined for what is no such picture. */
export function decodePng(png: Uint8Array): Bitmap | undefined {
  try {
    return decode(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  } catch {
    return undefined;
  }
}

interface Parts {
  readonly header: Buffer;
  readonly palette: Buffer;
  readonly alphas: Buffer;
  readonly data: Buffer;
}

/** Samples per pixel of each colour type. */
const SAMPLES: Readonly<Record<number, number>> = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4};
const MOST_SIDE = 1024;

function decode(png: Buffer): Bitmap | undefined {
  const {header, palette, alphas, data} = partsOf(png);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, type = 0, , , interlace = 0] = header.subarray(8);
  const samples = SAMPLES[type];
  const isPacked = type === 3 && depth < 8;
  if (!samples || interlace !== 0 || (depth !== 8 && !isPacked) || width > MOST_SIDE || height > MOST_SIDE)
    return undefined;
  const stride = Math.ceil((width * samples * depth) / 8);
  const raw = inflateSync(data, {maxOutputLength: (stride + 1) * height});
  const rows = unfilter(raw, stride, height, samples);
  const rgba = new Uint8Array(width * height * 4);
  const sample = (row: number, place: number): number => {
    if (!isPacked) return rows[row * stride + place] ?? 0;
    const bit = place * depth;
    const byte = rows[row * stride + (bit >> 3)] ?? 0;
    return (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const first = sample(row, col * samples);
      const at = (row * width + col) * 4;
      const next = (place: number): number => sample(row, col * samples + place);
      if (type === 3) {
        rgba.set(palette.subarray(first * 3, first * 3 + 3), at);
        rgba[at + 3] = alphas[first] ?? 255;
      } else {
        const isGrey = samples < 3;
        rgba.set([first, isGrey ? first : next(1), isGrey ? first : next(2)], at);
        rgba[at + 3] = samples % 2 === 0 ? next(samples - 1) : 255;
      }
    }
  }
  return {width, height, rgba};
}

function partsOf(png: Buffer): Parts {
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.set(type, [...(chunks.get(type) ?? []), png.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  const all = (type: string): Buffer => Buffer.concat(chunks.get(type) ?? []);
  return {header: all('IHDR'), palette: all('PLTE'), alphas: all('tRNS'), data: all('IDAT')};
}

function unfilter(raw: Buffer, stride: number, height: number, samples: number): Uint8Array {
  const rows = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (stride + 1)] ?? 0;
    for (let i = 0; i < stride; i++) {
      const at = row * stride + i;
      const left = i >= samples ? (rows[at - samples] ?? 0) : 0;
      const up = row > 0 ? (rows[at - stride] ?? 0) : 0;
      const corner = i >= samples && row > 0 ? (rows[at - stride - samples] ?? 0) : 0;
      rows[at] = (raw[row * (stride + 1) + 1 + i] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return rows;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const estimate = left + up - corner;
      const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      return 0;
  }
}
