/** How much may happen at once, and how fast the right to more comes back. */
export class Allowance {
  readonly #most: number;
  readonly #perSecond: number;
  #left: number;
  #countedAtMs: number;

  constructor(most: number, perSecond: number, nowMs: number) {
    this.#most = most;
    this.#perSecond = perSecond;
    this.#left = most;
    this.#countedAtMs = nowMs;
  }

  /** Takes `cost` off; false, and nothing is taken, when there is less. */
  take(cost: number, nowMs: number): boolean {
    this.give(((nowMs - this.#countedAtMs) / 1000) * this.#perSecond);
    this.#countedAtMs = nowMs;
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }

  /** What was taken may be taken again, up to the most there is. */
  give(amount = this.#most): void {
    this.#left = Math.min(this.#most, this.#left + amount);
  }
}
