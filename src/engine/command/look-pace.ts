/** One look begins so long after the one before. */
const GAP_MS = 1;

/**
 * Spreads the looks of many waits that began at the same instant. The commands of most are over by their turn, which would otherwise have
 * come later for the looks at all the others.
 */
export class LookPace {
  #nextMs = Number.NEGATIVE_INFINITY;

  /** Milliseconds until the turn that this takes; 0 when nobody else looks. */
  take(nowMs: number): number {
    const turnMs = Math.max(nowMs, this.#nextMs);
    this.#nextMs = turnMs + GAP_MS;
    return turnMs - nowMs;
  }
}
