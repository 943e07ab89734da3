import type {Clock, LogCursor, TerminalNotice} from '../../core/index.ts';

type QueryNotice = Extract<TerminalNotice, {type: 'query'}>;

/**
 * Questions that programs asked their terminal, and that are not settled. They are not in the log: the newest are kept for a listener whose
 * connection broke, and for one that comes when the last one is gone.
 */
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

  /** They are answered, or will not be, up to this one: answers are given in the order of the questions. */
  settled(offset: LogCursor): void {
    const at = this.#asked.findIndex(({notice}) => notice.offset >= offset);
    const isNamed = this.#asked[at]?.notice.offset === offset;
    this.#asked.splice(0, at < 0 ? this.#asked.length : at + (isNamed ? 1 : 0));
  }

  /** It is neither answered nor given up. */
  isOpen(offset: LogCursor): boolean {
    return this.#asked.some(({notice}) => notice.offset === offset);
  }

  /** Those that nobody has settled, for whoever comes now. */
  open(): readonly QueryNotice[] {
    return this.#asked.map(({notice}) => ({...notice, isLate: true}));
  }

  /** Those behind this place in the output, for one who has heard all before it. */
  after(offset: LogCursor): readonly QueryNotice[] {
    const sinceMs = this.#clock.monotonicMs() - WAITS_FOR_ANSWER_MS;
    const unheard = this.#asked.filter(({notice}) => notice.offset > offset);
    return unheard.map(({notice, atMs}) => (atMs > sinceMs ? notice : {...notice, isLate: true}));
  }
}

const MOST_QUESTIONS = 256;
/** A program that got no answer for so long may have gone on without. */
const WAITS_FOR_ANSWER_MS = 5000;
