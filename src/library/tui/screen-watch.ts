import type {Session} from '../../engine/index.ts';
import {ScreenAssertionError} from './screen-assertion-error.ts';

/**
 * Looks until it sees what it looks for, at once and whenever something was printed. Throws a `ScreenAssertionError` with `complaint` and the screen
 * when the time is over; the program's end ends the wait too, after a last look.
 */
export async function until<T>(
  session: Session,
  look: () => Promise<T | undefined>,
  {timeoutMs, complaint}: {readonly timeoutMs: number; readonly complaint: () => string},
): Promise<T> {
  const limit = AbortSignal.timeout(timeoutMs);
  for (;;) {
    const seen = session.tracker.outputEnd;
    const wasClosed = session.isClosed;
    const found = await look();
    if (found !== undefined) return found;
    if (wasClosed || limit.aborted) throw new ScreenAssertionError(await withScreen(session, complaint(), timeoutMs));
    const isNew = (): true | undefined => session.tracker.outputEnd > seen || session.isClosed || undefined;
    await session.waiters.until(isNew, limit).catch(() => undefined);
  }
}

async function withScreen(session: Session, complaint: string, timeoutMs: number): Promise<string> {
  const {text, cols} = await session.screen.read();
  const edge = '─'.repeat(cols);
  const when = session.isClosed ? 'and the program has ended' : `within ${timeoutMs} ms`;
  return `${complaint} ${when}. The screen:\n${edge}\n${text}\n${edge}`;
}
