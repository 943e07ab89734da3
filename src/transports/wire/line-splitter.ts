/** Cuts a byte stream into lines in linear time, without decoding them. */
import {GrowingBytes} from './growing-bytes.ts';

export type Line =
  /** One line; `bytes` keeps its newline (a last line without one is given as it came). */
  | {readonly type: 'line'; readonly bytes: Buffer}
  /** A line over the limit was passed over; its first and last bytes remain, to find out what it was. */
  | {readonly type: 'overlong'; readonly sizeBytes: number; readonly head: Buffer; readonly tail: Buffer};

export class LineSplitter {
  readonly #maxLineBytes: number;
  /** The unfinished line, unless it is over the limit. */
  readonly #kept: GrowingBytes;
  #sizeBytes = 0;
  /** All that is left of the unfinished line once it is over the limit. */
  #ends: {readonly head: Buffer; readonly tail: Buffer} | undefined;

  /** Lines longer than `maxLineBytes` (newline included) come out as `overlong`. */
  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
    this.#kept = new GrowingBytes(maxLineBytes);
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
    const ends = this.#ends;
    this.#sizeBytes = 0;
    this.#ends = undefined;
    return ends ? {type: 'overlong', sizeBytes, ...ends} : {type: 'line', bytes: this.#kept.take()};
  }

  #keep(part: Buffer): void {
    this.#sizeBytes += part.length;
    if (this.#sizeBytes <= this.#maxLineBytes) {
      this.#kept.append(part);
      return;
    }
    const {head, tail} = this.#ends ?? this.#keptEnds(part);
    this.#ends = {head, tail: Buffer.concat([tail, part.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES)};
  }

  #keptEnds(next: Buffer): {readonly head: Buffer; readonly tail: Buffer} {
    const {head, tail} = this.#kept.takeEnds(KEPT_BYTES);
    return {head: Buffer.concat([head, next.subarray(0, KEPT_BYTES - head.length)]), tail};
  }
}

const NEWLINE = 0x0a;
const KEPT_BYTES = 1024;
