/** Who takes a line while a command has the terminal: whatever it runs that reads lines, or the shell that has nothing left to say that it is over. */
import {LinkedAbort, pause} from '../../core/index.ts';
import {type ForegroundClaim, isShellAtWork} from '../foreground/classify.ts';
import {type CommandRecord, isUntaken} from '../projection/command-record.ts';
import {conclude} from '../session/conclude.ts';
import type {Look} from '../session/foreground-look.ts';
import type {Session} from '../session/session.ts';
import {askShell, hasAnswered, hasLostHooks, isAtPrompt} from './ask-shell.ts';
import {awaitVerdict} from './await-verdict.ts';
import {ACT_MS, changedWithin, type FoundPrompt, found, isPrompt, READS_LOOK_MS, showsPrompt} from './found-prompt.ts';
import {isOver, mayGoOn} from './judge.ts';
import {leftBehind} from './left-behind.ts';
import {busy, continuation} from './session-busy.ts';
import {isShellStopped, stopped} from './stopped-shell.ts';
import {isElsewhere, readsElse, readsForCommand, SHELL_WORK_MS} from './unmarked-prompt.ts';

/** So many looks at what may not have been typed yet: what does not read keeps its input waiting. */
const MOST_WRITING = 20;
/** Between two looks at a program that reads nothing. */
const NEXT_LOOK_MS = 30;
/** So many looks must have found nobody who reads. */
const FEWEST_LOOKS = 3;

/**
 * What takes lines while this command has the terminal; null when that is over, or was asked about: then the prompt is looked for anew. Throws
 * `session_busy` when nothing does.
 */
export async function whoTakesLines(
  session: Session,
  record: CommandRecord,
  signal: AbortSignal,
): Promise<FoundPrompt | null> {
  if (isUntaken(record)) {
    await untakenKnown(session, record, signal);
    return null;
  }
  const restMs = ACT_MS - (session.clock.monotonicMs() - session.gate.lastInputMs);
  if (restMs > 0) await changedWithin(session, () => record.phase === 'ended', restMs, signal);
  const workUntil = session.clock.monotonicMs() + SHELL_WORK_MS;
  for (let looks = 1; ; looks++) {
    const isOnItsWay = session.gate.lease.isWriting;
    const look = await session.look();
    // Of what is typed just now nobody is seen to have read anything.
    if (isOnItsWay && looks <= MOST_WRITING) {
      await pause(READS_LOOK_MS, signal);
      continue;
    }
    if (record.phase === 'ended' || (await askShell(session, record, look))) return null;
    if (await session.unread.recallPrompt(look)) return null;
    if (await session.unread.interruptUnmarked(look, signal)) continue;
    requireKeyboard(session, record, look.claim);
    const taker = await takerSeen(session, record, look, signal);
    if (taker !== undefined) return taker;
    const isMakingPrompt = isShellAtWork(look.probe) && session.clock.monotonicMs() < workUntil;
    if (looks >= FEWEST_LOOKS && isShellStopped(look)) throw stopped(session);
    if (looks >= FEWEST_LOOKS && !isMakingPrompt) break;
    await pause(NEXT_LOOK_MS);
  }
  throw busy(
    session,
    record,
    'it is still running',
    'Wait for it with read_output (command_id, wait_ms), stop it with send_control character=C (escalate=true if it ignores that), or use another session.',
  );
}

/** Throws `session_busy` when the command wants keys, or a secret, and no line. */
function requireKeyboard(session: Session, record: CommandRecord, claim: ForegroundClaim): void {
  if (claim.type === 'tui')
    throw busy(
      session,
      record,
      `${claim.program ?? 'a full-screen program'} has the screen`,
      'Drive it with send_keys and read_screen, or quit it first.',
    );
  if (claim.type === 'secret')
    throw busy(
      session,
      record,
      'it waits for a secret',
      'A person types it (cotty attach); or stop it with send_control character=C.',
    );
}

