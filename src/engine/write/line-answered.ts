/** Whether the shell has answered what was typed at it. */
import {type Clock, Patience, pause} from '../../core/index.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {Look} from '../session/foreground-look.ts';
import {INTERRUPTED_MS, isProgramReading, type UnreadLines} from '../session/unread-lines.ts';
import type {Waiters} from '../session/waiters.ts';
import {isDelivering} from './line-editor.ts';

/** How long a shell that makes its prompt has to come to it. */
export const ANSWER_MS = 300;
/** How long the shell may take to answer an Enter or ^C: what arrives while it deals with ^C, it may drop. */
const TAKEN_MS = 10_000;
/** Between two looks at a shell that has not read all yet. */
const LOOK_AGAIN_MS = 10;

/** Between two looks at a shell that has said no prompt yet. */
const START_LOOK_MS = 100;
/** How long a POSIX shell may be at work itself in the files that it starts with, before a signal character reaches it there. */
const START_FILE_MS = 10_000;

/** How long a program that reads nothing may be one that a hook of the user's has started. */
const HOOK_MS = 1000;
const HOOK_LOOK_MS = 50;

/** What of a session tells whether its shell has answered. */
export interface AnsweringShell {
  readonly tracker: SessionTracker;
  readonly unread: UnreadLines;
  readonly waiters: Waiters;
  readonly clock: Clock;
  /** Looks at the tty now. */
  look(): Promise<Look>;
}

/** Resolves when the shell has answered the Enter or ^C that was typed last and is at its prompt, or has had the time to. */
export async function lineAnswered(session: AnsweringShell, patienceMs: number, signal: AbortSignal): Promise<void> {
  const {tracker} = session;
  await lineDelivered(session, signal);
  const takenUntil = session.clock.monotonicMs() + TAKEN_MS;
  let atWorkSince: number | null = null;
  while (tracker.lineTaken && session.unread.hasSome && session.clock.monotonicMs() < takenUntil && !signal.aborted) {
    if (await session.unread.areRead(ANSWER_MS, signal).catch(() => true)) continue;
    // What the shell was given is a program that reads by now: of a shell without marks nothing else tells.
    const look = await session.look().catch(() => null);
    if (look && isProgramReading(look, tracker)) return;
    const now = session.clock.monotonicMs();
    // A shell that acts on a ^C is at work as well, and drops what comes meanwhile.
    atWorkSince = tracker.interrupted && look?.probe.shellInForeground ? (atWorkSince ?? now) : null;
    const actsOnInterrupt = atWorkSince !== null && now - atWorkSince < INTERRUPTED_MS;
    if (look && hasBegunUnsaid(look, tracker) && !actsOnInterrupt) return;
    await pause(LOOK_AGAIN_MS, signal);
  }
  await promptDrawn(session, patienceMs, signal);
}

/** A POSIX shell has read all that was typed, or runs a program, and more was typed behind that: it says of no line that it has begun. */
function hasBegunUnsaid({claim, probe}: Look, {shellFamily, current, mayRunAhead}: SessionTracker): boolean {
  const mayRun = shellFamily === 'posix' && (current !== null || mayRunAhead);
  return mayRun && claim.type === 'busy' && ((probe.unreadBytes ?? 0) === 0 || probe.shellInForeground === false);
}

/**
 * Resolves when a POSIX shell that starts reads at its first prompt, or something else reads, or it has had the time to: of a line that is typed
 * before it says by no mark that it has begun.
 */
export async function firstPromptDrawn(session: AnsweringShell, signal: AbortSignal): Promise<void> {
  const {tracker, waiters, clock} = session;
  const until = clock.monotonicMs() + TAKEN_MS;
  for (let readsAt = -1; isStarting(session) && clock.monotonicMs() < until && !signal.aborted; ) {
    const end = tracker.outputEnd;
    const reads = await isRead(session);
    // Its prompt may be on its way.
    if (reads && readsAt === end && tracker.outputEnd === end) return;
    readsAt = reads ? end : -1;
    await waiters.within(() => (isStarting(session) ? undefined : true), START_LOOK_MS, signal);
    // It says its prompt before its line editor has the tty, which would echo what is typed too.
    while (!isStarting(session) && clock.monotonicMs() < until && !signal.aborted && !(await isRead(session)))
      await pause(LOOK_AGAIN_MS, signal);
  }
}

/**
 * Resolves when a POSIX shell that starts has said its first prompt, or what its user's file runs has the terminal for longer than a program of
 * ours, or it has had the time to: ^C would end the shell while that is loaded, and later take it out of the file that gives it its marks.
 */
export async function outOfStartFile(session: AnsweringShell, signal: AbortSignal): Promise<void> {
  const {waiters, clock} = session;
  const until = clock.monotonicMs() + START_FILE_MS;
  for (let wasGiven = false; isStarting(session) && clock.monotonicMs() < until && !signal.aborted; ) {
    const look = await session.look().catch(() => null);
    const isGiven = look !== null && (look.probe.shellInForeground === false || look.claim.type !== 'busy');
    if (isGiven && wasGiven) return;
    wasGiven = isGiven;
    await waiters.within(() => (isStarting(session) ? undefined : true), START_LOOK_MS, signal);
  }
}

function isStarting({tracker}: AnsweringShell): boolean {
  return tracker.integration === 'graded' && tracker.phase === 'preparing' && !tracker.current;
}

/** Something waits for input, as far as anybody can tell. */
async function isRead(session: AnsweringShell): Promise<boolean> {
  const look = await session.look().catch(() => null);
  return look?.claim.type !== 'busy';
}

/**
 * Resolves when what has the terminal and reads nothing is over, or reads, or has had the time to: a hook of the user's may have started it between
 * a command and its prompt, and what is typed then is for the shell.
 */
export async function hookOver(session: AnsweringShell, signal: AbortSignal): Promise<void> {
  const {tracker, waiters, clock} = session;
  const until = clock.monotonicMs() + HOOK_MS;
  while (tracker.phase === 'running' && tracker.integration === 'full' && !signal.aborted) {
    const look = await session.look().catch(() => null);
    if (look?.claim.type !== 'busy' || clock.monotonicMs() > until) return;
    await waiters.within(() => (tracker.phase === 'running' ? undefined : true), HOOK_LOOK_MS, signal);
  }
}

/** Resolves when the shell has taken the line that was given to it, or nobody waits for that any more. */
async function lineDelivered({tracker, waiters}: AnsweringShell, signal: AbortSignal): Promise<void> {
  if (!isDelivering(tracker)) return;
  using limit = new Patience(TAKEN_MS, signal);
  await waiters.until(() => (isDelivering(tracker) ? undefined : true), limit.signal).catch(() => undefined);
}

/** Resolves when a shell that makes its prompt has come to it, or has had the time to. */
export async function promptDrawn(session: AnsweringShell, patienceMs: number, signal: AbortSignal): Promise<void> {
  if (!isBetweenPrompts(session)) return;
  using limit = new Patience(patienceMs, signal);
  await session.waiters
    .until(() => (isBetweenPrompts(session) ? undefined : true), limit.signal)
    .catch(() => undefined);
}

/** A command is over and the prompt that follows has not come: the tty would echo what is typed, and the prompt again. */
function isBetweenPrompts({tracker}: AnsweringShell): boolean {
  return tracker.phase === 'preparing' && tracker.integration === 'full' && !tracker.current;
}
