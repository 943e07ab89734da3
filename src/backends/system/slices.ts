/** So much of each period, in milliseconds; the rest is for the terminals' bytes. A usual look at a session takes less than one slice. */
const SLICE_MS = 0.5;
const PERIOD_MS = 2.5;

/**
 * Shares the thread that every terminal's bytes pass through with work that may be long: all such work together gets a slice of
 * each period. `now` is a clock, in milliseconds; `rest` resolves after so many of them.
 */
export class Slices {
  readonly #now: () => number;
  readonly #rest: (ms: number) => Promise<unknown>;
  #begunMs = Number.NEGATIVE_INFINITY;
  #usedMs = 0;
  /** Resolves with the next period; null while there is time left in this one. */
  #resting: Promise<void> | null = null;

  constructor(now: () => number, rest: (ms: number) => Promise<unknown>) {
    this.#now = now;
    this.#rest = rest;
  }

  /** Does one part of such work, which is short, as soon as there is time for it. */
  async do<T>(part: () => T): Promise<T> {
    while (this.#isUsedUp()) {
      this.#resting ??= this.#rest(Math.max(0, this.#begunMs + PERIOD_MS - this.#now())).then(() => {
        this.#resting = null;
      });
      await this.#resting;
    }
    const sinceMs = this.#now();
    try {
      return part();
    } finally {
      this.#usedMs += this.#now() - sinceMs;
    }
  }

  #isUsedUp(): boolean {
    const nowMs = this.#now();
    if (nowMs - this.#begunMs >= PERIOD_MS) {
      this.#begunMs = nowMs;
      this.#usedMs = 0;
    }
    return this.#usedMs >= SLICE_MS;
  }
}