/** Who is seen to read lines now; undefined when nobody is, null when the command was over, and is ended. */
async function takerSeen(
  session: Session,
  record: CommandRecord,
  look: Look,
  signal: AbortSignal,
): Promise<FoundPrompt | null | undefined> {
  const {claim} = look;
  if (claim.type === 'awaiting' || claim.type === 'blockedOnRead') return found(session, 'nested');
  // A shell with marks says by them when it reads; of one without them only what it was seen to print tells.
  if (claim.type === 'unknown' && record.reader && showsPrompt(session, claim)) return found(session, 'nested');
  const left = leftBehind(session, claim);
  if (left) {
    await conclude(session, left);
    return null;
  }
  if (hasLostHooks(session, record, look)) {
    if (!isAtPrompt(session, record)) return found(session, 'nested');
    await conclude(session, record, {unhooked: true});
    return found(session, 'unmarked');
  }
  return claim.type === 'shellReads' ? shellTakes(session, record, {...look, claim}, signal) : undefined;
}

/** As `takerSeen`, of a shell that reads, and has said nothing by marks. */
async function shellTakes(
  session: Session,
  record: CommandRecord,
  look: Look & {readonly claim: Extract<ForegroundClaim, {type: 'shellReads'}>},
  signal: AbortSignal,
): Promise<FoundPrompt | undefined> {
  const {claim, probe} = look;
  if (waitsForCommand(session, look)) {
    // What should have said the prompt is gone. A line that goes on is told by a mark, but by a zsh without its line editor.
    if (!isOver(record, probe.shell?.name ?? 'sh')) throw continuation(session);
    await conclude(session, record, {unhooked: true});
    return found(session, 'unmarked');
  }
  // It runs something by `exec`, or its own `read`; or its prompt was set anew, and has no marks any more.
  if (claim.nested && !hasAnswered(session, record)) return found(session, 'nested');
  if (session.tracker.integration === 'graded') return found(session, 'nested');
  if (claim.replaced && !isPrompt(session, look)) return found(session, 'nested');
  if (await isElsewhere(session, {pid: claim.pid, carried: false}, signal)) return found(session, 'nested');
  if (!claim.replaced && !record.nested && session.tracker.integration !== 'none') return undefined;
  requireCommandRead(session, record, look);
  await conclude(session, record);
  return found(session, 'unmarked');
}

/** A shell without marks reads. Throws `session_busy` when one that has no line editor does so for its own `read`, or for the rest of a line. */
function requireCommandRead(session: Session, record: CommandRecord, {claim, probe}: Look): void {
  const pid = claim.type === 'shellReads' ? claim.pid : probe.shellPid;
  const isForCommand = pid === null ? undefined : readsForCommand(session, probe, pid);
  const program = record.reader?.program ?? probe.shell?.name ?? 'the shell';
  if (isForCommand === false) throw readsElse(session, program);
  if (isForCommand && record.reader && !isOver(record, program)) throw continuation(session);
  if (record.reader && mayGoOn({record, isTypedInto: session.gate.isTypedInto}, record.reader))
    throw continuation(session);
}

/** The shell with marks that has the terminal, and has no line editor, waits for a command, or the rest of one, and has read all. */
function waitsForCommand(session: Session, {claim, probe}: Look): boolean {
  const {tracker} = session;
  if (claim.type !== 'shellReads' || claim.replaced || tracker.integration === 'none') return false;
  if (claim.nested !== (tracker.nestedShell !== null) || probe.unreadBytes !== 0) return false;
  return readsForCommand(session, probe, claim.pid) === true;
}

/** The shell has not taken the line that it was given last, perhaps because of a ^C behind it: nothing is given to it before this resolves. */
async function untakenKnown(session: Session, record: CommandRecord, signal: AbortSignal): Promise<void> {
  using begun = new LinkedAbort(signal);
  const begins = session.waiters.until(() => (record.phase === 'submitted' ? undefined : true), begun.signal);
  try {
    await Promise.race([begins.catch(() => undefined), awaitVerdict(session, record, begun.signal)]);
  } finally {
    begun.abort();
  }
}

/** By its text the line that the shell was given is unfinished. */
export function goesOn(session: Session, record: CommandRecord, {probe}: Look): boolean {
  const shell = {program: probe.shell?.name ?? 'sh', carried: false};
  return mayGoOn({record, isTypedInto: session.gate.isTypedInto}, shell);
}
