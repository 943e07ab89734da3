import type {Terminal} from '@xterm/headless';
import {reach} from './reach.ts';

/**
 * The sequence that saves the cursor (DECSC) where a program has saved it, for the end of a repainted screen: empty when
 * nothing was saved, undefined when the place cannot be told by a repaint. A mode change to 1049 saves the cursor too,
 * and 1049 reset returns to it even on the primary screen.
 */
export function savedCursor(terminal: Terminal): string | undefined {
  const core = reach(terminal, '_core');
  const buffers = reach(reach(core, '_bufferService'), 'buffers');
  const style = styleOf(reach(reach(core, '_inputHandler'), '_curAttrData'));
  const primary = saved(reach(buffers, 'normal'));
  const alternate = saved(reach(buffers, 'alt'));
  if (!primary || !alternate || !isUntouched(alternate)) return undefined;
  const {normal, active} = terminal.buffer;
  if (active.type === 'alternate') {
    // The repaint enters the alternate screen from the primary one's cursor, in the present style. No sequence places a delayed wrap.
    const isThere = primary.row === normal.cursorY && primary.col === normal.cursorX && primary.col < terminal.cols;
    return isThere && primary.style === style ? '' : undefined;
  }
  if (isUntouched(primary)) return '';
  const isOnScreen = primary.row < terminal.rows && primary.col < terminal.cols;
  return isOnScreen && primary.style === style ? `\x1b[${primary.row + 1};${primary.col + 1}H\x1b7` : undefined;
}

/**
 * A repaint by the serialising addon, from which the alternate screen is entered at the primary one's cursor: the addon brings it there by
 * steps, which goes wrong from the last column.
 */
export function enteredAtCursor(paint: string, {buffer}: Terminal): string {
  if (buffer.active.type !== 'alternate') return paint;
  const {cursorX, cursorY} = buffer.normal;
  // Cells hold no control characters, so the first is the one.
  return paint.replace(ENTERED, entered => `\x1b[${cursorY + 1};${cursorX + 1}H${entered}`);
}

/** What addon-serialize 0.14.0 writes between the two screens. */
const ENTERED = '\x1b[?1049h\x1b[H';

interface Saved {
  readonly row: number;
  readonly col: number;
  /** Foreground and background, as xterm.js packs them. */
  readonly style: string;
}

/** Undefined when xterm.js does not say, or a character set was saved as well. */
function saved(buffer: unknown): Saved | undefined {
  const [col, line, base] = ['savedX', 'savedY', 'ybase'].map(name => reach(buffer, name));
  if (typeof col !== 'number' || typeof line !== 'number' || typeof base !== 'number') return undefined;
  if (reach(buffer, 'savedCharset') !== undefined) return undefined;
  return {row: Math.max(line - base, 0), col, style: styleOf(reach(buffer, 'savedCurAttrData'))};
}

function isUntouched({row, col, style}: Saved): boolean {
  return row === 0 && col === 0 && style === '0,0';
}

function styleOf(attributes: unknown): string {
  return `${reach(attributes, 'fg')},${reach(attributes, 'bg')}`;
}
