/** Gathers a string that may come in pieces, up to a limit; past it, it keeps nothing. */
export class Collector {
  readonly #limit: number;
  #bytes: Buffer = EMPTY;
  #length = 0;
  #overflown = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  clear(): void {
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = EMPTY;
    this.#length = 0;
    this.#overflown = false;
  }

  /** Copies `bytes[from, to)`. */
  append(bytes: Buffer, from: number, to: number): void {
    const length = this.#length + to - from;
    if (length > this.#limit) {
      this.clear();
      this.#overflown = true;
    }
    if (this.#overflown || to <= from) return;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.#limit, Math.max(KEPT_BYTES, length * 2)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    bytes.copy(this.#bytes, this.#length, from, to);
    this.#length = length;
  }

  /** As {@link take}, as text of one byte a character. */
  takeLatin1(bytes: Buffer, from: number, to: number): string | undefined {
    // Most are short and come in one piece: no buffer is made for those.
    const isWhole = this.#length === 0 && !this.#overflown && to - from <= this.#limit;
    return isWhole ? bytes.toString('latin1', from, to) : this.take(bytes, from, to)?.toString('latin1');
  }

  /** All of it with `bytes[from, to)` at its end, valid until the next call; undefined when it was too long. Starts afresh. */
  take(bytes: Buffer, from: number, to: number): Buffer | undefined {
    let whole: Buffer | undefined;
    if (this.#length === 0 && !this.#overflown) whole = to - from > this.#limit ? undefined : bytes.subarray(from, to);
    else {
      this.append(bytes, from, to);
      whole = this.#overflown ? undefined : this.#bytes.subarray(0, this.#length);
    }
    this.clear();
    return whole;
  }
}

const EMPTY = Buffer.alloc(0);
/** A buffer of this size is used again for the next string. */
const KEPT_BYTES = 512;
