/** Escape alone and Alt with a key are told apart by time only: what comes right behind the byte of Escape belongs to it. */
import {pause} from '../../core/index.ts';
import {endsInEscape} from '../../screen/index.ts';
import {isAtWork} from '../foreground/classify.ts';
import type {Session} from '../session/session.ts';

/** Between two looks at a program that has not read the Escape yet. */
const LOOK_AGAIN_MS = 20;
/** ncurses waits so long for what belongs to an Escape (ESCDELAY), vim as long by default, and nobody longer. */
const LONGEST_MS = 1100;
/** readline, prompt_toolkit and Node.js wait 500 ms. */
const USUAL_MS = 600;

/** By session: the Escape that was typed last, while nothing was typed behind it. */
const open = new WeakMap<Session, TypedEscape>();

interface TypedEscape {
  /** When (monotonic milliseconds) the program was seen to have read it; null when it reads whole lines, undefined while it has not. */
  readMs: number | null | undefined;
}

/** To be called right before each write: what it says of earlier ones is over. */
export function noteTyped(session: Session, bytes: Uint8Array): void {
  open.delete(session);
  if (!endsInEscape(bytes)) return;
  const typed: TypedEscape = {readMs: undefined};
  open.set(session, typed);
  void whenRead(session).then(readMs => {
    typed.readMs = readMs;
  });
}

/**
 * Resolves when the program must have taken an Escape that was typed last for what it is. What it prints at once proves nothing:
 * vim shows the Escape while it still waits for what belongs to it; what it prints later does. A program whose lines the kernel
 * collects gets no keys one by one. Resolves at once on abort.
 */
export async function escapeTaken(session: Session, signal: AbortSignal): Promise<void> {
  const typed = open.get(session);
  const {clock} = session;
  if (!typed || session.isClosed) return;
  while (typed.readMs === undefined && !signal.aborted) await pause(LOOK_AGAIN_MS, signal);
  const {readMs} = typed;
  if (!readMs) return;
  const restMs = readMs + LONGEST_MS - clock.monotonicMs();
  if (restMs <= 0) return;
  const isOver = (): true | undefined =>
    session.foreground.lastOutputMs > readMs + USUAL_MS || session.isClosed || undefined;
  const hasShown = await session.waiters.within(isOver, Math.ceil(restMs), signal);
  if (!hasShown) await asleep(session, clock.monotonicMs() + LONGEST_MS, signal);
}

/**
 * When the program had read what was typed and slept again, as far as anybody can see: its own time begins there, and on a busy machine that is
 * late. Null when it reads whole lines.
 */
async function whenRead(session: Session): Promise<number | null> {
  const {clock} = session;
  const typedMs = clock.monotonicMs();
  for (;;) {
    // Also before the first look: it is yet to be written.
    await pause(LOOK_AGAIN_MS);
    const {probe} = (await session.look().catch(() => null)) ?? {};
    if (probe?.mode?.canonical) return null;
    const isRead = !probe?.unreadBytes && !(probe && isAtWork(probe));
    if (isRead || clock.monotonicMs() - typedMs >= LONGEST_MS) return clock.monotonicMs();
  }
}

/** A program whose time is over learns of it when it has a processor: what is typed before that still belongs to the Escape. */
async function asleep(session: Session, untilMs: number, signal: AbortSignal): Promise<void> {
  while (!session.isClosed && !signal.aborted && session.clock.monotonicMs() < untilMs) {
    const look = await session.look().catch(() => null);
    if (!look || !isAtWork(look.probe)) return;
    await pause(LOOK_AGAIN_MS, signal);
  }
}
