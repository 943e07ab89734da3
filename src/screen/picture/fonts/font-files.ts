/** Which characters a font file has, read from its table of characters alone: most fonts of a system are never needed. */
import {type FileHandle, open} from 'node:fs/promises';

/** A face within a file, and what it can show. */
export interface FaceFacts {
  readonly file: string;
  /** Within a collection; 0 for a single face. */
  readonly index: number;
  readonly characters: CharacterSet;
}

/** Sorted ranges of code points, both ends included. */
export class CharacterSet {
  readonly #ranges: readonly (readonly [number, number])[];

  constructor(ranges: readonly (readonly [number, number])[]) {
    this.#ranges = ranges.toSorted((a, b) => a[0] - b[0]);
  }

  has(codePoint: number): boolean {
    let [low, high] = [0, this.#ranges.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [from, to] = this.#ranges[middle] ?? [0, 0];
      if (codePoint < from) high = middle - 1;
      else if (codePoint > to) low = middle + 1;
      else return true;
    }
    return false;
  }
}

/** The faces of a TrueType or OpenType file or collection; none for a file that is something else, or damaged. */
export async function readFaces(file: string): Promise<readonly FaceFacts[]> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const head = await read(handle, 0, 12);
    const offsets = head.toString('latin1', 0, 4) === 'ttcf' ? await collectionOffsets(handle, head) : [0];
    const faces: FaceFacts[] = [];
    for (const [index, offset] of offsets.entries()) {
      faces.push({file, index, characters: new CharacterSet(await readRanges(handle, offset))});
    }
    return faces;
  } catch {
    return [];
  } finally {
    await handle?.close();
  }
}

async function collectionOffsets(handle: FileHandle, head: Buffer): Promise<readonly number[]> {
  const count = Math.min(head.readUInt32BE(8), MOST_FACES);
  const table = await read(handle, 12, 4 * count);
  return Array.from({length: count}, (_, index) => table.readUInt32BE(4 * index));
}

/** https://learn.microsoft.com/en-us/typography/opentype/spec/cmap */
async function readRanges(handle: FileHandle, face: number): Promise<[number, number][]> {
  const count = (await read(handle, face + 4, 2)).readUInt16BE(0);
  const tables = await read(handle, face + 12, 16 * count);
  for (let at = 0; at < tables.length; at += 16) {
    if (tables.toString('latin1', at, at + 4) !== 'cmap') continue;
    const length = Math.min(tables.readUInt32BE(at + 12), MOST_TABLE_BYTES);
    const table = await read(handle, tables.readUInt32BE(at + 8), length);
    return rangesOf(table);
  }
  return [];
}

function rangesOf(table: Buffer): [number, number][] {
  const subtables = Array.from({length: table.readUInt16BE(2)}, (_, index) => table.readUInt32BE(4 + 8 * index + 4));
  const format = (offset: number): number => table.readUInt16BE(offset);
  const whole = subtables.find(offset => format(offset) === 12);
  if (whole !== undefined) return format12(table.subarray(whole));
  const basic = subtables.find(offset => format(offset) === 4);
  return basic === undefined ? [] : format4(table.subarray(basic));
}

function format12(table: Buffer): [number, number][] {
  return Array.from({length: table.readUInt32BE(12)}, (_, index) => [
    table.readUInt32BE(16 + 12 * index),
    table.readUInt32BE(20 + 12 * index),
  ]);
}

function format4(table: Buffer): [number, number][] {
  const size = table.readUInt16BE(6);
  return Array.from({length: size / 2}, (_, index): [number, number] => [
    table.readUInt16BE(16 + size + 2 * index),
    table.readUInt16BE(14 + 2 * index),
  ]).filter(([from]) => from !== 0xffff);
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const {bytesRead} = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const MOST_FACES = 64;
const MOST_TABLE_BYTES = 4 * 1024 * 1024;
