/** Escape alone and Alt with a key are told apart by time only: what comes right behind the byte of Escape belongs to it. */
import {endsInEscape} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';
import {pause} from './input-lease.ts';

/** Between two looks at a program that has not read the Escape yet. */
const LOOK_AGAIN_MS = 20;
/** ncurses waits so long for what belongs to an Escape (ESCDELAY), and nobody longer. */
const LONGEST_MS = 1100;
/** readline, prompt_toolkit and Node.js wait 500 ms. */
const USUAL_MS = 600;
/** What comes out of a program that was silent for so long before is its answer. */
const SILENT_MS = 300;

interface Escape {
  readonly atMs: number;
  /** The program was silent before, so that whatever it prints is its answer. */
  readonly wasSilent: boolean;
}

/** By session: the Escape that was typed last, as long as nothing was typed behind it. */
const open = new WeakMap<Session, Escape>();

/** To be called right before each write: what it says of earlier ones is over. */
export function noteTyped(session: Session, bytes: Uint8Array): void {
  open.delete(session);
  if (!endsInEscape(bytes)) return;
  const atMs = session.clock.monotonicMs();
  open.set(session, {atMs, wasSilent: atMs - session.foreground.lastOutputMs >= SILENT_MS});
}

/**
 * Resolves when the program has taken an Escape that was typed last for what it is, which it shows by printing, or must have. A
 * program whose lines the kernel collects gets no keys one by one. Resolves at once on abort.
 */
export async function escapeTaken(session: Session, signal: AbortSignal): Promise<void> {
  const last = open.get(session);
  if (!last || session.isClosed) return;
  const {clock} = session;
  if (clock.monotonicMs() - last.atMs >= LONGEST_MS) return;
  const readMs = await whenRead(session, last.atMs, signal);
  if (readMs === null) return;
  const restMs = (withinMs: number): number => readMs + withinMs - clock.monotonicMs();
  // What it goes on to print may be what it was printing anyway. If it prints nothing, it is one that waits for long.
  if (!last.wasSilent) await pause(restMs(USUAL_MS), signal);
  const isOver = (): true | undefined => session.foreground.lastOutputMs > last.atMs || session.isClosed || undefined;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(restMs(LONGEST_MS))))]);
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
