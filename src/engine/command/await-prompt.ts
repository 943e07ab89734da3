/** Waits until a session can take a command line, and says what would take it. */

import {type CottyError, type LineReader, Patience, pause} from '../../core/index.ts';
import type {ForegroundClaim} from '../foreground/classify.ts';
import {isInterpreter, isKsh, isShellName} from '../foreground/program-names.ts';
import {endsAsPrompt, goesOnIn, isContinuation, isPromptOf, withoutSignals} from '../foreground/prompt-text.ts';
import {takes} from '../foreground/takes-commands.ts';
import {askUnheard, isLineEditor} from '../session/ask-unheard.ts';
import {conclude} from '../session/conclude.ts';
import type {Look} from '../session/foreground-look.ts';
import {programAtPrompt} from '../session/keyboard.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import {isShellReading} from '../session/unread-lines.ts';
import {askedShell} from '../write/line-editor.ts';
import {hasLostHooks} from './ask-shell.ts';
import {awaitVerdict} from './await-verdict.ts';
import {ACT_MS, changedWithin, type FoundPrompt, found, isPrompt, READS_LOOK_MS, showsPrompt} from './found-prompt.ts';
import {isErasable} from './half-line.ts';
import type {LineTaker} from './line-taker.ts';
import {
  asked,
  busy,
  continuation,
  keyboardTaken,
  notReady,
  printedBehind,
  promptless,
  readsInput,
  screenTaken,
  unbegun,
  unmarked,
  unsure,
} from './session-busy.ts';
import {isShellStopped, stopped} from './stopped-shell.ts';
import {isElsewhere, readsElse, readsForCommand, unmarkedTaker, waitsForNext} from './unmarked-prompt.ts';
import {goesOn, whoTakesLines} from './while-running.ts';

const FIRST_LOOK_MS = 150;
/** A shell that reads quietly for this long without our mark will not give one. */
const NO_MARK_MS = 1200;
/** So many looks, one behind another, must have found the shell stopped. */
const STOPPED_LOOKS = 3;
/** On a far side nobody is seen reading: how long its shell has to answer an Enter or ^C that was typed right before. */
const FAR_ANSWER_MS = 300;
/** Two looks at a far side that is quiet, and the time that makes its text a question. */
const NESTED_LOOK_MS = 4000;
/** Between two looks at a shell that may run what was typed ahead. */
const AHEAD_MS = 50;

/** Throws `session_busy` when something else has the terminal, `session_closed` when it ended, `cancelled` on abort. */
export async function awaitPrompt(session: Session, signal: AbortSignal): Promise<FoundPrompt> {
  for (;;) {
    const found = await lookForPrompt(session, signal);
    if (found) return found;
  }
}

