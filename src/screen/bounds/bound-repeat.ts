import type {Terminal} from '@xterm/headless';
import type {WorkBudget} from './work-budget.ts';
import type {XtermCore} from './xterm-core.ts';

/**
 * REP, `CSI n b`: what is repeated more often than screen and scrollback have room for leaves the same behind as a
 * smaller number does, as long as the last row ends in the same column.
 */
export function boundRepeat(terminal: Terminal, core: XtermCore, budget: WorkBudget): void {
  core.registerCsiHandler({final: 'b'}, ({params}) => {
    const {width, codes} = repeated(terminal);
    const perRow = Math.max(1, Math.floor(terminal.cols / width));
    const rows = terminal.rows + (terminal.options.scrollback ?? 0) + 1;
    const count = Math.min(
      sameEnd(params[0] || 1, {perRow, rows}),
      codes === 1 ? MOST_CHARACTERS : Math.ceil(MOST_CLUSTER_CODES / codes),
    );
    params[0] = count;
    return budget.spend(UNITS_PER_CODE * count * codes);
  });
}

/** A whole screen of the largest size there is. xterm.js writes all the characters out before it prints them. */
const MOST_CHARACTERS = 4_000_000;
/** Of characters with marks, each of which takes far more memory. */
const MOST_CLUSTER_CODES = 500_000;
const UNITS_PER_CODE = 9;

/** The smallest count, of those that fill all rows, that ends in the column where `count` ends. */
function sameEnd(count: number, {perRow, rows}: {perRow: number; rows: number}): number {
  const full = perRow * rows;
  return count <= full ? count : full + ((count - full) % perRow);
}

/** Columns and code points of the character before the cursor, which is the one to repeat. */
function repeated(terminal: Terminal): {width: number; codes: number} {
  const {active} = terminal.buffer;
  const line = active.getLine(active.baseY + active.cursorY);
  const last = line?.getCell(active.cursorX - 1);
  // The second half of a wide character has no width.
  const cell = last?.getWidth() === 0 ? line?.getCell(active.cursorX - 2) : last;
  return {width: Math.max(1, cell?.getWidth() ?? 1), codes: Math.max(1, cell?.getChars().length ?? 1)};
}
