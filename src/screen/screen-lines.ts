import type {CellStyle} from './picture/grid/screen-grid.ts';

/** Which rows to read, counted from the first that the screen has ever had. */
export type LinesWanted =
  | {readonly type: 'none'}
  | {readonly type: 'viewport'}
  /** The last so many, the viewport's included. */
  | {readonly type: 'last'; readonly count: number}
  /** From `from` to before `to`, as far as they are kept. */
  | {readonly type: 'range'; readonly from: number; readonly to: number};

/** One row, without the cells at its end that nobody has written to. */
export interface ScreenLine {
  /** A cell that was never written to, between others, is a NUL. */
  readonly text: string;
  /** For each cell its UTF-16 units of `text`; 0 for the second half of a wide character. */
  readonly units: readonly number[];
  /** For each cell an index into the styles. */
  readonly styleOf: readonly number[];
  /** The terminal wrapped it: the line goes on in the next row. */
  readonly goesOn: boolean;
}

/** Rows of a screen and of what is above it. Plain data that crosses threads. */
export interface ScreenLines {
  readonly cols: number;
  readonly rows: number;
  /** Rows that were dropped above those that are kept. */
  readonly dropped: number;
  /** Rows kept above the viewport. */
  readonly above: number;
  readonly isAlternate: boolean;
  readonly cursor: {readonly line: number; readonly col: number};
  /** The number of the first of `lines`. */
  readonly first: number;
  readonly lines: readonly ScreenLine[];
  readonly styles: readonly CellStyle[];
}
