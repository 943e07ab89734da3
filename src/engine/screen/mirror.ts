/** A session on a terminal of another size than its own: drawn row by row, as the bytes of its programs are made for its own size. */

import {pause} from '../../core/index.ts';
import type {SecretMask} from '../../guard/index.ts';
import type {PaintedRows} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';
import type {Size} from '../session/shared-size.ts';

/** Pictures follow one another no faster. */
const PAUSE_MS = 40;

export interface Mirror extends Disposable {
  /** What the terminal shows is what the session shows now. */
  readonly isCurrent: boolean;
}

/** Draws the session whenever it has changed, over a terminal that is empty. What lies beyond the session’s edges says why. */
export function mirror(
  session: Session,
  {size, secrets}: {readonly size: Size; readonly secrets: SecretMask | null},
  onBytes: (bytes: Buffer) => void,
): Mirror {
  const stopped = new AbortController();
  let shownTo = -1;
  let isWanted = true;
  const isNew = (): boolean => session.tracker.outputEnd > shownTo || session.isClosed;
  const run = async (): Promise<void> => {
    let shown: readonly string[] = [];
    let modes = '';
    while (!stopped.signal.aborted && isWanted) {
      await session.waiters.until(() => isNew() || undefined, stopped.signal);
      const end = session.tracker.outputEnd;
      // It may end while it is drawn, and print something before.
      const isLast = session.isClosed;
      if (isLast && end <= shownTo) break;
      const painted = masked(await session.screen.paint(size), Math.min(size.cols, session.tracker.cols), secrets);
      if (stopped.signal.aborted) return;
      const rows = frame(painted, session.tracker, size);
      const nextModes = inputModes(session);
      const changed = rows.flatMap((row, at) => (row === shown[at] ? [] : [`\x1b[${at + 1};1H${row}`]));
      onBytes(Buffer.from(`\x1b[?25l${changed.join('')}${nextModes === modes ? '' : nextModes}${placed(painted)}`));
      shown = rows;
      modes = nextModes;
      shownTo = Math.max(painted.at, end);
      isWanted = !isLast;
      session.waiters.wake();
      if (isWanted) await pause(PAUSE_MS, stopped.signal);
    }
  };
  run()
    // A screen that cannot be drawn leaves the last picture; the session goes on, and so does what is typed.
    .catch(() => {
      shownTo = Number.POSITIVE_INFINITY;
    })
    .finally(() => session.waiters.wake());
  return {
    get isCurrent() {
      return session.tracker.outputEnd <= shownTo;
    },
    [Symbol.dispose]: () => stopped.abort(),
  };
}

function masked<Painted extends PaintedRows>(painted: Painted, cols: number, secrets: SecretMask | null): Painted {
  return secrets
    ? {...painted, rows: secrets.maskRows(painted.rows.join('\n'), cols, painted.above).split('\n')}
    : painted;
}

/** Every row of the terminal, with what stands beyond the session's edges. */
function frame({rows}: PaintedRows, {cols, rows: ownRows}: Size, size: Size): readonly string[] {
  const edge = cols < size.cols ? `\x1b[${cols + 1}G${FAINT}│` : '';
  const inside = rows.map(row => `${row}\x1b[K${edge}${PLAIN}`);
  if (size.rows <= ownRows) return edge === '' ? inside : withNote(inside, cols, ownRows, size.cols - cols - 2);
  const width = Math.min(cols, size.cols);
  const text = ` ${describe(cols, ownRows)} `.slice(0, Math.max(0, width));
  const corner = edge === '' ? '' : '┘';
  const below = `${FAINT}${text}${'─'.repeat(width - text.length)}${corner}${PLAIN}\x1b[K`;
  return [...inside, below, ...Array.from({length: size.rows - ownRows - 1}, () => '\x1b[K')];
}

/** Where there is no row below, it stands beside the first. */
function withNote(rows: readonly string[], cols: number, ownRows: number, room: number): readonly string[] {
  const [first = '', ...others] = rows;
  const text = describe(cols, ownRows).slice(0, Math.max(0, room));
  return [`${first}\x1b[${cols + 3}G${FAINT}${text}${PLAIN}`, ...others];
}

function describe(cols: number, rows: number): string {
  return `${cols}×${rows}, for another terminal that is attached`;
}

const FAINT = '\x1b[2m';
const PLAIN = '\x1b[m';

function placed({cursor}: PaintedRows): string {
  return `${PLAIN}\x1b[${cursor.row + 1};${cursor.col + 1}H${cursor.visible ? '\x1b[?25h' : ''}`;
}

/** What decides which bytes the terminal sends: the programs get keys, pastes and the mouse as they have asked for them. */
function inputModes({tracker}: Session): string {
  const set = (mode: number, isSet: boolean): string => `\x1b[?${mode}${isSet ? 'h' : 'l'}`;
  const mouse = tracker.mode('mouse');
  return [
    set(1, tracker.mode('applicationCursor') > 0),
    tracker.mode('applicationKeypad') > 0 ? '\x1b=' : '\x1b>',
    set(2004, tracker.mode('bracketedPaste') > 0),
    '\x1b[?9;1000;1002;1003l',
    mouse > 0 ? set(mouse, true) : '',
    set(1006, tracker.mode('mouseSgr') > 0),
    `\x1b[=${tracker.mode('kittyKeyboard')}u`,
    `\x1b[>4;${tracker.mode('modifyOtherKeys')}m`,
  ].join('');
}
