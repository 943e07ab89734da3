import {clusters} from './cell-width.ts';
import {FoldedRow, nextTabStop} from './folded-row.ts';

/** Rows that cursor movement can still reach. */
const REACH = 500;
/** Columns (or UTF-16 units) after which a line goes on in another row of ours; joined again in the text. */
const LONGEST_ROW = 16_384;
/** Of a block that is being redrawn, this much is told meanwhile. */
const PENDING_ROWS = 50;
/** Status rows remembered until the cursor is restored. */
const STATUS_ROWS = 50;
/** "Go to the last row" in the language of programs that do not know the size. */
const BOTTOM = 200;

/**
 * The output as rows without a height: rows above the reach are final. All work is linear in the input: what a short
 * sequence could blow up (padding, shifting) draws on a credit that the input earns.
 */
export class FoldedPage {
  /** Text of the rows above, as far as it was not taken. */
  #final: string[] = [];
  readonly #columns: number | undefined;
  #rows: FoldedRow[] = [new FoldedRow()];
  /** Row that absolute positions count from: where the output, or the last clear, began. */
  #top = 0;
  #row = 0;
  /** Column, or `null`: at the end of a plain row whose columns nobody has counted. */
  #col: number | null = 0;
  #saved: {row: number; col: number} | undefined;
  /** Between save and restore of the cursor. */
  #excursion = false;
  /** Rows drawn at absolute positions between save and restore of the cursor: status lines, gone after the restore. */
  #status: FoldedRow[] = [];
  #homed = false;
  /** Rows before this one were taken, and not touched since. */
  #taken = 0;
  /** How many rows there were when the cursor went back over taken ones: these are being drawn anew. */
  #redrawn = 0;
  #credit = 1 << 20;
  /** DECAWM, see {@link setWrapping}. */
  #wraps = true;
  /** Column of the present row at which the row of the terminal begins. */
  #rowStart = 0;

  constructor(columns: number | undefined) {
    this.#columns = columns;
  }

  /** More input has been read. */
  earn(units: number): void {
    this.#credit += 16 * units;
  }

  print(text: string, isConcealed = false): void {
    this.#homed = false;
    if (!this.#wraps && this.#columns !== undefined) {
      this.#printOver(text, isConcealed, this.#columns);
      return;
    }
    let rest = text;
    while (rest !== '') rest = this.#atPlainEnd ? this.#append(rest, isConcealed) : this.#overwrite(rest, isConcealed);
  }

