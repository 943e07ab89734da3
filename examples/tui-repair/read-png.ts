/** A PNG as pixels: as much of https://www.w3.org/TR/png-3/ as pictures of terminals need. */
import {inflateSync} from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** `0xrrggbb` */
  at(x: number, y: number): number;
}

/** Eight bits per channel, with a palette or without, not interlaced. */
export function readPng(file: Buffer): Pixels {
  const chunks = [...chunksOf(file)];
  const header = chunks.find(([type]) => type === 'IHDR')?.[1] ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const isIndexed = header[9] === 3;
  const palette = chunks.find(([type]) => type === 'PLTE')?.[1] ?? Buffer.alloc(0);
  const data = inflateSync(Buffer.concat(chunks.filter(([type]) => type === 'IDAT').map(([, bytes]) => bytes)));
  const step = isIndexed ? 1 : 3;
  const rows = unfiltered(data, width * step, step, height);
  return {
    ...{width, height},
    at(x, y) {
      const from = y * width * step + x * step;
      return isIndexed ? palette.readUIntBE((rows[from] ?? 0) * 3, 3) : rows.readUIntBE(from, 3);
    },
  };
}

function* chunksOf(file: Buffer): Generator<[type: string, bytes: Buffer]> {
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    yield [file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length)];
    at += length + 12;
  }
}

/** Each row says how it was made from its neighbours. */
function unfiltered(data: Buffer, rowBytes: number, step: number, height: number): Buffer {
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (rowBytes + 1)] ?? 0;
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x;
      const left = x < step ? 0 : (rows[at - step] ?? 0);
      const up = y === 0 ? 0 : (rows[at - rowBytes] ?? 0);
      const corner = x < step || y === 0 ? 0 : (rows[at - rowBytes - step] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      rows[at] = (data[y * (rowBytes + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map(value => Math.abs(guess - value)) as [number, number, number];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
