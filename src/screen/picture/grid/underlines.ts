/** What the serialize addon 0.14.0 leaves out: kinds and colours of underlines. */
import type {IBufferCell, Terminal} from '@xterm/headless';
import {DEFAULT} from '../../colour.ts';
import {reach} from '../../reach.ts';
import {sgrOf} from '../formats/to-ansi.ts';
import {styleOf} from './cell-style.ts';
import type {CellStyle} from './screen-grid.ts';

/**
 * Control sequences that draw the cells of the viewport with such underlines once more, on a terminal that shows all the rest. Empty
 * where there are none, or where what is drawn would move other cells. The cursor is left somewhere.
 */
export function drawUnderlines(terminal: Terminal): string {
  const {insertMode, originMode, wraparoundMode} = terminal.modes;
  if (insertMode || originMode || !wraparoundMode) return '';
  const buffer = terminal.buffer.active;
  const drawn: string[] = [];
  let cell: IBufferCell | undefined;
  for (let row = 0; row < terminal.rows; row++) {
    const line = buffer.getLine(buffer.baseY + row);
    let next = -1;
    for (let col = 0; line && col < terminal.cols; col++) {
      cell = line.getCell(col, cell);
      if (!cell?.isUnderline() || cell.getWidth() === 0) continue;
      const style = styleOf(cell);
      if (!isSpecial(style)) continue;
      const place = next === col ? '' : `\x1b[${row + 1};${col + 1}H`;
      drawn.push(`${place}\x1b[0;${sgrOf(style)}m${cell.getChars() || ' '}`);
      next = col + cell.getWidth();
    }
  }
  if (drawn.length === 0) return '';
  const pen = reach(reach(reach(terminal, '_core'), '_inputHandler'), '_curAttrData');
  const sgr = isAttributes(pen) ? sgrOf(styleOf(pen)) : '';
  return `${drawn.join('')}\x1b[0${sgr === '' ? '' : `;${sgr}`}m`;
}

function isSpecial({underline, underlineColour, foreground}: CellStyle): boolean {
  return underline !== 'single' || (underlineColour !== DEFAULT && underlineColour !== foreground);
}

/** What xterm.js draws with next has the methods of a cell’s style. */
function isAttributes(pen: unknown): pen is Pick<IBufferCell, 'isBold'> & IBufferCell {
  return typeof reach(pen, 'isBold') === 'function';
}
