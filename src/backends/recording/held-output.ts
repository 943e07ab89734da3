/** Output that waits for a moment, side by side in memory that is used again: during a flood hardly anything is left for the collector. */
export class HeldOutput {
  #memory: Buffer = NOTHING;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** `bytes` are copied. */
  add(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (this.#memory.length < needed) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed * 2, LEAST_BYTES));
      this.#memory.copy(larger, 0, 0, this.#length);
      this.#memory = larger;
    }
    this.#memory.set(bytes, this.#length);
    this.#length = needed;
  }

  /** All that waits goes to `store`, and more may be added meanwhile. The memory is used again unless `store` returns that somebody still has it. */
  drain(store: (bytes: Uint8Array) => {readonly isKept: boolean}): void {
    const [memory, length] = [this.#memory, this.#length];
    this.#memory = NOTHING;
    this.#length = 0;
    const {isKept} = store(memory.subarray(0, length));
    if (!isKept && this.#memory.length === 0 && memory.length <= MOST_KEPT_BYTES) this.#memory = memory;
  }
}

const NOTHING: Buffer = Buffer.alloc(0);
const LEAST_BYTES = 1024;
const MOST_KEPT_BYTES = 64 * 1024;
