/** Cuts a byte stream into lines in linear time, without decoding them. */

export type Line =
  /** One line; `bytes` keeps its newline (a last line without one is given as it came). */
  | {readonly type: 'line'; readonly bytes: Buffer}
  /** A line over the limit was passed over; its first and last bytes remain, to find out what it was. */
  | {readonly type: 'overlong'; readonly sizeBytes: number; readonly head: Buffer; readonly tail: Buffer};

export class LineSplitter {
  readonly #maxLineBytes: number;
  /** Holds the unfinished line in its first `#sizeBytes`. */
  #kept = NOTHING;
  #sizeBytes = 0;
  /** All that is left of the unfinished line once it is over the limit. */
  #ends: {readonly head: Buffer; readonly tail: Buffer} | undefined;

  /** Lines longer than `maxLineBytes` (newline included) come out as `overlong`. */
  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** The lines that `chunk` completes. The bytes may be views of `chunk`. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(this.#complete(chunk.subarray(start, end + 1)));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The unfinished last line, when the stream has ended. */
  end(): Line | undefined {
    return this.#sizeBytes === 0 ? undefined : this.#complete(Buffer.alloc(0));
  }

  #complete(last: Buffer): Line {
    if (this.#sizeBytes === 0 && last.length <= this.#maxLineBytes) return {type: 'line', bytes: last};
    this.#keep(last);
    const sizeBytes = this.#sizeBytes;
    const bytes = this.#kept.subarray(0, sizeBytes);
    const ends = this.#ends;
    this.#kept = NOTHING;
    this.#sizeBytes = 0;
    this.#ends = undefined;
    return ends ? {type: 'overlong', sizeBytes, ...ends} : {type: 'line', bytes};
  }

  #keep(part: Buffer): void {
    const before = this.#sizeBytes;
    this.#sizeBytes += part.length;
    if (this.#sizeBytes <= this.#maxLineBytes) {
      this.#reserve(before);
      this.#kept.set(part, before);
      return;
    }
    const {head, tail} = this.#ends ?? {
      head: Buffer.concat([this.#kept.subarray(0, Math.min(before, KEPT_BYTES)), part.subarray(0, KEPT_BYTES)]),
      tail: Buffer.from(this.#kept.subarray(Math.max(0, before - KEPT_BYTES), before)),
    };
    this.#ends = {head: head.subarray(0, KEPT_BYTES), tail: lastOf(Buffer.concat([tail, lastOf(part)]))};
    this.#release();
  }

  #reserve(before: number): void {
    if (this.#sizeBytes <= this.#kept.length) return;
    const doubled = Math.min(this.#maxLineBytes, Math.max(LEAST_RESERVED_BYTES, this.#kept.length * 2));
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#sizeBytes, doubled));
    larger.set(this.#kept.subarray(0, before));
    this.#release();
    this.#kept = larger;
  }

  /** Gives the memory back now; the garbage collector may take its time, and this may be a great deal. */
  #release(): void {
    if (this.#kept !== NOTHING) this.#kept.buffer.transfer(0);
    this.#kept = NOTHING;
  }
}

const NEWLINE = 0x0a;
const KEPT_BYTES = 1024;
const LEAST_RESERVED_BYTES = 64 * 1024;
const NOTHING = Buffer.allocUnsafeSlow(0);

function lastOf(bytes: Buffer): Buffer {
  return bytes.subarray(Math.max(0, bytes.length - KEPT_BYTES));
}