/** Null when it is to be looked for anew: what had the terminal is over, or its shell was asked about it. */
async function lookForPrompt(session: Session, signal: AbortSignal): Promise<FoundPrompt | null> {
  const {tracker} = session;
  const since = session.clock.monotonicMs();
  let waitMs = tracker.integration === 'none' ? 20 : FIRST_LOOK_MS;
  let agreed = false;
  let askedAt: number | null = null;
  let stoppedLooks = 0;
  for (;;) {
    session.requireOpen();
    if (signal.aborted) throw await whyNotReady(session);
    // With what is typed while the place is looked at it is another one.
    const {typedLines} = session.gate;
    const atLine = (tracker.phase === 'prompt' && !tracker.current) || tracker.phase === 'continuation';
    // What was typed before is read and answered first: it may run a program that would read our line, and what arrives while a shell
    // deals with ^C may be dropped. No time tells that, only the shell: by a mark, or by waiting for input when all is read.
    if (atLine && session.unread.hasSome) {
      if (await session.unread.areRead(FAR_ANSWER_MS, signal)) continue;
      await requireEditor(session, signal);
      await pause(READS_LOOK_MS, signal);
      continue;
    }
    if (tracker.phase === 'prompt' && !tracker.current) {
      const taker = await takerAtPrompt(session, signal);
      if (taker) return {taker, typedLines};
      continue;
    }
    if (tracker.phase === 'continuation') throw continuation(session);
    if (tracker.current && tracker.current.phase !== 'betweenLines')
      return whoTakesLines(session, tracker.current, signal);
    const phase = tracker.phase;
    if (await changedWithin(session, () => tracker.phase !== phase, waitMs, signal)) continue;
    if (signal.aborted) throw await whyNotReady(session);
    const end = tracker.outputEnd;
    const look = await session.look();
    const {claim} = look;
    // It comes to no prompt before somebody has it go on; a debugger, say, stops it for a moment only.
    stoppedLooks = isShellStopped(look) ? stoppedLooks + 1 : 0;
    if (stoppedLooks >= STOPPED_LOOKS && session.clock.monotonicMs() - since > NO_MARK_MS) throw stopped(session);
    if (await askUnheard(session, look, signal)) continue;
    if (tracker.outputEnd !== end || tracker.phase !== phase || (await session.unread.recallPrompt(look))) continue;
    const longEnough = tracker.integration === 'none' || session.clock.monotonicMs() - since > NO_MARK_MS;
    const isAsked = claim.type === 'shellReads' && !isPrompt(session, look);
    const reads = (claim.type === 'shellReads' && !isAsked) || (claim.type === 'awaiting' && claim.kind === 'shell');
    const wasAsked = askedAt === session.gate.typedLines;
    if (reads && agreed && longEnough && !wasAsked && isBeginning(session, look)) {
      // A hook of the user's that runs behind ours may have put something in the place of what says the prompt, or Ctrl+C has met what says it:
      // asked by key, the shell says it. What others typed meanwhile may have met the answer too.
      askedAt = session.gate.typedLines;
      await session.gate.askShell(askedShell(tracker), signal);
      agreed = false;
      continue;
    }
    if (reads && agreed && longEnough) await conclude(session, null);
    else if ((isAsked || claim.type === 'awaiting') && agreed && longEnough) return found(session, 'nested');
    else if (claim.type === 'tui' && agreed && longEnough) throw screenTaken(session, claim.program);
    else if (claim.type === 'unknown' && agreed && longEnough) await conclude(session, null, {via: 'prompt'});
    agreed = reads || isAsked || claim.type === 'awaiting' || claim.type === 'tui' || showsPrompt(session, claim);
    waitMs = agreed ? 30 : Math.min(1000, waitMs * 1.6);
  }
}

/**
 * Who takes a line at the prompt that stands there. Null when it is to be looked for anew: something was typed there, or the shell does not read yet. Throws
 * `session_busy` where it reads for something else, `input_held` where half a line stays there.
 */
async function takerAtPrompt(session: Session, signal: AbortSignal): Promise<LineTaker | null> {
  const {tracker} = session;
  if (tracker.isTypedOn) await requireEditor(session, signal);
  if (signal.aborted || tracker.phase !== 'prompt') return null;
  if (tracker.integration === 'none' && (await isInterrupted(session, signal))) return null;
  if (tracker.integration === 'none') return unmarkedTaker(session, signal);
  const isTyped = tracker.integration === 'graded' || tracker.takesKey === false;
  const look = isTyped && !isFar(session) ? await session.look() : null;
  if (look && !(await isReading(session, look))) return null;
  if (look && goesOnUnsaid(session, look)) throw continuation(session);
  if (look?.probe.mode && tracker.shellFamily === 'posix') {
    if (!(await isErasable(session, !look.probe.mode.canonical, signal))) return null;
    if (await readsAhead(session, signal)) throw readsElse(session, look.probe.shell?.name ?? 'the shell');
  }
  return 'integrated';
}

/** The shell has said that its prompt comes, and not that it stands; its line editor reads, and nothing is unread. */
function isBeginning(session: Session, look: Look): boolean {
  const {tracker} = session;
  const {claim, probe} = look;
  // bash answers at a prompt only where marks of a command are missing.
  if (tracker.shellFamily === 'bash' || tracker.nestedShell) return false;
  if (tracker.heard === 0 || tracker.integration !== 'full' || tracker.lineTaken) return false;
  if (claim.type !== 'shellReads' || claim.replaced || claim.nested || probe.unreadBytes !== 0) return false;
  return isLineEditor(tracker, look);
}

