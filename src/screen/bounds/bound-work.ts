/**
 * Bounds what control sequences make the emulator do: counts are cut to what a screen can show, and the work that remains
 * is paid for from a budget. Done inside of xterm.js's own parser, so that no way of writing a sequence gets past it.
 */
import type {Terminal} from '@xterm/headless';
import {boundRepeat} from './bound-repeat.ts';
import type {WorkBudget} from './work-budget.ts';
import type {CsiParams, SequenceId, XtermCore} from './xterm-core.ts';

export function boundWork(terminal: Terminal, core: XtermCore, budget: WorkBudget): void {
  const grid = (): number => terminal.cols * terminal.rows;
  const counted = (id: SequenceId, most: () => number, unitsEach: () => number): void => {
    core.registerCsiHandler(id, params => budget.spend(cut(params, most()) * unitsEach()));
  };
  const priced = (id: SequenceId, units: (params: CsiParams) => number): void => {
    core.registerCsiHandler(id, params => budget.spend(units(params)));
  };
  const escaped = (id: SequenceId, units: () => number): void => {
    core.registerEscHandler(id, () => budget.spend(units()));
  };

  // SU, SD, IL, DL: xterm.js moves every row below once per line.
  for (const final of ['S', 'T', 'L', 'M'])
    counted(
      {final},
      () => terminal.rows,
      () => PER_LINE + terminal.cols + 2 * terminal.rows,
    );
  // CHT, CBT: a step looks at the columns up to the next stop.
  for (const final of ['I', 'Z'])
    counted(
      {final},
      () => terminal.cols,
      () => 8,
    );
  // ICH, DCH, ECH, EL, DECSEL work on one row.
  for (const final of ['@', 'P', 'X']) {
    priced({final}, params => {
      cut(params, terminal.cols);
      return 2 * terminal.cols;
    });
  }
  for (const prefix of ['', '?']) {
    priced(withPrefix(prefix, 'K'), () => terminal.cols);
    // ED, DECSED.
    priced(withPrefix(prefix, 'J'), params => {
      avoidLastCell(terminal, params);
      return erasedCells(terminal, params);
    });
  }
  // SL, SR, DECIC, DECDC work on every row.
  for (const [intermediates, final] of [
    [' ', '@'],
    [' ', 'A'],
    ["'", '}'],
    ["'", '~'],
  ] as const) {
    priced({intermediates, final}, params => {
      cut(params, terminal.cols);
      return 2 * grid();
    });
  }
  for (const final of ['h', 'l']) {
    priced({prefix: '?', final}, params => (switchesScreen(params) ? 3 * grid() : 0));
  }
  escaped({final: 'c'}, () => 4 * grid() + 2 * PER_LINE * terminal.rows);
  escaped({intermediates: '#', final: '8'}, grid);
  for (const final of ['M', 'D', 'E']) escaped({final}, () => PER_LINE + 2 * terminal.rows);
  boundRepeat(terminal, core, budget);
}

/** What one line costs beside its cells and the rows that move. */
const PER_LINE = 300;

/** Cuts the first parameter and returns the count it stands for. */
function cut(params: CsiParams, most: number): number {
  const count = params.params[0] || 1;
  if (count <= most) return count;
  params.params[0] = most;
  return most;
}

/**
 * ED 1 on the very last cell erases everything, as ED 2 does. xterm.js 6.0.0 then looks at the row below, which need not
 * exist: it throws.
 */
function avoidLastCell(terminal: Terminal, {params}: CsiParams): void {
  if (params[0] !== 1) return;
  const {cursorX, cursorY} = terminal.buffer.active;
  if (cursorX + 1 >= terminal.cols && cursorY + 1 >= terminal.rows) params[0] = 2;
}

/** Of ED, by row. */
function erasedCells({buffer, cols, rows}: Terminal, {params}: CsiParams): number {
  switch (params[0]) {
    case 0:
      return cols * (rows - buffer.active.cursorY);
    case 1:
      return cols * (buffer.active.cursorY + 1);
    case 2:
      return cols * rows;
    default:
      return 0;
  }
}

/** Modes 47, 1047 and 1049; several at once switch once. */
function switchesScreen({params, length}: CsiParams): boolean {
  for (let index = 0; index < length; index++) {
    const mode = params[index];
    if (mode === 47 || mode === 1047 || mode === 1049) return true;
  }
  return false;
}

function withPrefix(prefix: string, final: string): SequenceId {
  return prefix === '' ? {final} : {prefix, final};
}
