import type {XtermCore} from './bounds/xterm-core.ts';

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