/** Throws when a program has the keyboard that the line editor has started. */
async function requireEditor(session: Session, signal: AbortSignal): Promise<void> {
  const program = await programAtPrompt(session, signal).catch(error => {
    if (signal.aborted) return null;
    throw error;
  });
  if (program) throw keyboardTaken(session, program.name);
}

/** As `awaitPrompt`, for a command: it is no answer, so `ls` must not be what "Delete everything?" gets. */
export async function awaitCommandPrompt(session: Session, signal: AbortSignal): Promise<FoundPrompt> {
  for (;;) {
    const found = await awaitPrompt(session, signal);
    if (found.taker !== 'nested') return found;
    // What the look said that found it no longer holds once something was printed, or what reads has woken up: its own clock, a signal.
    const look = await session.look();
    if (MAY_READ.has(look.claim.type)) {
      await requireCommandReader(session, look, signal);
      return found;
    }
    await pause(READS_LOOK_MS, signal);
  }
}

/** Claims about something that waits for a line, as far as anybody can tell. */
const MAY_READ: ReadonlySet<ForegroundClaim['type']> = new Set(['shellReads', 'awaiting', 'blockedOnRead', 'unknown']);

/** Throws `session_busy` when what reads wants an answer, or input, or the rest of a line. */
async function requireCommandReader(session: Session, look: Look, signal: AbortSignal): Promise<void> {
  const {claim} = look;
  const {current, integration} = session.tracker;
  if (isPromptless(look)) throw promptless(session);
  const isUnhooked = current !== null && hasLostHooks(session, current, look);
  if (claim.type === 'shellReads' && (integration === 'graded' || isUnhooked))
    throw current && goesOn(session, current, look) ? continuation(session) : unmarked(session);
  if (claim.type === 'shellReads' && !claim.nested && !isPrompt(session, look)) throw asked(session, 'the shell');
  if (claim.type === 'shellReads' && (await isElsewhere(session, {pid: claim.pid, carried: false}, signal)))
    throw readsElse(session, 'the shell');
  if (claim.type === 'unknown') await nestedLineOver(session, signal);
  if (claim.type !== 'awaiting' && claim.type !== 'blockedOnRead') return;
  const tail = withoutSignals(lastLine(session, session.log.oldest));
  const taking = takes(
    claim,
    tail,
    readBefore(session, claim.pid, look),
    session.foreground.waitsOf(claim.pid, look.probe),
  );
  // IPython's continuation ends as a question does.
  if (isUnfinished(session, claim, tail) && !(await waitsForNext(session, claim.pid)))
    throw continuation(session, claim.program);
  if (taking === 'answers') throw asked(session, claim.program);
  if (taking === 'input')
    throw claim.type === 'awaiting' && isInterpreter(claim.program)
      ? printedBehind(session, claim.program)
      : readsInput(session, claim.program);
  const isNearShell = claim.type === 'awaiting' && !claim.carried && isShellName(claim.program);
  if (isNearShell && (await isElsewhere(session, {pid: claim.pid, carried: false}, signal)))
    throw readsElse(session, claim.program);
  await nestedLineOver(session, signal);
}

/** A ksh reads whose errors go elsewhere, and with them its prompt: nothing tells whether it waits for a command. */
function isPromptless({claim, probe: {foreground, shellPid, mode}}: Look): boolean {
  if (!('pid' in claim) || mode?.canonical !== true) return false;
  const isShell = claim.pid === shellPid || (claim.type === 'awaiting' && claim.kind === 'shell' && !claim.carried);
  return isShell && isKsh(foreground?.find(process => process.pid === claim.pid)?.name ?? '');
}

/** How the program read when a line was given to it last, if it has the tty in the same mode now. */
function readBefore({tracker}: Session, pid: number, {probe: {mode}}: Look): LineReader | undefined {
  const before = tracker.newestReader(pid);
  return before?.canonical === mode?.canonical ? before : undefined;
}

/** A nested shell or REPL shows what it shows where a line goes on, and lines were given to it at another prompt. */
function isUnfinished(
  {foreground}: Session,
  claim: Extract<ForegroundClaim, {type: 'awaiting' | 'blockedOnRead'}>,
  tail: string,
): boolean {
  const isFar = claim.type === 'awaiting' && claim.carried === true;
  const prompts = foreground.promptsOf({pid: claim.pid, carried: isFar});
  if (prompts.length === 0) return false;
  return isFar ? isContinuation(tail, prompts) : goesOnIn(claim.program, tail, prompts);
}

