/** What is waited for before a shell or a program is typed at. */
import {pause} from '../../core/index.ts';
import type {Session} from '../session/session.ts';
import {WAITING} from '../session/session-state.ts';
import {awaitStart} from './await-start.ts';
import {ANSWER_MS, lineAnswered, outOfStartFile, promptDrawn} from './line-answered.ts';
import {isSignalCharacter} from './line-effect.ts';

/** What was typed this long before ^C has been read; what has not, outlives the line that ^C was to end. */
const READ_MS = 30;
/** A command that runs longer is typed ahead of. */
const BASH_READS_MS = 2000;
const READS_LOOK_MS = 50;
/** Before the prompt nothing tells a paste from typing, and each line of it would run by itself. */
export const PASTE_ANSWER_MS = 5000;

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

/**
 * Resolves when bash is at its prompt, or what it runs reads from the terminal, or either has had the time to: of several lines that it reads one by one
 * it tells nothing but the newest, and of those typed while it runs something nobody knows where they begin.
 */
export async function bashReads(session: Session, signal: AbortSignal): Promise<void> {
  const {tracker, clock, waiters} = session;
  const until = clock.monotonicMs() + BASH_READS_MS;
  if (tracker.shellFamily !== 'bash') return;
  await lineAnswered(session, ANSWER_MS, signal);
  const isAtLine = (): true | undefined => (tracker.phase === 'running' && !session.isClosed ? undefined : true);
  while (!isAtLine() && clock.monotonicMs() < until && !signal.aborted) {
    const look = await session.look().catch(() => null);
    if (!look || WAITING.has(look.claim.type)) return;
    await waiters.within(isAtLine, READS_LOOK_MS, signal);
  }
}

/** Resolves when what a signal character at the beginning is meant for will have it: the program just started, the line just typed, or the shell. */
export async function signalReady(session: Session, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  if (!isSignalCharacter(bytes.subarray(0, 1))) return;
  await awaitStart(session, signal);
  // The program may be over: what the shell has said of that is known after a look, and at its prompt it has to answer a ^C.
  if (session.tracker.phase === 'running') await session.look().catch(() => undefined);
  await promptDrawn(session, ANSWER_MS, signal);
  await outOfStartFile(session, signal);
  if (session.tracker.phase === 'prompt') await pause(READ_MS - sinceInputMs(session), signal);
}

function sinceInputMs(session: Session): number {
  return session.clock.monotonicMs() - session.gate.lastInputMs;
}
