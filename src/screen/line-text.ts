import type {IBufferCell, IBufferLine} from '@xterm/headless';
import {DEFAULT, rgb} from './colour.ts';
import {markReadable, withoutForgedMarks} from './conceal/concealed-marks.ts';
import {type Ink, isConcealed} from './conceal/is-concealed.ts';

/** One row of a screen as text, as wide as the screen. */
export function lineText(
  line: IBufferLine,
  {cursorCol, marksConcealed = false}: {cursorCol?: number | undefined; marksConcealed?: boolean | undefined} = {},
): string {
  // A cursor after the last column stands on it.
  const cursor = cursorCol === undefined ? undefined : Math.min(cursorCol, line.length - 1);
  const between = (columns: Columns): string => textBetween(line, columns, cursor);
  if (!marksConcealed) return between({from: 0, to: line.length});
  let text = '';
  let at = 0;
  for (const run of concealedRuns(line)) {
    text += withoutForgedMarks(between({from: at, to: run.from})) + markReadable(between(run));
    at = run.to;
  }
  return text + withoutForgedMarks(between({from: at, to: line.length}));
}

/** Columns `[from, to)`. */
interface Columns {
  readonly from: number;
  readonly to: number;
}

/** The cursor is shown as █ where its cell is blank. */
function textBetween(line: IBufferLine, {from, to}: Columns, cursor: number | undefined): string {
  if (cursor === undefined || cursor < from || cursor >= to) return line.translateToString(false, from, to);
  const rest = line.translateToString(false, cursor, to);
  return line.translateToString(false, from, cursor) + (rest.startsWith(' ') ? `█${rest.slice(1)}` : rest);
}

function concealedRuns(line: IBufferLine): readonly Columns[] {
  const runs: {from: number; to: number}[] = [];
  let cell: IBufferCell | undefined;
  for (let col = 0; col < line.length; col++) {
    cell = line.getCell(col, cell);
    if (!cell || cell.isAttributeDefault() || !isConcealed(inkOf(cell))) continue;
    const last = runs.at(-1);
    if (last?.to === col) last.to++;
    else runs.push({from: col, to: col + 1});
  }
  return runs;
}

function inkOf(cell: IBufferCell): Ink {
  return {
    conceal: cell.isInvisible() !== 0,
    bold: cell.isBold() !== 0,
    foreground: cell.isFgDefault() ? DEFAULT : colourOf(cell.getFgColor(), cell.isFgRGB()),
    background: cell.isBgDefault() ? DEFAULT : colourOf(cell.getBgColor(), cell.isBgRGB()),
  };
}

function colourOf(value: number, isRgb: boolean): number {
  return isRgb ? rgb(value >> 16, (value >> 8) & 255, value & 255) : value;
}
