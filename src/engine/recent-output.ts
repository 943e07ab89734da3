import {type LogCursor, logCursor} from '../core/index.ts';

const KEEP_BYTES = 64 * 1024;

/** The newest bytes of the output stream, so that small results need no file read. A cache: the log has them all, unless the disk is full. */
export class RecentOutput {
  #chunks: {readonly offset: number; readonly bytes: Uint8Array}[] = [];
  #size = 0;
  #end = 0;

  push(offset: LogCursor, bytes: Uint8Array | null, length: number): void {
    if (bytes === null || offset !== this.#end) this.#clear();
    this.#end = offset + length;
    if (bytes === null) return;
    this.#chunks.push({offset, bytes});
    this.#size += bytes.length;
    while (this.#size > KEEP_BYTES && this.#chunks.length > 1) this.#size -= this.#chunks.shift()?.bytes.length ?? 0;
  }

  /** Bytes `[from, to)`, or null when they are no longer (or not yet) here. */
  slice(from: LogCursor, to: LogCursor): Uint8Array | null {
    if (from >= to) return new Uint8Array(0);
    const first = this.#chunks[0];
    if (!first || from < first.offset || to > this.#end) return null;
    const parts: Uint8Array[] = [];
    for (const chunk of this.#chunks) {
      const start = Math.max(0, from - chunk.offset);
      const end = Math.min(chunk.bytes.length, to - chunk.offset);
      if (start < end) parts.push(chunk.bytes.subarray(start, end));
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** Where what is kept begins; `end` when nothing is. */
  get oldest(): LogCursor {
    return logCursor(this.#chunks[0]?.offset ?? this.#end);
  }

  get end(): LogCursor {
    return logCursor(this.#end);
  }

  #clear(): void {
    this.#chunks = [];
    this.#size = 0;
  }
}
