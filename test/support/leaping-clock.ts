import type {Clock} from '../../src/core/index.ts';

/** A clock that goes as all clocks do, and leaps ahead when told to; what waits for it hears of a leap. */
export class LeapingClock implements Clock {
  readonly #alarms = new Set<{readonly dueMs: number; readonly ring: () => void}>();
  #aheadMs = 0;

  monotonicMs(): number {
    return performance.now() + this.#aheadMs;
  }

  wallMs(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Rings after so many milliseconds of this clock. */
  readonly alarm = (delayMs: number, ring: () => void): Disposable => {
    const alarm = {dueMs: this.monotonicMs() + delayMs, ring};
    this.#alarms.add(alarm);
    // What is due at once needs no leap.
    const soon = delayMs < 1 ? setTimeout(() => this.#ring(), 1) : undefined;
    return {
      [Symbol.dispose]: () => {
        clearTimeout(soon);
        this.#alarms.delete(alarm);
      },
    };
  };

  leap(ms: number): void {
    this.#aheadMs += ms;
    this.#ring();
  }

  #ring(): void {
    const due = [...this.#alarms].filter(({dueMs}) => dueMs <= this.monotonicMs());
    for (const alarm of due) {
      this.#alarms.delete(alarm);
      alarm.ring();
    }
  }
}
