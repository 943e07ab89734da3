import type {IBufferCell, Terminal} from '@xterm/headless';
import type {ScreenCursor} from '../../capture.ts';
import {reach} from '../../reach.ts';
import {textAbove} from '../../rows-apart.ts';
import type {GridCursor, ScreenGrid} from './screen-grid.ts';
import {StyleTable} from './style-table.ts';

/** Reads the viewport of the active screen with all that is to be drawn of it. */
export function readGrid(
  terminal: Terminal,
  facts: {readonly title: string; readonly cursor: ScreenCursor},
): ScreenGrid {
  const {cols, rows} = terminal;
  const buffer = terminal.buffer.active;
  const texts = new Array<string>(cols * rows).fill('');
  const widths = new Uint8Array(cols * rows).fill(1);
  const styleOf = new Uint16Array(cols * rows);
  const styles = new StyleTable();
  let cell: IBufferCell | undefined;
  for (let row = 0; row < rows; row++) {
    const line = buffer.getLine(buffer.baseY + row);
    for (let col = 0; line && col < cols; col++) {
      cell = line.getCell(col, cell);
      if (!cell) break;
      const at = row * cols + col;
      const text = cell.getChars();
      if (text !== '' && text !== ' ') texts[at] = text;
      widths[at] = cell.getWidth();
      if (!cell.isAttributeDefault()) styleOf[at] = styles.indexOf(cell);
    }
  }
  const cursor = {...facts.cursor, shape: cursorShape(terminal)};
  return {
    cols,
    rows,
    texts,
    widths,
    styles: styles.all,
    styleOf,
    cursor,
    above: textAbove(buffer, buffer.baseY),
    title: facts.title,
  };
}

function cursorShape(terminal: Terminal): GridCursor['shape'] {
  const modes = reach(reach(reach(terminal, '_core'), 'coreService'), 'decPrivateModes');
  const shape = reach(modes, 'cursorStyle');
  return shape === 'underline' || shape === 'bar' ? shape : 'block';
}
