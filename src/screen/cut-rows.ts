import type {XtermCore} from './bounds/xterm-core.ts';

/**
 * Takes what xterm.js 6.0.0 leaves of an alternate screen that nobody is on when the terminal gets lower: room for as many rows as before,
 * which would make a scrollback of them, where the alternate screen has none.
 */
export function cutAlternateRoom({_bufferService}: XtermCore, rows: number): void {
  const {lines} = _bufferService.buffers.alt;
  if (lines.length === 0) lines.maxLength = rows;
}

/**
 * Cuts the rows of the alternate screen to so many columns. When it gets narrower, xterm.js 6.0.0 only hides what is beyond the last
 * column, and the serialising addon takes all of a row for what is shown.
 */
export function cutAlternateRows({_bufferService}: XtermCore, cols: number): void {
  const {alt} = _bufferService.buffers;
  for (let row = 0; row < alt.lines.length; row++) {
    const line = alt.lines.get(row);
    if (!line || line.length <= cols) continue;
    line.replaceCells(cols, line.length, alt.getNullCell());
    line.resize(cols, alt.getNullCell());
  }
}
