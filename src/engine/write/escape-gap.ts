/** Escape alone and Alt with a key are told apart by time only: what comes right behind the byte of Escape belongs to it. */
import {endsInEscape} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';
import {pause} from './input-lease.ts';

/** Between two looks at a program that has not read the Escape yet. */
const LOOK_AGAIN_MS = 20;
/** ncurses waits so long for what belongs to an Escape (ESCDELAY), vim as long by default, and nobody longer. */
const LONGEST_MS = 1100;
/** readline, prompt_toolkit and Node.js wait 500 ms. */
const USUAL_MS = 600;

/** By session: when (monotonic milliseconds) the Escape was typed that nothing was typed behind. */
const open = new WeakMap<Session, number>();

/** To be called right before each write: what it says of earlier ones is over. */
export function noteTyped(session: Session, bytes: Uint8Array): void {
  open.delete(session);
  if (endsInEscape(bytes)) open.set(session, session.clock.monotonicMs());
}

/**
 * Resolves when the program must have taken an Escape that was typed last for what it is. What it prints at once proves nothing:
 * vim shows the Escape while it still waits for what belongs to it; what it prints later does. A program whose lines the kernel
 * collects gets no keys one by one. Resolves at once on abort.
 */
export async function escapeTaken(session: Session, signal: AbortSignal): Promise<void> {
  const typedMs = open.get(session);
  const {clock} = session;
  if (typedMs === undefined || session.isClosed || clock.monotonicMs() - typedMs >= LONGEST_MS) return;
  const readMs = await whenRead(session, typedMs, signal);
  if (readMs === null) return;
  const restMs = readMs + LONGEST_MS - clock.monotonicMs();
  const isOver = (): true | undefined =>
    session.foreground.lastOutputMs > readMs + USUAL_MS || session.isClosed || undefined;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(restMs)))]);
  await session.waiters.until(isOver, limit).catch(() => undefined);
}

/** When the program had read what was typed, as far as anybody can see: its own time begins there. Null when it reads whole lines. */
async function whenRead(session: Session, typedMs: number, signal: AbortSignal): Promise<number | null> {
  const {clock} = session;
  for (let readMs = typedMs; ; readMs = clock.monotonicMs()) {
    const {probe} = (await session.look().catch(() => null)) ?? {};
    if (probe?.mode?.canonical) return null;
    if (!probe?.unreadBytes || clock.monotonicMs() - typedMs >= LONGEST_MS || signal.aborted) return readMs;
    await pause(LOOK_AGAIN_MS, signal);
  }
}