/**
 * A line that was given to the same reader before may not be over: on a far side text that is no prompt for certain stands there, or
 * a question of a command that reads by the shell's own `read`. Looks once more, for the last look may be an old one.
 */
async function nestedLineOver(session: Session, signal: AbortSignal): Promise<void> {
  const open = session.tracker.openNestedLine;
  if (!open?.reader) return;
  using limit = new Patience(NESTED_LOOK_MS, signal);
  const verdict = await awaitVerdict(session, open, limit.signal);
  if (open.phase === 'ended') return;
  const {claim, tracker} = session;
  // Something that was started by the line reads: it takes commands, as was found before.
  if (claim?.type === 'awaiting' && claim.pid !== open.reader.pid) return;
  if (verdict.type !== 'awaiting')
    throw busy(
      session,
      open,
      'it is still running',
      'Wait for it with read_output (command_id, wait_ms), stop it with send_control character=C, or use another session.',
    );
  const {carried, bracketedPaste, program} = open.reader;
  // A shell without a line editor reads the rest of the line by the same call as the next one.
  if (!carried && verdict.kind === 'continuation') throw continuation(session);
  // A line editor has switched its paste mode on again, and only at a prompt does it do so: the prompt is a new one.
  const hasEditor = !carried || (bracketedPaste && tracker.mode('bracketedPaste') > 0);
  if (hasEditor && (endsAsPrompt(verdict.tail) || isPromptOf(program, verdict.tail))) return;
  throw carried ? unsure(session, open) : asked(session, program);
}

/** On a far side nobody is seen reading. */
function isFar({tracker}: Session): boolean {
  return tracker.nestedShell?.pid === null;
}

/** A shell that gets its lines typed says its mark in the prompt, before it reads: what comes earlier is echoed by the tty, and again by its line editor. */
async function isReading(session: Session, look: Look): Promise<boolean> {
  if (look.claim.type === 'unknown') return true;
  const isReading = isShellReading(look, session.tracker);
  if (isReading && look.probe.mode) session.repair.noteReads(look.probe.mode);
  else await pause(READS_LOOK_MS);
  return isReading;
}

/** A shell without marks may have missed a ^C, and would drop what is typed behind it: true when it was asked again. */
async function isInterrupted(session: Session, signal: AbortSignal): Promise<boolean> {
  const {tracker, gate, clock} = session;
  if (!tracker.interruptedLast) return false;
  const restMs = ACT_MS - (clock.monotonicMs() - gate.lastInputMs);
  if (restMs > 0) await changedWithin(session, () => !tracker.interruptedLast, restMs, signal);
  return session.unread.interruptUnmarked(await session.look(), signal);
}

/** A zsh without its line editor says no mark where a line goes on: it has read what somebody entered, and waits, and has said nothing of it. */
function goesOnUnsaid(session: Session, {claim, probe}: Look): boolean {
  const {tracker} = session;
  if (!tracker.lineTaken || tracker.shellFamily !== 'zsh') return false;
  if (claim.type !== 'shellReads' && claim.type !== 'awaiting') return false;
  return probe.unreadBytes === 0 && claim.pid !== null && readsForCommand(session, probe, claim.pid) === true;
}

/**
 * A POSIX shell has said a prompt, and behind it lines that were typed before may run: by its reads, or by what it has shown since, it waits for
 * something else than a command. Two looks must agree, for what it has said may be on its way.
 */
async function readsAhead(session: Session, signal: AbortSignal): Promise<boolean> {
  const {tracker, foreground} = session;
  const isAtPrompt = () => !tracker.mayRunAhead || tracker.current !== null || foreground.isAtPrompt;
  if (isAtPrompt()) return false;
  const end = tracker.outputEnd;
  await pause(AHEAD_MS, signal);
  await session.look();
  return !isAtPrompt() && tracker.outputEnd === end;
}

async function whyNotReady(session: Session): Promise<CottyError> {
  const look = await session.look().catch(() => null);
  if (look && isShellStopped(look)) return stopped(session);
  const {current} = session.tracker;
  return current ? unbegun(session, current) : notReady(session);
}
