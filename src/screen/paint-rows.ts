import type {IBuffer, IBufferCell, Terminal} from '@xterm/headless';
import type {ScreenCursor} from './capture.ts';
import type {PaintedRows} from './painted-rows.ts';
import {textAbove} from './rows-apart.ts';

/**
 * The viewport, cut to `size` where it is larger, so that the cursor is in view. Nothing depends on how the other terminal wraps:
 * each row stands for itself.
 */
export function paintRows(
  terminal: Terminal,
  cursor: ScreenCursor,
  size: {readonly cols: number; readonly rows: number},
): PaintedRows {
  const buffer = terminal.buffer.active;
  const cols = Math.min(size.cols, terminal.cols);
  const rows = Math.min(size.rows, terminal.rows);
  const left = Math.max(0, cursor.col - cols + 1);
  const top = Math.max(0, cursor.row - rows + 1);
  return {
    rows: Array.from({length: rows}, (_, row) => paintRow(buffer, buffer.baseY + top + row, left, left + cols)),
    above: cols === terminal.cols ? textAbove(buffer, buffer.baseY + top) : '',
    cursor: {...cursor, row: cursor.row - top, col: cursor.col - left},
  };
}

/** Cells `[from, to)`. Of a wide character that the edge cuts there is a blank. */
function paintRow(buffer: IBuffer, row: number, from: number, to: number): string {
  const line = buffer.getLine(row);
  if (!line) return '';
  let painted = '';
  /** Blanks in the plain style that nothing has followed yet. */
  let blanks = 0;
  let style = '';
  let cell: IBufferCell | undefined;
  for (let col = from; col < to; col++) {
    cell = line.getCell(col, cell);
    if (!cell) break;
    const isWhole = cell.getWidth() > 0 && col + cell.getWidth() <= to;
    if (cell.getWidth() === 0 && col > from) continue;
    const text = isWhole ? cell.getChars() || ' ' : ' ';
    const next = cell.isAttributeDefault() ? '' : sgrOf(cell);
    if (next === '' && style !== '') painted += '\x1b[m';
    if (next === '' && text === ' ') blanks++;
    else {
      painted += ' '.repeat(blanks) + (next === '' || next === style ? '' : `\x1b[0;${next}m`) + text;
      blanks = 0;
    }
    style = next;
  }
  return style === '' ? painted : `${painted}\x1b[m`;
}

/** Parameters of SGR: ECMA-48 8.3.117, colours as xterm takes them. */
function sgrOf(cell: IBufferCell): string {
  const codes: (number | string)[] = [];
  if (cell.isBold()) codes.push(1);
  if (cell.isDim()) codes.push(2);
  if (cell.isItalic()) codes.push(3);
  if (cell.isUnderline()) codes.push(4);
  if (cell.isBlink()) codes.push(5);
  if (cell.isInverse()) codes.push(7);
  if (cell.isInvisible()) codes.push(8);
  if (cell.isStrikethrough()) codes.push(9);
  if (cell.isOverline()) codes.push(53);
  if (!cell.isFgDefault()) codes.push(colour(38, cell.getFgColor(), cell.isFgRGB()));
  if (!cell.isBgDefault()) codes.push(colour(48, cell.getBgColor(), cell.isBgRGB()));
  return codes.join(';');
}

function colour(kind: 38 | 48, value: number, isRgb: boolean): string {
  return isRgb ? `${kind};2;${value >> 16};${(value >> 8) & 0xff};${value & 0xff}` : `${kind};5;${value}`;
}
