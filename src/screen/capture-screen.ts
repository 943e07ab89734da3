import {createHash} from 'node:crypto';
import type {IBuffer, Terminal} from '@xterm/headless';
import type {CaptureOptions, ScreenCapture, ScreenCursor, StyledRun} from './capture.ts';
import {type RowOptions, rowsApart, shownRow} from './rows-apart.ts';
import {styledRuns} from './styled-runs.ts';

/** Reads rows of the active screen as text. */
export function captureScreen(
  terminal: Terminal,
  facts: {title: string; cursor: ScreenCursor; skipped: {shown: number; above: number}},
  options: CaptureOptions,
): ScreenCapture {
  const buffer = terminal.buffer.active;
  const {from, to} = rowsAsked(buffer, options);
  const viewport = {from: buffer.baseY, to: buffer.length};
  const viewportText = textOf(buffer, viewport.from, viewport.to);
  const isViewport = from === viewport.from && to === viewport.to;
  const plain = isViewport ? viewportText : textOf(buffer, from, to);
  const {cursor, skipped} = facts;
  const marked = options.markCursor ? {row: buffer.baseY + cursor.row, col: cursor.col} : undefined;
  const {joinWrapped, marksConcealed} = options;
  const isPlain = !joinWrapped && !marked && !marksConcealed;
  const text = isPlain ? plain : textOf(buffer, from, to, {joinWrapped, marked, marksConcealed});
  return {
    text,
    cols: terminal.cols,
    rows: terminal.rows,
    cursor,
    screen: buffer.type === 'alternate' ? 'alternate' : 'primary',
    title: facts.title,
    linesAbove: buffer.baseY,
    hash: hashOf([viewportText, cursor.row, cursor.col, cursor.visible]),
    totalLines: buffer.length,
    firstRow: from - buffer.baseY,
    skippedBytes: skipped.shown + (from < buffer.baseY ? skipped.above : 0),
    ...(options.apart
      ? {
          apart: {
            asked: rowsApart(buffer, {from, to}, {marked, marksConcealed}),
            viewport: rowsApart(buffer, viewport, {}),
          },
        }
      : {}),
    ...(options.styles ? {styles: stylesOf(terminal, from, plain)} : {}),
  };
}

/** Absolute buffer rows `[from, to)`. */
function rowsAsked(buffer: IBuffer, {lines = -1, scrollback = false}: CaptureOptions): {from: number; to: number} {
  if (lines < 0) return {from: scrollback ? 0 : buffer.baseY, to: buffer.length};
  let to = Math.max(buffer.baseY + buffer.cursorY + 1, 0);
  for (let row = buffer.length - 1; row >= to; row--) {
    if (rowText(buffer, row) !== '') to = row + 1;
  }
  while (to > 0 && rowText(buffer, to - 1) === '') to--;
  return {from: Math.max(0, to - lines), to};
}

interface TextOptions extends RowOptions {
  readonly joinWrapped?: boolean | undefined;
}

/** Rows without trailing blanks, without blank rows at the end. */
function textOf(
  buffer: IBuffer,
  from: number,
  to: number,
  {joinWrapped = false, marked, marksConcealed}: TextOptions = {},
): string {
  const rows: string[] = [];
  for (let row = from; row < to; row++) {
    const text = shownRow(buffer, row, {marked, marksConcealed});
    if (joinWrapped && rows.length > 0 && buffer.getLine(row)?.isWrapped) rows.push(rows.pop() + text);
    else rows.push(text);
  }
  const trimmed = rows.map(row => row.trimEnd());
  while (trimmed.length > 0 && trimmed.at(-1) === '') trimmed.pop();
  return trimmed.join('\n');
}

function rowText(buffer: IBuffer, row: number): string {
  return buffer.getLine(row)?.translateToString(true).trimEnd() ?? '';
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha1').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

function stylesOf(terminal: Terminal, from: number, text: string): StyledRun[] {
  const count = text === '' ? 0 : text.split('\n').length;
  return Array.from({length: count}, (_, row) => styledRuns(terminal.buffer.active, from + row, row)).flat();
}
