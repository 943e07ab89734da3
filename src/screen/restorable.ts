import type {Terminal} from '@xterm/headless';
import {reach} from './reach.ts';
import {savedCursor} from './saved-cursor.ts';

/**
 * Whether a serialised copy of this terminal behaves the same from here on, except that a combining character that comes
 * next no longer joins the last one. Looks into xterm.js 6.0.0 where its public
 * interface is silent; what is not found there counts as not restorable, so a changed xterm.js costs memory, not truth.
 */
export function isRestorable(terminal: Terminal): boolean {
  const buffer = terminal.buffer.active;
  if (buffer.cursorX >= terminal.cols || terminal.modes.originMode || terminal.modes.synchronizedOutputMode)
    return false;
  const core = reach(terminal, '_core');
  const input = reach(core, '_inputHandler');
  const buffers = reach(reach(core, '_bufferService'), 'buffers');
  return (
    reach(reach(input, '_parser'), 'currentState') === 0 &&
    ['normal', 'active'].every(name => scrollsWhole(reach(buffers, name), terminal.rows)) &&
    reach(reach(core, '_charsetService'), 'charset') === undefined &&
    savedCursor(terminal) !== undefined
  );
}

/** Each screen has a scroll region of its own. */
function scrollsWhole(buffer: unknown, rows: number): boolean {
  return reach(buffer, 'scrollTop') === 0 && reach(buffer, 'scrollBottom') === rows - 1;
}
