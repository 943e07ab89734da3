import type {IBuffer, IBufferCell} from '@xterm/headless';
import type {StyledRun} from './capture.ts';
import {rgb} from './colour.ts';
import {colourWord} from './picture/grid/style-words.ts';

/** Stretches of one buffer row whose style is not the default; `row` is the number they are given. */
export function styledRuns(buffer: IBuffer, bufferRow: number, row: number): StyledRun[] {
  const line = buffer.getLine(bufferRow);
  const runs: {row: number; col: number; length: number; style: string}[] = [];
  if (!line) return runs;
  let cell: IBufferCell | undefined;
  for (let col = 0; col < line.length; col++) {
    cell = line.getCell(col, cell);
    if (!cell) break;
    const style = cell.isAttributeDefault() ? '' : styleOf(cell);
    const last = runs.at(-1);
    if (style === '') continue;
    if (last?.style === style && last.col + last.length === col) last.length++;
    else runs.push({row, col, length: 1, style});
  }
  return runs;
}

function styleOf(cell: IBufferCell): string {
  const words: string[] = [];
  if (cell.isBold()) words.push('bold');
  if (cell.isDim()) words.push('dim');
  if (cell.isItalic()) words.push('italic');
  if (cell.isUnderline()) words.push('underline');
  if (cell.isOverline()) words.push('overline');
  if (cell.isStrikethrough()) words.push('strikethrough');
  if (cell.isBlink()) words.push('blink');
  if (cell.isInverse()) words.push('inverse');
  if (cell.isInvisible()) words.push('invisible');
  if (!cell.isFgDefault()) words.push(`fg=${colour(cell.getFgColor(), cell.isFgRGB())}`);
  if (!cell.isBgDefault()) words.push(`bg=${colour(cell.getBgColor(), cell.isBgRGB())}`);
  return words.join(' ');
}

function colour(value: number, isRgb: boolean): string {
  return colourWord(isRgb ? rgb(value >> 16, (value >> 8) & 255, value & 255) : value);
}
