/** Folds a stretch of output to lines and picks those that match, with what stands around them. */
import {compilePattern, type PatternSearch} from '../../patterns/index.ts';
import {foldOutput, penAfter, withoutMarks} from '../../screen/index.ts';
import type {Stepwise} from './stepwise.ts';

export interface Stretch {
  /** Whole lines, as they were printed. */
  readonly bytes: Uint8Array;
  /** What was printed before. */
  readonly before: Uint8Array;
  readonly columns: number;
}

export interface WantedLines {
  /** Null: the lines are only counted. */
  readonly pattern: string | null;
  /** Lines wanted on either side of a match. */
  readonly contextLines: number;
  /** Of a longer line its beginning is enough, in UTF-16 units. */
  readonly longest: number;
}

export interface PickedLine {
  /** Counted from 0 in the stretch. */
  readonly number: number;
  /** What a person does not see of it is marked, for `revealHidden`. */
  readonly text: string;
  readonly isMatch: boolean;
}

export interface PickedLines {
  /** In the whole stretch. */
  readonly lines: number;
  /** Of these, so many from the beginning were looked at. */
  readonly searched: number;
  /** Matches, what stands around them, and the first and last lines: they may stand beside a match in another stretch. */
  readonly picked: readonly PickedLine[];
}

export class LinePicker implements Stepwise<PickedLines> {
  readonly #lines: readonly string[];
  readonly #wanted: WantedLines;
  readonly #search: ((line: string) => PatternSearch) | null;
  readonly #matches: number[] = [];
  #searched = 0;
  #present: PatternSearch | null = null;

  constructor(stretch: Stretch, wanted: WantedLines) {
    this.#lines = linesIn(stretch);
    this.#wanted = wanted;
    const pattern = wanted.pattern === null ? null : compilePattern(wanted.pattern);
    this.#search = pattern && (line => pattern.search(withoutMarks(line)));
    if (!pattern) this.#searched = this.#lines.length;
  }

  go(steps: number): {readonly isDone: boolean; readonly steps: number} {
    let used = 0;
    while (this.#search && this.#searched < this.#lines.length && used < steps) {
      this.#present ??= this.#search(this.#lines[this.#searched] ?? '');
      const {found, steps: taken} = this.#present.go(steps - used);
      used += taken + 1;
      if (found === null) continue;
      if (found) this.#matches.push(this.#searched);
      this.#present = null;
      this.#searched++;
    }
    return {isDone: this.#searched === this.#lines.length, steps: used};
  }

  get result(): PickedLines {
    return {lines: this.#lines.length, searched: this.#searched, picked: this.#picked()};
  }

  #picked(): PickedLine[] {
    const {contextLines, longest, pattern} = this.#wanted;
    const end = this.#searched;
    if (pattern === null) return [];
    const numbers = new Set<number>();
    const add = (from: number, to: number): void => {
      for (let number = Math.max(0, from); number < Math.min(to, end); number++) numbers.add(number);
    };
    add(0, contextLines);
    for (const match of this.#matches) add(match - contextLines, match + contextLines + 1);
    add(end - contextLines, end);
    const matches = new Set(this.#matches);
    return [...numbers]
      .toSorted((a, b) => a - b)
      .map(number => ({
        number,
        text: (this.#lines[number] ?? '').slice(0, longest),
        isMatch: matches.has(number),
      }));
  }
}

/** The lines of a stretch, marked where a person does not see them. */
export function linesIn({bytes, before, columns}: Stretch): readonly string[] {
  const text = foldOutput(bytes, {columns, pen: penAfter(before)});
  return text === '' && bytes.at(-1) !== LF ? [] : text.split('\n');
}

const LF = 10;
