import {type Pattern, type PatternSearch, StepBudget} from '../../patterns/index.ts';
import {withoutMarks} from '../../screen/index.ts';
import type {LineUpdate} from '../output/line-stream.ts';
import type {Searcher} from './searcher.ts';

/** By line, by pattern. Fewer lines than were given: the patterns cost too much, and are not searched for any more. */
export type LinesFound = readonly (readonly boolean[])[];

/** What is not found out in so many steps is left to the thread: a fraction of a millisecond for one piece of output. */
const INLINE_STEPS = 50_000;

/** Looks for some patterns in lines that come one after the other and grow. What was looked at is not looked at again. */
export class LineMatcher {
  readonly #patterns: readonly Pattern[];
  readonly #searcher: Searcher;
  readonly #signal: AbortSignal;
  readonly #budget = new StepBudget();
  /** The line in progress, as far as it was searched. */
  #line: {readonly number: number; readonly text: string; readonly searches: readonly PatternSearch[]} | null = null;

  constructor(patterns: readonly Pattern[], searcher: Searcher, signal: AbortSignal) {
    this.#patterns = patterns;
    this.#searcher = searcher;
    this.#signal = signal;
  }

  /** At once when that is cheap. Rejects with `cancelled` when aborted. */
  test(updates: readonly LineUpdate[]): LinesFound | Promise<LinesFound> {
    const found: boolean[][] = [];
    let left = INLINE_STEPS;
    for (const update of updates) {
      const text = withoutMarks(update.text);
      left += this.#grow({...update, text});
      const row = this.#row(left);
      this.#budget.spend(row.steps);
      left -= row.steps;
      if (!row.found) return this.#testRest(found, updates.slice(found.length));
      found.push(row.found);
    }
    return found;
  }

  /** Begins or goes on with a line. Gives the number of its new characters. */
  #grow({text, number}: LineUpdate): number {
    const line = this.#line;
    const grows = line?.number === number && text.startsWith(line.text);
    const added = grows ? text.slice(line.text.length) : text;
    const searches = grows ? line.searches : this.#patterns.map(pattern => pattern.search(''));
    for (const search of searches) search.append(added);
    this.#line = {number, text, searches};
    this.#budget.earn(added.length);
    return added.length * this.#patterns.length;
  }

  #row(most: number): {found: boolean[] | null; steps: number} {
    const row: boolean[] = [];
    let steps = 0;
    for (const search of this.#line?.searches ?? []) {
      const result = search.go(most - steps);
      steps += result.steps;
      if (result.found === null) return {found: null, steps};
      row.push(result.found);
    }
    return {found: row, steps};
  }

  async #testRest(found: LinesFound, rest: readonly LineUpdate[]): Promise<LinesFound> {
    this.#line = null;
    const texts = rest.map(({text}) => withoutMarks(text));
    const {result} = await this.#searcher.test(this.#patterns, texts, {budget: this.#budget, signal: this.#signal});
    return [...found, ...result];
  }
}
