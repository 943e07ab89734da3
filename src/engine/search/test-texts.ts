import {compilePattern, type Pattern, type PatternSearch} from '../../patterns/index.ts';
import type {Stepwise} from './stepwise.ts';

/** Which of some patterns match which of some texts. */
export class TextTester implements Stepwise<readonly (readonly boolean[])[]> {
  readonly #patterns: readonly Pattern[];
  readonly #texts: readonly string[];
  /** By text, by pattern. */
  readonly #found: boolean[][] = [];
  #row: boolean[] = [];
  #present: PatternSearch | null = null;

  constructor(patterns: readonly (string | Pattern)[], texts: readonly string[]) {
    this.#patterns = patterns.map(pattern => (typeof pattern === 'string' ? compilePattern(pattern) : pattern));
    this.#texts = texts;
  }

  go(steps: number): {readonly isDone: boolean; readonly steps: number} {
    let used = 0;
    while (this.#found.length < this.#texts.length && used < steps) {
      this.#present ??= this.#patterns[this.#row.length]?.search(this.#texts[this.#found.length] ?? '') ?? null;
      const {found, steps: taken} = this.#present?.go(steps - used) ?? {found: false, steps: 0};
      used += taken + 1;
      if (found === null) continue;
      this.#present = null;
      this.#row.push(found);
      if (this.#row.length < this.#patterns.length) continue;
      this.#found.push(this.#row);
      this.#row = [];
    }
    return {isDone: this.#found.length === this.#texts.length, steps: used};
  }

  /** Of the texts that were looked at with every pattern. */
  get result(): readonly (readonly boolean[])[] {
    return this.#found;
  }
}
