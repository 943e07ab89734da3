/** Escape alone and Alt with a key are told apart by time only: what comes right behind the byte of Escape belongs to it. */
import {endsInEscape} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';

/** ncurses waits so long for what belongs to an Escape (ESCDELAY), vim as long by default, and nobody longer. */
const LONGEST_MS = 1100;
/** readline, prompt_toolkit and Node.js wait 500 ms, which begin later on a busy machine: when they have read it. */
const USUAL_MS = 800;

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
  const atMs = open.get(session);
  if (atMs === undefined || session.isClosed) return;
  const restMs = atMs + LONGEST_MS - session.clock.monotonicMs();
  if (restMs <= 0) return;
  const {probe} = (await session.look().catch(() => null)) ?? {};
  if (probe?.mode?.canonical) return;
  const isOver = (): true | undefined =>
    session.foreground.lastOutputMs > atMs + USUAL_MS || session.isClosed || undefined;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(restMs))]);
  await session.waiters.until(isOver, limit).catch(() => undefined);
}
