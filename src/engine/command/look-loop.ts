/** Looks at the tty while the output is quiet, ever more rarely: the kernel tells nobody when termios or groups change. */
import {type BlockedOn, pause, systemClock} from '../../core/index.ts';
import {type AwaitingKind, type ForegroundClaim, isAtWork} from '../foreground/classify.ts';
import {endsAsPrompt, withoutSignals} from '../foreground/prompt-text.ts';
import {type CommandRecord, isUntaken} from '../projection/command-record.ts';
import {conclude} from '../session/conclude.ts';
import type {Look} from '../session/foreground-look.ts';
import {lastLine, shownTail} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import {isShellReading} from '../session/unread-lines.ts';
import {askShell, hasLostHooks, isAtPrompt} from './ask-shell.ts';
import {judge} from './judge.ts';
import {leftBehind} from './left-behind.ts';
import {LookPace} from './look-pace.ts';
import {canBeAskedFor, settleUntaken} from './settle-untaken.ts';
import {readsForCommand} from './unmarked-prompt.ts';
import type {Verdict} from './verdict.ts';

/** Output must have been quiet this long before the tty is looked at. */
export const QUIET_MS = 30;
export const FIRST_LOOK_MS = 40;
/** Two looks that agree, this far apart and with no output between, make a claim. */
const CONFIRM_MS = 25;
/** A nested program's line has farther to go: through its own tty discipline, without a mark to say that it arrived. */
const CONFIRM_NESTED_MS = 60;
/** An event loop holds the tty also while it works; it is watched this long for a timer of its own that wakes it. */
const POLLING_QUIET_MS = 250;
/** One that is woken again and again, and says nothing for so long, may ask all the same: a cursor may blink. */
const RESTLESS_QUIET_MS = 2000;
/** One that has the screen and works may be about to draw: so long, for on a busy machine it works as slowly. */
const WORKING_QUIET_MS = 5000;
const SLOWEST_LOOK_MS = 1500;
/** So often a look that says that a line is over is made to agree with the one before, while somebody waits to type. */
const MOST_LOOKS = 3;
/** So often it is waited for that output which has come just now rests. */
const MOST_RESTLESS = 3;
const NEVER = new AbortController().signal;
/** Of all sessions of this process: they share its time, and their host's. */
const pace = new LookPace();

export class LookLoop {
  readonly #session: Session;
  readonly #record: CommandRecord;
  readonly #countsBareReads: boolean;
  /** Confirmed, and on its way into the log; says more than that the command is over. */
  verdict: Verdict | null = null;

  constructor(session: Session, record: CommandRecord, {countsBareReads = false}: {countsBareReads?: boolean} = {}) {
    this.#session = session;
    this.#record = record;
    this.#countsBareReads = countsBareReads;
  }

