import type {Clock} from '../../core/index.ts';

/** More than any program asks before it reads the first answer. */
const AT_ONCE = 256;
const PER_SECOND = 1000;
const PAUSE_MS = 1;
/** So many that wait for an answer were asked by a program that does not: it gets them more slowly. */
const CROWD = 64;
const CROWD_PAUSE_MS = 4;

/** How fast a program's questions are answered. One that asks again and again, each time after an answer, notices nothing. */
export class AnswerPace {
  readonly #clock: Clock;
  #left = AT_ONCE;
  #countedAtMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#countedAtMs = clock.monotonicMs();
  }

  /** How long the next answer is put off while so many questions wait. In milliseconds. */
  pauseMs(waiting: number): number {
    const nowMs = this.#clock.monotonicMs();
    this.#left = Math.min(AT_ONCE, this.#left + ((nowMs - this.#countedAtMs) / 1000) * PER_SECOND);
    this.#countedAtMs = nowMs;
    if (this.#left >= 1) {
      this.#left--;
      return 0;
    }
    return waiting > CROWD ? CROWD_PAUSE_MS : PAUSE_MS;
  }
}