  /** Without it, what is printed at the end of a row takes the place of its last character, and none of it goes on below. */
  setWrapping(on: boolean): void {
    this.#wraps = on;
    // Behind the last column of a row the terminal still stands on it.
    if (!on && this.#columns !== undefined)
      this.#rowStart = Math.floor(Math.max(0, this.#column() - 1) / this.#columns) * this.#columns;
  }

  #printOver(text: string, isConcealed: boolean, columns: number): void {
    const last = this.#rowStart + columns - 1;
    for (const cluster of clusters(text)) {
      const col = Math.min(this.#column(), last);
      this.#col = cluster.width === 0 ? this.#column() : col;
      // A wide character that has no room is not printed at all, as in xterm.js.
      if (cluster.width < 2 || col < last) this.#overwrite(cluster.text, isConcealed);
      if (cluster.width > 0) this.#col = Math.min(this.#column(), last);
    }
  }

  /** Prints a character again, as far as the credit goes. */
  repeat(character: string, count: number, isConcealed = false): void {
    if (character !== '' && this.#spend(count)) this.print(character.repeat(count), isConcealed);
  }

  tab(): void {
    const row = this.#current;
    if (this.#atPlainEnd) {
      row.append('\t');
      this.#col = null;
      return;
    }
    const col = this.#column();
    const stop = Math.min(nextTabStop(col), LONGEST_ROW);
    if (col >= row.width && stop > col) {
      if (this.#pad(row, col)) row.put(col, '\t', stop - col);
    }
    this.#col = stop;
  }

  carriageReturn(): void {
    if (this.#columns !== undefined) this.#undoDrawnWrap(this.#columns);
    this.#col = 0;
    this.#rowStart = 0;
  }

  lineFeed(): void {
    this.#homed = false;
    this.#keepStatus();
    this.#nextRow(false);
    this.#col = 0;
    this.#rowStart = 0;
  }

  /** Moves by rows and columns; up stops at the reach, down at the last row or, for small steps, makes rows. */
  move(rows: number, cols: number): void {
    this.#homed = false;
    // At a delayed wrap the cursor still stands on the last column.
    if (cols !== 0) this.#col = clamp(Math.min(this.#column(), LONGEST_ROW - 1) + cols, 0, LONGEST_ROW - 1);
    if (rows === 0 || this.#status.length > 0) return;
    const col = this.#column();
    this.#toRow(this.#row + rows, rows < BOTTOM);
    this.#col = col;
    this.#rowStart = 0;
  }

  setColumn(col: number): void {
    this.#homed = false;
    this.#col = clamp(col, 0, LONGEST_ROW - 1);
  }

  /** Absolute position, zero-based, from the top of the page. */
  moveTo(row: number, col: number | undefined): void {
    const target = clamp(col ?? this.#column(), 0, LONGEST_ROW - 1);
    this.#rowStart = 0;
    if (this.#excursion) this.#pushStatus();
    else this.#toRow(this.#top + row, row < BOTTOM);
    this.#col = target;
    this.#homed = row === 0 && target === 0;
  }

  save(): void {
    if (this.#status.length > 0) return;
    this.#saved = {row: this.#row, col: this.#column()};
    this.#excursion = true;
  }

  restore(): void {
    this.#status = [];
    this.#excursion = false;
    if (!this.#saved) return;
    this.#row = clamp(this.#saved.row, 0, this.#rows.length - 1);
    this.#noteRedraw();
    this.#col = this.#saved.col;
    this.#homed = false;
  }

  /** EL: 0 to the end, 1 from the beginning, 2 all. */
  eraseInLine(how: number): void {
    if (how > 2) return;
    const row = this.#current;
    const col = this.#column();
    if (how === 0) row.truncate(col);
    else if (how === 2) row.clear();
    else if (this.#spend(col)) row.erase(0, col + 1);
    if (how === 2) row.wrapped = false;
    this.#col = col;
  }

  /** ED: 0 below, 1 above, 2 all; 3 (the scrollback) changes nothing. */
  eraseInPage(how: number): void {
    if (how === 2 || (how === 0 && this.#homed)) this.newPage();
    else if (how === 0) this.#eraseBelow();
    else if (how === 1) this.#eraseAbove();
  }

  #eraseBelow(): void {
    if (this.#status.length === 0) this.#rows.length = this.#row + 1;
    this.eraseInLine(0);
  }

  #eraseAbove(): void {
    for (let row = this.#row - 1; row >= this.#lowest && this.#spend(1); row--) this.#rows[row]?.clear();
    this.eraseInLine(1);
  }

  eraseCharacters(count: number): void {
    const col = this.#column();
    if (this.#spend(Math.min(count, this.#current.width))) this.#current.erase(col, col + count);
  }

  deleteCharacters(count: number): void {
    const col = this.#column();
    if (this.#spend(this.#current.width - col)) this.#current.delete(col, count);
  }

  insertCharacters(count: number): void {
    const col = this.#column();
    const room = Math.min(count, LONGEST_ROW - this.#current.width);
    if (room > 0 && this.#spend(this.#current.width - col + room)) this.#current.insert(col, room);
  }

  insertLines(count: number): void {
    if (!this.#spend(REACH + count) || this.#status.length > 0) return;
    this.#rows.splice(this.#row, 0, ...Array.from({length: count}, () => new FoldedRow()));
    // Rows pushed off the bottom of a screen are gone there too.
    this.#rows.length = Math.min(this.#rows.length, this.#row + REACH);
    this.#seal();
  }

  deleteLines(count: number): void {
    if (!this.#spend(REACH) || this.#status.length > 0) return;
    this.#rows.splice(this.#row, count);
    if (this.#row === this.#rows.length) this.#rows.push(new FoldedRow());
  }

  /** A clear: what was printed stays, and a new page begins below it. */
  newPage(): void {
    this.#status = [];
    this.#excursion = false;
    this.#saved = undefined;
    while (this.#rows.length > 1 && this.#rows.at(-1)?.toText() === '') this.#rows.pop();
    if (this.#rows.at(-1)?.toText() !== '') this.#rows.push(new FoldedRow());
    this.#row = this.#rows.length - 1;
    this.#top = this.#row;
    this.#taken = Math.min(this.#taken, this.#row);
    this.#col = 0;
    this.#seal();
  }

  /** Everything that was not taken as text, rows below the cursor only when something stands there. Final rows first. */
  toText(): string {
    this.#keepStatus();
    return [...this.#final, ...this.#lines(this.#end)].join('');
  }

  /**
   * Takes the rows that the cursor has left downwards, each with its line feed. A row that changes after it was taken is
   * taken again, once there is more below it: of a block that is redrawn over and over only the first state and the last.
   */
  takeLines(): string {
    const isRedrawing = this.#row < this.#rows.length - 1 || this.#rows.length <= this.#redrawn;
    if (this.#status.length > 0 || isRedrawing) return '';
    const lines = [...this.#final, ...this.#lines(this.#row)].join('');
    for (const row of this.#rows.slice(this.#taken, this.#row)) row.taken = row.toText();
    this.#final = [];
    this.#taken = this.#row;
    this.#redrawn = 0;
    return lines;
  }

  /** Rows on the way: the line in progress, or the block that is being redrawn. */
  get pending(): string {
    return this.#status.length > 0
      ? ''
      : this.#lines(this.#end, Math.max(this.#taken, this.#end - PENDING_ROWS)).join('');
  }

  get #current(): FoldedRow {
    return this.#status.at(-1) ?? this.#rows[this.#row] ?? this.#pushRow(false);
  }

  get #end(): number {
    let end = this.#rows.length;
    while (end > this.#row + 1 && this.#rows[end - 1]?.toText() === '') end--;
    return end;
  }

  get #lowest(): number {
    return Math.max(this.#top, this.#rows.length - REACH, 0);
  }

  /**
   * Line editors draw a wrap by hand: a space after the last column, then a carriage return, which is at the beginning of
   * the next row then. Zsh and fish fill the row after output without line end: a mark, a row of spaces, a carriage return.
   */
  #undoDrawnWrap(columns: number): void {
    const row = this.#current;
    if (!row.endsInSpace || (row.plain && 2 * row.plainLength <= columns)) return;
    const width = row.width;
    if (width <= columns || (this.#col ?? width) !== width) return;
    if (width % columns === 1) {
      row.truncate(width - 1);
      this.#nextRow(true);
    } else if (row.endsIn(FILLER_MARKS, columns - 1)) {
      row.truncate(width - columns);
      this.#nextRow(false);
    }
  }

  /** Appending needs no columns: the row only ever grew, the cursor is at its end. */
  get #atPlainEnd(): boolean {
    const row = this.#current;
    return row.plain && (this.#col === null || (this.#col === 0 && row.empty));
  }

  #append(text: string, isConcealed: boolean): string {
    let room = LONGEST_ROW - this.#current.plainLength;
    if (room <= 0) {
      this.#nextRow(true);
      room = LONGEST_ROW;
    }
    const fits = cut(text, room);
    this.#current.append(text.slice(0, fits), isConcealed);
    this.#col = null;
    return text.slice(fits);
  }

  #overwrite(text: string, isConcealed: boolean): string {
    let col = this.#column();
    let used = 0;
    for (const cluster of clusters(text)) {
      if (cluster.width === 0 && col > 0) this.#current.join(col, cluster.text);
      else {
        if (col + cluster.width > LONGEST_ROW) {
          this.#nextRow(true);
          this.#col = 0;
          return text.slice(used);
        }
        if (!this.#pad(this.#current, col)) col = this.#current.width;
        this.#current.put(col, cluster.text, Math.max(1, cluster.width), isConcealed);
        col += Math.max(1, cluster.width);
      }
      used += cluster.text.length;
    }
    this.#col = col;
    return '';
  }

  /** The cursor's column, counting the row when nobody has. */
  #column(): number {
    this.#col ??= this.#current.width;
    return this.#col;
  }

  #pad(row: FoldedRow, col: number): boolean {
    const missing = col - row.width;
    if (missing <= 0) return true;
    if (!this.#spend(missing)) return false;
    row.pad(col);
    return true;
  }

  #nextRow(wrapped: boolean): void {
    if (this.#status.length > 0) {
      this.#pushStatus();
      return;
    }
    this.#row++;
    const row = this.#rows[this.#row];
    if (!row) this.#pushRow(wrapped);
    else if (wrapped) row.wrapped = true;
  }

  #pushRow(wrapped: boolean): FoldedRow {
    const row = new FoldedRow(wrapped);
    this.#rows.push(row);
    this.#row = this.#rows.length - 1;
    this.#seal();
    return row;
  }

  #pushStatus(): void {
    this.#status.push(new FoldedRow());
    if (this.#status.length > STATUS_ROWS) this.#status.shift();
  }

  #toRow(row: number, create: boolean): void {
    const target = Math.max(row, this.#lowest);
    while (create && this.#rows.length <= target && this.#spend(1)) this.#rows.push(new FoldedRow());
    this.#row = Math.min(target, this.#rows.length - 1);
    this.#noteRedraw();
    this.#seal();
  }

  #noteRedraw(): void {
    if (this.#row >= this.#taken) return;
    this.#taken = this.#row;
    this.#redrawn = this.#rows.length;
  }

  /** A status line that is followed by a line feed or the end was text after all. */
  #keepStatus(): void {
    if (this.#status.length === 0) return;
    const rows = this.#status.filter(row => row.toText() !== '');
    this.#status = [];
    this.#excursion = false;
    if (
      rows.length > 0 &&
      this.#row === this.#rows.length - 1 &&
      this.#row > 0 &&
      this.#rows[this.#row]?.toText() === ''
    )
      this.#rows.pop();
    this.#rows.push(...rows);
    this.#row = this.#rows.length - 1;
  }

  /** Makes rows out of reach final, many at once. */
  #seal(): void {
    const count = Math.min(this.#rows.length - REACH, this.#row);
    if (count < REACH) return;
    this.#final.push(...this.#lines(count));
    this.#rows.splice(0, count);
    this.#taken = Math.max(0, this.#taken - count);
    this.#redrawn = Math.max(0, this.#redrawn - count);
    this.#row -= count;
    this.#top = Math.max(0, this.#top - count);
    if (this.#saved) this.#saved.row -= count;
  }

  /** Rows up to `end` that do not stand as they were taken; each with its line feed, but for the last one of all. */
  #lines(end: number, from = this.#taken): string[] {
    const last = this.#end - 1;
    return this.#rows.slice(from, end).flatMap((row, index) => {
      const text = row.toText();
      if (row.taken === text) return [];
      const goesOn = from + index === last || this.#rows[from + index + 1]?.wrapped;
      return [goesOn ? text : `${text}\n`];
    });
  }

  #spend(units: number): boolean {
    if (units > this.#credit) return false;
    this.#credit -= units;
    return true;
  }
}

/** What zsh and fish print in front of the filling spaces. */
const FILLER_MARKS = ['%', '#', '⏎'];

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Length of the longest beginning of at most `units` that does not split a surrogate pair. */
function cut(text: string, units: number): number {
  if (text.length <= units) return text.length;
  const code = text.charCodeAt(units - 1);
  return code >= 0xd800 && code <= 0xdbff && units > 1 ? units - 1 : units;
}