  /**
   * To be begun {@link FIRST_LOOK_MS} after the wait. Resolves with a verdict; never without one (whoever races it ends it by `signal`). Errors: those of writing a verdict to the
   * log, for what is not logged was not found.
   */
  async run(signal: AbortSignal): Promise<Verdict> {
    return (await this.#find(signal)) ?? new Promise(() => undefined);
  }

  /**
   * What a wait would be told, without one: by one look while nothing is asked, or what was told last still holds. Null when nothing can
   * be said yet, and when the shell itself would have to be asked. Errors: as `run`.
   */
  now(): Promise<Verdict | null> {
    return this.#find(NEVER, {isWait: false});
  }

  /** A line that is over is ended. Resolves at once when it is not, and after some looks when they do not agree: then to false. */
  async endIfOver(): Promise<boolean> {
    let looks = 0;
    const mayLook = (verdict: Verdict | null) => isEnd(verdict) && ++looks <= MOST_LOOKS;
    await this.#find(NEVER, {isWait: false, mayLook});
    return looks <= MOST_LOOKS;
  }

  /** `mayLook`, by what the look before has found, once more. */
  async #find(
    signal: AbortSignal,
    {isWait = true, mayLook}: {isWait?: boolean; mayLook?: (verdict: Verdict | null) => boolean} = {},
  ): Promise<Verdict | null> {
    let restless = 0;
    let waitMs = FIRST_LOOK_MS;
    let agreed: {key: string; at: number; wakeUps: number | null} | null = null;
    while (!signal.aborted && this.#record.phase !== 'ended') {
      const quietForMs = this.#quietForMs();
      const isQuiet = quietForMs >= QUIET_MS && !this.#session.screen.isAnswering;
      if (!isQuiet && !isWait && ++restless > (mayLook ? MOST_RESTLESS : 1)) return null;
      if (!isQuiet) {
        await pause(Math.max(FIRST_LOOK_MS / 4, QUIET_MS - quietForMs), signal);
        continue;
      }
      const {tracker, unread} = this.#session;
      const at = tracker.outputEnd;
      const look = await this.#lookInTurn(signal);
      if (signal.aborted || this.#session.isClosed) break;
      if (look === null && !isWait) return null;
      if (look === null) {
        await pause(SLOWEST_LOOK_MS, signal);
        continue;
      }
      if (tracker.outputEnd !== at) {
        waitMs = FIRST_LOOK_MS;
        continue;
      }
      if (isWait && tracker.interruptUnanswered && (await unread.interruptUnmarked(look, signal))) continue;
      const verdict = this.#judge(look, quietForMs);
      if (mayLook?.(verdict) === false) return null;
      if (!isWait && (verdict === null || this.#isToldAlready(verdict))) return verdict && this.#forReader(verdict);
      if (!isWait && this.#isForShellToSay(look)) return null;
      if (verdict === null) {
        agreed = null;
        await pause(waitMs, signal);
        waitMs = Math.min(SLOWEST_LOOK_MS, waitMs * 1.6);
        continue;
      }
      const now = {key: JSON.stringify(verdict), at, wakeUps: wakeUps(look)};
      if (look.claim.type === 'secret' && look.claim.certain) return await this.#settle(verdict, look);
      if (isWait && (await this.#isAskedAgain(look))) {
        agreed = null;
        continue;
      }
      const isCertain = verdict.type === 'awaiting' && verdict.certain === true;
      if (agreed?.key === now.key && agreed.at === at && (isCertain || isAtRest(look, agreed.wakeUps, quietForMs))) {
        const isAsked = verdict.type === 'ended' && canBeAskedFor(this.#session, this.#record);
        const told = isAsked ? await settleUntaken(this.#session, this.#record, look, signal) : verdict;
        if (told !== null) return await this.#settle(told ?? verdict, look);
        agreed = null;
        await pause(waitMs, signal);
        waitMs = Math.min(SLOWEST_LOOK_MS, waitMs * 1.6);
        continue;
      }
      agreed = now;
      const shortestMs = this.#record === this.#session.tracker.current ? CONFIRM_MS : CONFIRM_NESTED_MS;
      await pause(isPolling(look) && !isCertain ? Math.max(shortestMs, POLLING_QUIET_MS) : shortestMs, signal);
    }
    return null;
  }

  /** A look at the tty, once it is this session's turn; null where nobody can look. */
  async #lookInTurn(signal: AbortSignal): Promise<Look | null> {
    // Turns are waited for in the time of the machine, whatever clock a session has.
    const turnMs = pace.take(systemClock.monotonicMs());
    if (turnMs > 0) await pause(turnMs, signal);
    return signal.aborted ? null : this.#session.look().catch(() => null);
  }

  /** Nothing was printed or typed since. */
  #isToldAlready(verdict: Verdict): boolean {
    const {told, tracker, gate} = this.#session;
    if (told?.record !== this.#record || told.outputEnd !== tracker.outputEnd) return false;
    return told.inputMs === gate.lastInputMs && told.verdict === JSON.stringify(verdict);
  }

  /** Its shell says by marks where it is, or would have to be asked. */
  #isForShellToSay({claim}: Look): boolean {
    return claim.type === 'shellReads' && !this.#record.reader && this.#session.tracker.phase !== 'continuation';
  }

  #quietForMs(): number {
    const {foreground, gate, clock} = this.#session;
    return clock.monotonicMs() - Math.max(foreground.lastOutputMs, gate.lastInputMs);
  }

  /** The shell was asked for what it should have said, and may be about to answer. */
  async #isAskedAgain(look: Look): Promise<boolean> {
    if (await askShell(this.#session, this.#record, look)) return true;
    const {tracker, unread} = this.#session;
    const isRun = this.#record === tracker.current && this.#record.phase === 'running';
    return isRun && unread.recallPrompt(look);
  }

  #judge({claim, probe}: Look, quietForMs: number): Verdict | null {
    const session = this.#session;
    const record = this.#record;
    const {tracker, submits, foreground} = session;
    const isSilent = hasLostHooks(session, record, {claim, probe});
    return judge({
      claim,
      probe,
      isShellReading: isShellReading({claim, probe}, tracker),
      readsByPromptCall: claim.type === 'shellReads' && readsForCommand(session, probe, claim.pid) === true,
      record,
      isCurrent: record === tracker.current,
      carriesShell: tracker.carriesShell(record),
      phase: tracker.phase,
      runsTypedLine: tracker.runsTypedLine,
      integration: tracker.integration,
      isMonitored: tracker.isMonitored,
      inNestedShell: tracker.nestedShell !== null,
      ownIntegration: tracker.ownShell.integration,
      bracketedPaste: tracker.mode('bracketedPaste') > 0,
      tail: withoutSignals(lastLine(session, record.outputStart ?? record.submittedAt)),
      isTaken: tracker.lines > record.submittedLines,
      seenPrompts: record.reader ? foreground.promptsOf(record.reader) : [],
      waitsAtPrompt: 'pid' in claim ? foreground.waitsOf(claim.pid, probe).atPrompt : undefined,
      isTypedInto: session.gate.isTypedInto,
      quietForMs,
      isUnhooked: isSilent && isAtPrompt(session, record),
      isSilent,
      countsBareReads: this.#countsBareReads,
      sinceSubmitMs: session.clock.monotonicMs() - (submits.get(record.commandId) ?? foreground.lastOutputMs),
    });
  }

  /** What it quotes of the output is shown as all output is. */
  #forReader(verdict: Verdict): Verdict {
    const hasTail = verdict.type === 'awaiting' || verdict.type === 'secret';
    return hasTail && verdict.tail !== '' ? {...verdict, tail: shownTail(this.#session, verdict.tail)} : verdict;
  }

  /** Makes a verdict known that `look` has confirmed: what is over is over for everybody. Others may have looked since. */
  async #settle(confirmed: Verdict, {claim, probe}: Look): Promise<Verdict> {
    const verdict = this.#forReader(confirmed);
    const session = this.#session;
    const {tracker} = session;
    const record = this.#record;
    this.verdict = verdict;
    const {outputEnd} = tracker;
    session.told = {record, verdict: JSON.stringify(confirmed), outputEnd, inputMs: session.gate.lastInputMs};
    if (isEnd(verdict)) {
      const isMarkedShells = !record.nested && tracker.integration === 'full';
      const isUnbegun = isUntaken(record) || (record.phase === 'submitted' && isMarkedShells);
      // A shell with hooks would have said what became of it, or (by its private key) that nothing ran.
      const isSilent = isUnbegun && hasLetGo(record, tracker.lines) && !record.answered && !record.signalSent;
      const unhooked = verdict.type === 'ended' && (verdict.unhooked === true || (isSilent && !isReplaced(claim)));
      // Of a line that was typed, and that a shell without hooks let go of, nothing but the exit code is unknown.
      const isTaken = isSilent && !record.named;
      const neverRan = verdict.type === 'ended' && isUnbegun && !isTaken && !isReplaced(claim);
      const via = verdict.type === 'awaiting' && verdict.unseen ? 'prompt' : 'foreground';
      await conclude(session, leftBehind(session, claim) ?? record, {neverRan, unhooked, via});
    } else if (verdict.type === 'awaiting') {
      const {kind, program, tail, unsure} = verdict;
      const isFirst = READS_COMMANDS.has(kind) && claim.type === 'awaiting' && !claim.carried && endsAsPrompt(tail);
      if (isFirst && confirmed.type === 'awaiting') session.foreground.notePrompt(claim.pid, confirmed.tail, probe);
      const facts = {command_id: record.commandId, kind, program, tail};
      session.publish('awaiting_input', {...facts, ...(unsure ? {unsure} : {})});
    } else if (verdict.type === 'secret') {
      session.publish('secret_wanted', {command_id: record.commandId, tail: verdict.tail});
    } else if (verdict.type === 'tui') {
      session.publish('tui', {command_id: record.commandId, program: verdict.program});
    }
    return verdict;
  }
}

/** By it the command is over. */
function isEnd(verdict: Verdict | null): boolean {
  return verdict?.type === 'ended' || (verdict?.type === 'awaiting' && verdict.over === true);
}

/** The line editor has accepted what stood on the line: it switched the marks of pastes off, or went to the next line. */
function hasLetGo({acceptedAt, submittedLines}: CommandRecord, lines: number): boolean {
  return acceptedAt !== null || lines > submittedLines;
}

/**
 * The claim rests on a process that polls the tty or cannot be looked into, which says less than one that reads it; or on the
 * alternate screen of one that is still drawing.
 */
function isPolling({claim, probe}: Look): boolean {
  if (claim.type === 'secret') return !claim.certain;
  if (claim.type === 'tui') return !probe.foreground?.some(process => WAITS.has(process.blockedOn));
  if (claim.type !== 'awaiting' || SHELL_KINDS.has(claim.kind)) return false;
  return !probe.foreground?.some(process => process.blockedOn === 'tty_read');
}

/**
 * True when nothing but input wakes it: no thread of the foreground ran between the two looks. A spinner sleeps in the same
 * call as a question does; its timer tells them apart, however late a busy machine lets it run.
 */
function isAtRest(look: Look, before: number | null, quietForMs: number): boolean {
  if (!isPolling(look)) return true;
  // What works may still draw, however long a busy machine lets it wait.
  if (look.claim.type === 'tui' && isAtWork(look.probe)) return quietForMs >= WORKING_QUIET_MS;
  const now = wakeUps(look);
  if (now === null || before === null || look.claim.type !== 'awaiting') return quietForMs >= POLLING_QUIET_MS;
  return now === before || quietForMs >= RESTLESS_QUIET_MS;
}

function wakeUps({probe}: Look): number | null {
  if (!probe.foreground) return null;
  return probe.foreground.reduce<number | null>(
    (sum, process) => (sum === null || process.wakeUps === null ? null : sum + process.wakeUps),
    0,
  );
}

const WAITS: ReadonlySet<BlockedOn> = new Set(['tty_read', 'tty_poll']);
const READS_COMMANDS: ReadonlySet<AwaitingKind> = new Set(['shell', 'repl']);
const SHELL_KINDS: ReadonlySet<AwaitingKind> = new Set(['shell', 'continuation']);

function isReplaced(claim: ForegroundClaim): boolean {
  return claim.type === 'shellReads' && claim.replaced;
}
