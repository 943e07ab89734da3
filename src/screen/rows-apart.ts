import type {IBuffer} from '@xterm/headless';
import type {RowsApart} from './capture.ts';
import {lineText} from './line-text.ts';

/** UTF-16 units above the first row, at most: the longest secret that is known by its beginning. */
const MOST_ABOVE = 4096;

export interface RowOptions {
  /** Where the cursor is to be marked, by absolute row. */
  readonly marked?: {readonly row: number; readonly col: number} | undefined;
  readonly marksConcealed?: boolean | undefined;
}

/** Absolute rows `[from, to)`, and what goes on in the first of them. */
export function rowsApart(buffer: IBuffer, {from, to}: {from: number; to: number}, options: RowOptions): RowsApart {
  const at = Array.from({length: to - from}, (_, place) => from + place);
  const goesOn = at.map(row => rowGoesOn(buffer, row));
  return {
    rows: at.map((row, place) => {
      const text = shownRow(buffer, row, options);
      return goesOn[place] ? text : text.trimEnd();
    }),
    goesOn,
    isWrapped: at.map(row => buffer.getLine(row)?.isWrapped ?? false),
    above: textAbove(buffer, from),
  };
}

/** One row as it is shown, as wide as the screen. */
export function shownRow(buffer: IBuffer, row: number, {marked, marksConcealed}: RowOptions): string {
  const line = buffer.getLine(row);
  const cursorCol = marked?.row === row ? marked.col : undefined;
  return line ? lineText(line, {cursorCol, marksConcealed}) : '';
}

/** What stands in the rows above one and goes on in it. */
export function textAbove(buffer: IBuffer, row: number): string {
  let text = '';
  for (let above = row - 1; above >= 0 && text.length < MOST_ABOVE && rowGoesOn(buffer, above); above--)
    text = shownRow(buffer, above, {}) + text;
  return text;
}

function rowGoesOn(buffer: IBuffer, row: number): boolean {
  if (buffer.getLine(row + 1)?.isWrapped) return true;
  const line = buffer.getLine(row);
  const last = line?.getCell(line.length - 1);
  // The second half of a wide character has no text of its own.
  return last !== undefined && (last.getWidth() === 0 || last.getChars().trim() !== '');
}
