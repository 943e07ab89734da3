import {joinToCell, markConcealed, stretches} from '../conceal/concealed-marks.ts';
import {clusters} from './cell-width.ts';

/** `null` is a blank nobody printed or that was erased; `''` is a column covered by the cell before it. */
export type Cell = string | null;

const TAB_STOP = 8;
/** Combining characters kept on one cell. */
const MAX_CELL = 64;

/**
 * One row of folded output. While it only grows it is a string; the first edit turns it into cells, once.
 */
export class FoldedRow {
  /** Continues the row above: no line feed in between. */
  wrapped: boolean;
  /** Its text when it was given away as done; a row that says so still needs no second telling. */
  taken: string | null = null;
  #text = '';
  #cells: Cell[] | null = null;

  constructor(wrapped = false) {
    this.wrapped = wrapped;
  }

  /** True while the row can be appended to without knowing columns. */
  get plain(): boolean {
    return this.#cells === null;
  }

  get empty(): boolean {
    return this.#cells === null ? this.#text === '' : this.#cells.length === 0;
  }

  /** UTF-16 units of a plain row. */
  get plainLength(): number {
    return this.#text.length;
  }

  get endsInSpace(): boolean {
    return (this.#cells === null ? this.#text.at(-1) : this.#cells.at(-1)) === ' ';
  }

  /** True when the row ends in one of `marks` and exactly `spaces` printed spaces. */
  endsIn(marks: readonly string[], spaces: number): boolean {
    const cells = this.#edit();
    const mark = cells.length - spaces - 1;
    return marks.includes(cells[mark] ?? '') && cells.slice(mark + 1).every(cell => cell === ' ');
  }

  append(text: string, isConcealed = false): void {
    this.#text += isConcealed ? markConcealed(text) : text;
  }

  /** Columns in use. */
  get width(): number {
    return this.#edit().length;
  }

  /** Puts a character at a column within or at the end of the row. A space over something erases it. */
  put(col: number, text: string, width: number, isConcealed = false): void {
    const cells = this.#edit();
    const over = col < cells.length;
    this.#detach(col);
    this.#detach(col + width - 1);
    cells[col] = over && text === ' ' ? null : isConcealed ? markConcealed(text) : text;
    for (let spacer = 1; spacer < width; spacer++) cells[col + spacer] = '';
  }

  /** Adds a combining character to the cell before `col`. */
  join(col: number, text: string): void {
    const cells = this.#edit();
    let lead = Math.min(col, cells.length) - 1;
    while (lead > 0 && cells[lead] === '') lead--;
    const present = cells[lead];
    if (present && present.length < MAX_CELL) cells[lead] = joinToCell(present, text);
  }

  /** Makes the row reach `col`. */
  pad(col: number): void {
    const cells = this.#edit();
    while (cells.length < col) cells.push(null);
  }

  /** Erases from `col` to the end. */
  truncate(col: number): void {
    const cells = this.#edit();
    if (col >= cells.length) return;
    this.#detach(col);
    cells.length = col;
  }

  /** Erases columns `[from, to)`. */
  erase(from: number, to: number): void {
    const cells = this.#edit();
    const end = Math.min(to, cells.length);
    if (from >= end) return;
    this.#detach(from);
    this.#detach(end - 1);
    cells.fill(null, from, end);
  }

  /** Removes `count` columns at `col`; the rest moves left. */
  delete(col: number, count: number): void {
    this.#detach(col);
    this.#detach(Math.min(col + count, this.width) - 1);
    this.#edit().splice(col, count);
  }

  /** Inserts `count` blank columns at `col`; the rest moves right. */
  insert(col: number, count: number): void {
    this.#detach(col);
    if (col < this.width) this.#edit().splice(col, 0, ...new Array<null>(count).fill(null));
  }

  clear(): void {
    this.#text = '';
    this.#cells = null;
  }

  /** The row's text; blanks nobody printed are dropped at the end and spaces elsewhere. */
  toText(): string {
    if (this.#cells === null) return this.#text;
    let end = this.#cells.length;
    while (end > 0 && this.#cells[end - 1] === null) end--;
    return this.#cells
      .slice(0, end)
      .map(cell => cell ?? ' ')
      .join('');
  }

  /** Columns of the row as cells, built at the first edit. */
  #edit(): Cell[] {
    if (this.#cells) return this.#cells;
    const cells: Cell[] = [];
    for (const stretch of stretches(this.#text)) fillCells(cells, stretch);
    this.#text = '';
    this.#cells = cells;
    return cells;
  }

  /** Blanks the character that covers `col`, when it is wider than one column. */
  #detach(col: number): void {
    const cells = this.#edit();
    let lead = col;
    while (lead > 0 && cells[lead] === '') lead--;
    if (cells[lead + 1] !== '') return;
    cells[lead] = null;
    for (let spacer = lead + 1; cells[spacer] === ''; spacer++) cells[spacer] = null;
  }
}

/** Column of the next tab stop after `col`. */
export function nextTabStop(col: number): number {
  return (Math.floor(col / TAB_STOP) + 1) * TAB_STOP;
}

function fillCells(cells: Cell[], stretch: {readonly text: string; readonly isConcealed: boolean}): void {
  for (const [index, part] of stretch.text.split('\t').entries()) {
    if (index > 0) fillTab(cells);
    for (const {text, width} of clusters(part)) {
      cells.push(stretch.isConcealed ? markConcealed(text) : text);
      if (width === 2) cells.push('');
    }
  }
}

function fillTab(cells: Cell[]): void {
  const stop = nextTabStop(cells.length);
  cells.push('\t');
  while (cells.length < stop) cells.push('');
}
