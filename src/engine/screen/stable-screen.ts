import {Patience, pause} from '../../core/index.ts';
import type {ScreenGrid} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';

/** A part of the screen that does not count, as where a spinner turns. Zero-based, its last row and column included. */
export interface ScreenRegion {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface StableOptions {
  /** So long nothing may change, counted from the call on. In milliseconds. */
  readonly quietMs: number;
  readonly timeoutMs: number;
  readonly ignore?: readonly ScreenRegion[] | undefined;
  readonly signal: AbortSignal;
}

/** While a region is left out, the screen is looked at no more often than this. */
const LOOK_MS = 30;

/**
 * Waits until a program has nothing more to show: no output for a while, or, with regions that do not count, none that changes the rest of the
 * screen. False when the time ran out first. A session that ends is stable. Rejects with `cancelled` when aborted.
 */
export async function awaitStableScreen(session: Session, options: StableOptions): Promise<boolean> {
  const {quietMs, timeoutMs, ignore = [], signal} = options;
  const clock = (): number => performance.now();
  const endsAt = clock() + timeoutMs;
  let quietSince = clock();
  let seen: number = session.tracker.outputEnd;
  let shown = ignore.length > 0 ? await fingerprint(session, ignore) : '';
  for (;;) {
    signal.throwIfAborted();
    const now = clock();
    if (session.isClosed || now - quietSince >= quietMs) return true;
    if (now >= endsAt) return false;
    await outputOr(session, seen, Math.min(quietSince + quietMs, endsAt) - now, signal);
    if (session.tracker.outputEnd === seen) continue;
    seen = session.tracker.outputEnd;
    if (ignore.length === 0) {
      quietSince = clock();
      continue;
    }
    const next = await fingerprint(session, ignore);
    if (next !== shown) quietSince = clock();
    shown = next;
    await pause(Math.min(LOOK_MS, Math.max(0, endsAt - clock())), signal);
  }
}

/** Until there is output after `seen`, the session ends, or the time is over. */
async function outputOr(session: Session, seen: number, waitMs: number, signal: AbortSignal): Promise<void> {
  using limit = new Patience(waitMs, signal);
  const look = (): true | undefined => session.isClosed || session.tracker.outputEnd > seen || undefined;
  await session.waiters.until(look, limit.signal).catch(() => undefined);
}

/** What is to be seen outside of the regions; the cursor counts where it is not inside of one. */
async function fingerprint(session: Session, ignore: readonly ScreenRegion[]): Promise<string> {
  const {grid} = await session.screen.grid();
  const isIgnored = (row: number, col: number): boolean =>
    ignore.some(({top, left, bottom, right}) => row >= top && row <= bottom && col >= left && col <= right);
  const {cursor} = grid;
  const isCursorIgnored = isIgnored(cursor.row, cursor.col);
  return JSON.stringify([cellsOutside(grid, isIgnored), isCursorIgnored ? null : cursor]);
}

function cellsOutside(
  {texts, styleOf, styles, cols}: ScreenGrid,
  isIgnored: (row: number, col: number) => boolean,
): unknown {
  const names = styles.map(style => JSON.stringify(style));
  return texts.flatMap((text, at) =>
    isIgnored(Math.floor(at / cols), at % cols) ? [] : [text, names[styleOf[at] ?? 0] ?? ''],
  );
}
