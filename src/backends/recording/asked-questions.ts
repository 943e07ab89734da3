import type {Clock, LogCursor, TerminalNotice} from '../../core/index.ts';

type QueryNotice = Extract<TerminalNotice, {type: 'query'}>;

/** Questions that programs asked their terminal. They are not in the log: the newest are kept for a listener whose connection broke. */
export class AskedQuestions {
  readonly #clock: Clock;
  readonly #asked: {readonly notice: QueryNotice; readonly atMs: number}[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(notice: QueryNotice): void {
    this.#asked.push({notice, atMs: this.#clock.monotonicMs()});
    if (this.#asked.length > MOST_QUESTIONS) this.#asked.shift();
  }

  /** Those behind this place in the output whose answer may still be waited for. */
  after(offset: LogCursor): readonly QueryNotice[] {
    const sinceMs = this.#clock.monotonicMs() - WAITS_FOR_ANSWER_MS;
    return this.#asked.filter(({notice, atMs}) => notice.offset > offset && atMs > sinceMs).map(({notice}) => notice);
  }
}

const MOST_QUESTIONS = 256;
/** A program that got no answer for so long goes on without. */
const WAITS_FOR_ANSWER_MS = 5000;
