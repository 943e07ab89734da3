/** What is waited for before a shell or a program is typed at. */

import type {Session} from '../session/session.ts';
import {isProgramReading} from '../session/unread-lines.ts';
import {awaitStart} from './await-start.ts';
import {pause} from './input-lease.ts';

/** How long a shell that makes its prompt has to come to it. */
export const ANSWER_MS = 300;
/** ^C, ^Z and ^\ are signals to whatever has the tty. */
export const SIGNALS: ReadonlySet<number> = new Set([0x03, 0x1a, 0x1c]);
/** What was typed this long before ^C has been read; what has not, outlives the line that ^C was to end. */
const READ_MS = 30;
/** How long the shell may take to answer an Enter or ^C: what arrives while it deals with ^C, it may drop. */
const TAKEN_MS = 10_000;
/** Between two looks at a shell that has not read all yet. */
const LOOK_AGAIN_MS = 10;
/** Before the prompt nothing tells a paste from typing, and each line of it would run by itself. */
export const PASTE_ANSWER_MS = 5000;

/** What of a session tells whether its shell has answered. */
export type AnsweringShell = Pick<Session, 'tracker' | 'unread' | 'clock' | 'waiters' | 'look'>;

/** Resolves when the shell has answered the Enter or ^C that was typed last and is at its prompt, or has had the time to. */
export async function lineAnswered(session: AnsweringShell, patienceMs: number, signal: AbortSignal): Promise<void> {
  const {tracker} = session;
  const takenUntil = session.clock.monotonicMs() + TAKEN_MS;
  while (tracker.lineTaken && session.unread.hasSome && session.clock.monotonicMs() < takenUntil && !signal.aborted) {
    if (await session.unread.areRead(ANSWER_MS, signal).catch(() => true)) continue;
    // What the shell was given is a program that reads by now: of a shell without marks nothing else tells.
    const look = await session.look().catch(() => null);
    if (look && isProgramReading(look, tracker)) return;
    await pause(LOOK_AGAIN_MS, signal);
  }
  await promptDrawn(session, patienceMs, signal);
}

/** Resolves when a shell that makes its prompt has come to it, or has had the time to. */
async function promptDrawn(session: AnsweringShell, patienceMs: number, signal: AbortSignal): Promise<void> {
  if (!isBetweenPrompts(session)) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  await session.waiters.until(() => (isBetweenPrompts(session) ? undefined : true), limit).catch(() => undefined);
}

/** Resolves when the shell reads at its prompt, or has had the time to: zsh asks for the marks of a paste only after its prompt. */
export async function promptRead(session: Session, signal: AbortSignal): Promise<void> {
  const {tracker} = session;
  const until = session.clock.monotonicMs() + PASTE_ANSWER_MS;
  while (tracker.phase === 'prompt' && tracker.mode('bracketedPaste') === 0 && !signal.aborted) {
    const look = await session.look().catch(() => null);
    if (!look || look.claim.type === 'shellReads' || session.clock.monotonicMs() > until) return;
    await pause(READ_MS, signal);
  }
}

/** Resolves when what a signal character is meant for will have it: the program just started, or the line just typed. */
export async function signalReady(session: Session, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  if (bytes.length !== 1 || !SIGNALS.has(bytes[0] ?? 0)) return;
  await awaitStart(session, signal);
  // The program may be over: what the shell has said of that is known after a look, and at its prompt it has to answer a ^C.
  if (session.tracker.phase === 'running') await session.look().catch(() => undefined);
  await promptDrawn(session, ANSWER_MS, signal);
  if (session.tracker.phase === 'prompt') await pause(READ_MS - sinceInputMs(session), signal);
}

/** A command is over and the prompt that follows has not come: the tty would echo what is typed, and the prompt again. */
function isBetweenPrompts({tracker}: AnsweringShell): boolean {
  return tracker.phase === 'preparing' && tracker.integration === 'full' && !tracker.current;
}

function sinceInputMs(session: Session): number {
  return session.clock.monotonicMs() - session.gate.lastInputMs;
}
