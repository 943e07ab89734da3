import type {Terminal} from '@xterm/headless';
import {reach} from '../reach.ts';
import type {XtermCore} from './xterm-core.ts';

/**
 * What plain text costs where it is not cheap, in units of a `WorkBudget`: in insert mode every character moves the rest of
 * its row, in a scrolling region every line feed moves its rows.
 */
export function textUnits(terminal: Terminal, core: XtermCore, bytes: Uint8Array): number {
  const inserting = terminal.modes.insertMode ? bytes.length * Math.floor(terminal.cols / INSERTED_PER_UNIT) : 0;
  return inserting + (hasRegion(terminal, core) ? lineFeeds(bytes) * 2 * terminal.rows : 0);
}

/** Cells that xterm.js moves in a row in the time of one unit. */
const INSERTED_PER_UNIT = 6;
const LF = 10;

function hasRegion(terminal: Terminal, core: XtermCore): boolean {
  const buffer = reach(reach(core, '_bufferService'), 'buffer');
  return reach(buffer, 'scrollTop') !== 0 || reach(buffer, 'scrollBottom') !== terminal.rows - 1;
}

function lineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}
