/** Cuts a byte stream into lines in linear time, without decoding them. */

export type Line =
  /** One line; `bytes` keeps its newline (a last line without one is given as it came). */
  | {readonly type: 'line'; readonly bytes: Buffer}
  /** A line over the limit was passed over; its first and last bytes remain, to find out what it was. */
  | {readonly type: 'overlong'; readonly sizeBytes: number; readonly head: Buffer; readonly tail: Buffer};

const NEWLINE = 0x0a;
const KEPT_BYTES = 1024;

export class LineSplitter {
  readonly #maxLineBytes: number;
  #parts: Buffer[] = [];
  #sizeBytes = 0;

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
    const bytes = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#sizeBytes = 0;
    if (sizeBytes <= this.#maxLineBytes) return {type: 'line', bytes};
    return {type: 'overlong', sizeBytes, head: bytes.subarray(0, KEPT_BYTES), tail: bytes.subarray(-KEPT_BYTES)};
  }

  #keep(part: Buffer): void {
    this.#sizeBytes += part.length;
    this.#parts.push(part);
    if (this.#sizeBytes <= this.#maxLineBytes) return;
    const bytes = Buffer.concat(this.#parts);
    const head = bytes.subarray(0, KEPT_BYTES);
    const tail = bytes.subarray(Math.max(head.length, bytes.length - KEPT_BYTES));
    this.#parts = [Buffer.concat([head, tail])];
  }
}
