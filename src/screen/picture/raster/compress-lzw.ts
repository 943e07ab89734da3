/** LZW with codes of growing length, as GIF has it (GIF89a, appendix F). */
import type {Indexed} from './index-colours.ts';

const MOST_CODES = 4096;
const BLOCK_BYTES = 255;

/** With the length of the first code, in blocks. */
export function compressLzw({indices, bits}: Pick<Indexed, 'indices' | 'bits'>): Buffer {
  const codeBits = Math.max(2, bits);
  const clear = 1 << codeBits;
  const out = new BitWriter(indices.length);
  /** By the code so far and the index that follows it. */
  const table = new Int16Array(MOST_CODES * clear).fill(-1);
  let used: number[] = [];
  let next = clear + 2;
  let length = codeBits + 1;
  out.write(clear, length);
  let code = indices[0] ?? 0;
  for (let at = 1; at < indices.length; at++) {
    const key = code * clear + (indices[at] ?? 0);
    const known = table[key] ?? -1;
    if (known >= 0) {
      code = known;
      continue;
    }
    out.write(code, length);
    code = indices[at] ?? 0;
    if (next === MOST_CODES) {
      out.write(clear, length);
      for (const old of used) table[old] = -1;
      used = [];
      next = clear + 2;
      length = codeBits + 1;
      continue;
    }
    if (next === 1 << length) length++;
    table[key] = next++;
    used.push(key);
  }
  out.write(code, length);
  // The reader has learned one code more by now.
  if (next === 1 << length && length < 12) length++;
  out.write(clear + 1, length);
  return Buffer.concat([Buffer.from([codeBits]), inBlocks(out.end())]);
}

class BitWriter {
  #bytes: Buffer;
  #at = 0;
  #held = 0;
  #heldBits = 0;

  constructor(guessBytes: number) {
    this.#bytes = Buffer.allocUnsafe(guessBytes + 64);
  }

  /** The lowest bit first. */
  write(code: number, bits: number): void {
    this.#held |= code << this.#heldBits;
    this.#heldBits += bits;
    while (this.#heldBits >= 8) {
      this.#put(this.#held & 255);
      this.#held >>>= 8;
      this.#heldBits -= 8;
    }
  }

  end(): Buffer {
    if (this.#heldBits > 0) this.#put(this.#held & 255);
    return this.#bytes.subarray(0, this.#at);
  }

  #put(byte: number): void {
    if (this.#at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#at)]);
    this.#bytes[this.#at++] = byte;
  }
}

function inBlocks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += BLOCK_BYTES) {
    const block = bytes.subarray(from, from + BLOCK_BYTES);
    parts.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([...parts, Buffer.from([0])]);
}
