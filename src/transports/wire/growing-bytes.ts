/**
 * Bytes that come piece by piece. Much memory is given back to the system when it is no longer needed, not when the
 * garbage collector and `malloc` get around to it: that is what a resizable buffer does and an ordinary one does not.
 */
export class GrowingBytes {
  readonly #maxBytes: number;
  #buffer: ArrayBuffer | undefined;
  #sizeBytes = 0;

  /** Takes at most `maxBytes` (of address space, until they are there). */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Throws a `RangeError` beyond the limit. */
  append(piece: Uint8Array): void {
    const from = this.#sizeBytes;
    this.#sizeBytes += piece.length;
    const buffer = this.#reserve(this.#sizeBytes);
    new Uint8Array(buffer, from, piece.length).set(piece);
  }

  /** All of it, as a copy; the next piece is the first again. */
  take(): Buffer {
    const bytes = this.#copy(0, this.#sizeBytes);
    this.#clear();
    return bytes;
  }

  /** At most so many bytes of its beginning and its end, as copies; the next piece is the first again. */
  takeEnds(mostBytes: number): {readonly head: Buffer; readonly tail: Buffer} {
    const head = this.#copy(0, Math.min(mostBytes, this.#sizeBytes));
    const tail = this.#copy(Math.max(0, this.#sizeBytes - mostBytes), this.#sizeBytes);
    this.#clear();
    return {head, tail};
  }

  #copy(from: number, to: number): Buffer {
    return this.#buffer ? Buffer.from(this.#buffer.slice(from, to)) : Buffer.alloc(0);
  }

  #clear(): void {
    this.#sizeBytes = 0;
    if (this.#buffer && this.#buffer.byteLength > REUSED_BYTES) this.#buffer.resize(0);
  }

  #reserve(sizeBytes: number): ArrayBuffer {
    this.#buffer ??= new ArrayBuffer(0, {maxByteLength: this.#maxBytes});
    const {byteLength} = this.#buffer;
    const doubled = Math.min(this.#maxBytes, Math.max(LEAST_BYTES, byteLength * 2));
    if (byteLength < sizeBytes) this.#buffer.resize(Math.max(sizeBytes, doubled));
    return this.#buffer;
  }
}

const LEAST_BYTES = 64 * 1024;
/** Kept for the next time. */
const REUSED_BYTES = 1024 * 1024;
