/** Folds a stretch of output to lines and picks those that are wanted: by number, or by a pattern with what stands around a match. */
import {compilePattern, type PatternSearch} from '../../patterns/index.ts';
import {OutputFolder, Pen, type PenState, withoutMarks} from '../../screen/index.ts';
import type {Stepwise} from './stepwise.ts';

export interface Stretch {
  /** Whole lines, as they were printed. */
  readonly bytes: Uint8Array;
  /** In which it begins. */
  readonly style: PenState;
  readonly columns: number;
}

export type WantedLines =
  /** They are only counted. */
  | {readonly type: 'none'}
  | {
      readonly type: 'matching';
      readonly pattern: string;
      /** Lines wanted on either side of a match. */
      readonly contextLines: number;
      /** Of a longer line its beginning is enough, in UTF-16 units. */
      readonly longest: number;
    }
  /** From a number on, or the last ones: as many as have so many bytes together, and one more, which says that these were full. */
  | {readonly type: 'from'; readonly number: number; readonly bytes: number}
  | {readonly type: 'last'; readonly count: number; readonly bytes: number};

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
  /** In which the stretch ends, and the next one begins. */
  readonly style: PenState;
}

export class LinePicker implements Stepwise<PickedLines> {
  readonly #lines: readonly string[];
  readonly #style: PenState;
  readonly #wanted: WantedLines;
  readonly #search: ((line: string) => PatternSearch) | null;
  readonly #matches: number[] = [];
  #searched = 0;
  #present: PatternSearch | null = null;

  constructor(stretch: Stretch, wanted: WantedLines) {
    const {lines, style} = linesIn(stretch);
    this.#lines = lines;
    this.#style = style;
    this.#wanted = wanted;
    const pattern = wanted.type === 'matching' ? compilePattern(wanted.pattern) : null;
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
    return {lines: this.#lines.length, searched: this.#searched, picked: this.#picked(), style: this.#style};
  }

  #picked(): PickedLine[] {
    const wanted = this.#wanted;
    switch (wanted.type) {
      case 'none':
        return [];
      case 'matching':
        return this.#around(wanted);
      case 'from':
        return picked(this.#lines, this.#lines.keys().drop(Math.max(0, wanted.number)), wanted.bytes);
      case 'last': {
        const {length} = this.#lines;
        const backwards = Iterator.from(
          Array.from({length: Math.min(wanted.count, length)}, (_, at) => length - 1 - at),
        );
        return picked(this.#lines, backwards, wanted.bytes).toReversed();
      }
      default:
        return wanted satisfies never;
    }
  }

  #around({contextLines, longest}: Extract<WantedLines, {type: 'matching'}>): PickedLine[] {
    const end = this.#searched;
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

function picked(lines: readonly string[], numbers: Iterable<number>, bytes: number): PickedLine[] {
  const chosen: PickedLine[] = [];
  let size = 0;
  for (const number of numbers) {
    const text = lines[number] ?? '';
    const isBeyond = size > bytes;
    chosen.push({number, text, isMatch: false});
    size += sizeOf(text);
    // Where there is no room, an empty line still has some.
    if (isBeyond && text !== '') break;
  }
  return chosen;
}

/** Bytes of a line as it is shown, with its line feed. */
export function sizeOf(line: string): number {
  return Buffer.byteLength(withoutMarks(line)) + 1;
}

/** The lines of a stretch, marked where a person does not see them. */
function linesIn({bytes, style, columns}: Stretch): {readonly lines: readonly string[]; readonly style: PenState} {
  const folder = new OutputFolder({columns, pen: Pen.at(style)});
  folder.push(bytes);
  const text = folder.finish();
  const isNothing = text === '' && bytes.at(-1) !== LF;
  return {lines: isNothing ? [] : text.split('\n'), style: folder.pen.state};
}

const LF = 10;
