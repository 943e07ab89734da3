import type {Clock} from '../../core/index.ts';
import {Allowance, type MarkHit} from '../../log/index.ts';

/**
 * Ends of commands, and the prompts behind them, by marks that prove nothing here. They may be another cotty's, or of a shell on a far
 * side, and somebody waits for them at the other end: what was printed until then is told at once. A flood of them is told as any other.
 */
export class UnprovedEnds {
  readonly #clock: Clock;
  readonly #allowance: Allowance;
  #isPromptDue = false;
  #isTold = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#allowance = new Allowance(MOST_AT_ONCE, PER_SECOND, clock.monotonicMs());
  }

  /** Line editors say a prompt's marks again with each line that they take: only the first behind an end counts. */
  take({kind}: MarkHit): void {
    const isFirstPrompt = kind === 'inputStart' && this.#isPromptDue;
    if (kind === 'commandEnd') this.#isPromptDue = true;
    else if (kind === 'inputStart') this.#isPromptDue = false;
    if (kind === 'commandEnd' || isFirstPrompt) this.#isTold ||= this.#allowance.take(1, this.#clock.monotonicMs());
  }

  /** One was taken since the last call. */
  takeTold(): boolean {
    const isTold = this.#isTold;
    this.#isTold = false;
    return isTold;
  }
}

const MOST_AT_ONCE = 1000;
/** Two for each command, of more commands than can be run one after the other. */
const PER_SECOND = 2000;
