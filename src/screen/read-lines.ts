import type {IBuffer, IBufferCell, Terminal} from '@xterm/headless';
import type {ScreenCursor} from './capture.ts';
import {StyleTable} from './picture/grid/style-table.ts';
import type {LinesWanted, ScreenLine, ScreenLines} from './screen-lines.ts';

/**
 * Reads rows by numbers that stay what they are while output scrolls. The alternate screen takes the place of the viewport: above it is
 * what stood above the primary one.
 */
export function readLines(
  terminal: Terminal,
  {cursor, dropped}: {readonly cursor: ScreenCursor; readonly dropped: number},
  wanted: LinesWanted,
): ScreenLines {
  const {active, normal} = terminal.buffer;
  const above = normal.baseY;
  const top = dropped + above;
  const end = top + terminal.rows;
  const {from, to} = rangeOf(wanted, top, end);
  const styles = new StyleTable();
  const lines: ScreenLine[] = [];
  const first = Math.min(Math.max(from, dropped), end);
  for (let line = first; line < Math.min(to, end); line++) {
    const isShown = line >= top;
    const buffer = isShown ? active : normal;
    lines.push(readLine(buffer, isShown ? active.baseY + line - top : line - dropped, terminal.cols, styles));
  }
  return {
    ...{cols: terminal.cols, rows: terminal.rows, dropped, above, first, lines},
    isAlternate: active.type === 'alternate',
    cursor: {line: top + cursor.row, col: cursor.col},
    styles: styles.all,
  };
}

function rangeOf(wanted: LinesWanted, top: number, end: number): {from: number; to: number} {
  switch (wanted.type) {
    case 'none':
      return {from: end, to: end};
    case 'viewport':
      return {from: top, to: end};
    case 'last':
      return {from: end - wanted.count, to: end};
    case 'range':
      return wanted;
    default:
      return wanted satisfies never;
  }
}

function readLine(buffer: IBuffer, row: number, cols: number, styles: StyleTable): ScreenLine {
  const line = buffer.getLine(row);
  const texts: string[] = [];
  const styleOf: number[] = [];
  let written = 0;
  let cell: IBufferCell | undefined;
  for (let col = 0; line && col < cols; col++) {
    cell = line.getCell(col, cell);
    if (!cell) break;
    const isSecondHalf = cell.getWidth() === 0;
    const text = cell.getChars();
    texts.push(isSecondHalf ? '' : text || NEVER_WRITTEN);
    styleOf.push(cell.isAttributeDefault() ? 0 : styles.indexOf(cell));
    if (isSecondHalf || text !== '') written = col + 1;
  }
  return {
    text: texts.slice(0, written).join(''),
    units: texts.slice(0, written).map(text => text.length),
    styleOf: styleOf.slice(0, written),
    goesOn: buffer.getLine(row + 1)?.isWrapped ?? false,
  };
}

const NEVER_WRITTEN = '\0';
