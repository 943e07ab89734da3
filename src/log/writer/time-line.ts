/** The log's time: one monotonic line of microseconds since the log began, and what the wall clock says beside it. */
import type {Clock} from '../../core/index.ts';

/** A wall clock that leaves the line by more than this has jumped. */
const JUMP_US = 1_000_000;

export class TimeLine {
  readonly #clock: Clock;
  /** Added to the clock's monotonic microseconds to get the line. */
  readonly #shiftUs: number;
  #lastUs: number;
  #driftUs: number;

  /** Continues at `startUs`; `lastWallUs` is what the wall clock said there, undefined for a new log. */
  constructor(clock: Clock, startUs = 0, lastWallUs?: number) {
    const wallUs = Math.round(clock.wallMs() * 1000);
    const asleepUs = lastWallUs === undefined ? 0 : Math.max(0, wallUs - lastWallUs);
    this.#clock = clock;
    this.#lastUs = startUs + asleepUs;
    this.#shiftUs = this.#lastUs - Math.floor(clock.monotonicMs() * 1000);
    // What the log told stays valid until something new is stamped.
    this.#driftUs = lastWallUs === undefined ? wallUs - this.#lastUs : lastWallUs - startUs;
  }

  /** Now on the line, in µs; never goes back. */
  now(): number {
    const nowUs = Math.floor(this.#clock.monotonicMs() * 1000) + this.#shiftUs;
    if (nowUs > this.#lastUs) this.#lastUs = nowUs;
    return this.#lastUs;
  }

  /** Wall time in µs that the log tells for a moment of the line. */
  wallAt(atUs: number): number {
    return atUs + this.#driftUs;
  }

  /** The new wall time in µs when the wall clock has jumped since it was last stamped. */
  jumpedTo(atUs: number): number | undefined {
    const wallUs = Math.round(this.#clock.wallMs() * 1000);
    return Math.abs(wallUs - this.wallAt(atUs)) > JUMP_US ? wallUs : undefined;
  }

  /** Takes `wallUs` as the wall time of `atUs` from here on. */
  stamp(atUs: number, wallUs: number): void {
    this.#driftUs = wallUs - atUs;
  }
}
