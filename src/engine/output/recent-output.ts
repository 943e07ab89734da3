import {type LogCursor, logCursor} from '../../core/index.ts';

const KEEP_BYTES = 64 * 1024;
const FIRST_BYTES = 4 * 1024;

/** The newest bytes of the output stream, so that small results need no file read. A cache: the log has them all, unless the disk is full. */
export class RecentOutput {
  /** The first {@link #length} bytes are those of the stream from {@link #oldest} on. */
  #buffer: Uint8Array = new Uint8Array(0);
  #oldest = 0;
  #length = 0;

  /** Where what is kept begins; `end` when nothing is. */
  get oldest(): LogCursor {
    return logCursor(this.#oldest);
  }

  get end(): LogCursor {
    return logCursor(this.#oldest + this.#length);
  }

  /** The stream has grown by these bytes; what is here already is passed over. `bytes` stay the caller's, null when unknown. */
  push(offset: LogCursor, bytes: Uint8Array | null, length: number): void {
    const end = offset + length;
    if (end <= this.end) return;
    if (bytes === null || offset > this.end || this.#length === 0) this.#beginAt(bytes === null ? end : offset);
    if (bytes !== null) this.#append(bytes.subarray(this.end - offset));
  }

  /** Bytes from before what is kept, read from the log; they must reach to it. */
  prepend(offset: LogCursor, bytes: Uint8Array): void {
    const missing = this.#oldest - offset;
    if (missing <= 0 || missing > bytes.length) return;
    const kept = this.#buffer.slice(0, this.#length);
    this.#beginAt(offset);
    this.#append(bytes.subarray(0, missing));
    this.#append(kept);
  }

  /** A copy of the bytes `[from, to)`, or null when they are no longer (or not yet) here. */
  slice(from: LogCursor, to: LogCursor): Uint8Array | null {
    if (from >= to) return new Uint8Array(0);
    if (from < this.#oldest || to > this.end) return null;
    return this.#buffer.slice(from - this.#oldest, to - this.#oldest);
  }

  /** Whether these words, of ASCII, stand among the newest `bytes` as they were printed. */
  holds(words: string, bytes: number): boolean {
    const {buffer, byteOffset} = this.#buffer;
    const from = Math.max(0, this.#length - bytes);
    return Buffer.from(buffer, byteOffset + from, this.#length - from).includes(words, 0, 'latin1');
  }

  #beginAt(offset: number): void {
    this.#oldest = offset;
    this.#length = 0;
  }

  #append(bytes: Uint8Array): void {
    const fitting = bytes.length > KEEP_BYTES ? bytes.subarray(bytes.length - KEEP_BYTES) : bytes;
    const dropped = bytes.length - fitting.length;
    if (dropped > 0) this.#beginAt(this.end + dropped);
    this.#makeRoom(fitting.length);
    this.#buffer.set(fitting, this.#length);
    this.#length += fitting.length;
  }

  /** Grows by doubling up to twice what is kept; then the older half goes. */
  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    if (needed > 2 * KEEP_BYTES) {
      const drop = needed - KEEP_BYTES;
      this.#buffer.copyWithin(0, drop, this.#length);
      this.#oldest += drop;
      this.#length -= drop;
    }
    const wanted = this.#length + bytes;
    if (wanted <= this.#buffer.length) return;
    let size = Math.max(FIRST_BYTES, this.#buffer.length);
    while (size < wanted) size *= 2;
    const larger = new Uint8Array(size);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
