/** Waits until something can be said about a command: it ended, it wants input, the caller's pattern came, time is up. */
import type {BlockedOn, TtyProbe} from '../../core/index.ts';
import type {AwaitingKind, ForegroundClaim} from '../foreground/classify.ts';
import type {OutputMatch} from '../output/output-match.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import {pause} from '../write/input-lease.ts';

export type Verdict =
  | {readonly type: 'ended'}
  | {readonly type: 'matched'; readonly line: string}
  | {
      readonly type: 'awaiting';
      readonly kind: AwaitingKind;
      readonly program: string;
      readonly tail: string;
      /** It may as well be at work: what was typed into it is not over. */
      readonly unsure?: true;
    }
  | {readonly type: 'secret'; readonly tail: string}
  | {readonly type: 'tui'; readonly program: string}
  /** Time is up, or the caller went away: the command goes on. */
  | {readonly type: 'stillRunning'; readonly blockedOnTtyRead: boolean};

/** Output must have been quiet this long before the tty is looked at. */
const QUIET_MS = 30;
const FIRST_LOOK_MS = 40;
/** Two looks that agree, this far apart and with no output between, make a claim. */
const CONFIRM_MS = 25;
/** A nested program's line has farther to go: through its own tty discipline, without a mark to say that it arrived. */
const CONFIRM_NESTED_MS = 60;
/** An event loop holds the tty also while it works; a spinner drawn less often than this would count as a question. */
const POLLING_QUIET_MS = 250;
const SLOWEST_LOOK_MS = 1500;
/** On the far side of `ssh` and the like nothing can be looked at: text without a line feed is a question after this time. */
const FAR_QUESTION_MS = 1000;
/** A shell that reads this long after the submit and has said nothing had nothing to run; sooner it may not have woken up yet. */
const NEVER_RAN_MS = 300;
/** Made once: a new reason for every wait would cost more than the wait. */
const WAIT_OVER = new DOMException('The wait is over.', 'AbortError');

interface VerdictOptions {
  readonly match?: OutputMatch | undefined;
  /** A program that reads the tty counts as asking, also when no question stands on the screen (`cat`, `read x`). */
  readonly countsBareReads?: boolean;
}

/** Never throws for the end of time: `signal` ends the wait, not the command. */
export async function awaitVerdict(
  session: Session,
  record: CommandRecord,
  signal: AbortSignal,
  {match, countsBareReads = false}: VerdictOptions = {},
): Promise<Verdict> {
  if (record.phase === 'ended') return {type: 'ended'};
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(WAIT_OVER);
  signal.addEventListener('abort', onAbort, {once: true});
  if (signal.aborted) stop.abort(WAIT_OVER);
  const looks = new Looks(session, record, countsBareReads);
  try {
    return await Promise.race([
      session.waiters.until<Verdict>(() => looks.verdict ?? immediate(record, match), stop.signal),
      looks.run(stop.signal),
    ]);
  } catch {
    return {type: 'stillRunning', blockedOnTtyRead: session.claim?.type === 'blockedOnRead'};
  } finally {
    signal.removeEventListener('abort', onAbort);
    stop.abort(WAIT_OVER);
  }
}

function immediate(record: CommandRecord, match: OutputMatch | undefined): Verdict | undefined {
  if (record.phase === 'ended') return {type: 'ended'};
  const line = match?.line ?? null;
  return line === null ? undefined : {type: 'matched', line};
}

/** Looks at the tty while the output is quiet, ever more rarely: the kernel tells nobody when termios or groups change. */
class Looks {
  readonly #session: Session;
  readonly #record: CommandRecord;
  readonly #countsBareReads: boolean;
  /** Confirmed, and on its way into the log; says more than that the command is over. */
  verdict: Verdict | null = null;

  constructor(session: Session, record: CommandRecord, countsBareReads: boolean) {
    this.#session = session;
    this.#record = record;
    this.#countsBareReads = countsBareReads;
  }

  /** Resolves with a verdict; never resolves without one (the race ends it). */
  async run(signal: AbortSignal): Promise<Verdict> {
    let waitMs = FIRST_LOOK_MS;
    let agreedKey: string | null = null;
    let agreedAt = -1;
    await pause(FIRST_LOOK_MS, signal);
    while (!signal.aborted && this.#record.phase !== 'ended') {
      const {lastOutputMs, lastInputMs} = this.#session;
      const quietFor = this.#session.clock.monotonicMs() - Math.max(lastOutputMs, lastInputMs);
      if (quietFor < QUIET_MS || this.#session.screen.isAnswering) {
        await pause(Math.max(FIRST_LOOK_MS / 4, QUIET_MS - quietFor), signal);
        continue;
      }
      const at = this.#session.tracker.outputEnd;
      const look = await this.#session.look().catch(() => null);
      if (signal.aborted || this.#session.isClosed) break;
      if (look === null) {
        await pause(SLOWEST_LOOK_MS, signal);
        continue;
      }
      if (this.#session.tracker.outputEnd !== at) {
        waitMs = FIRST_LOOK_MS;
        continue;
      }
      const verdict = this.#judge(look.claim, look.probe, quietFor);
      const key = verdict === null ? null : JSON.stringify(verdict);
      const agreed = agreedKey === key && agreedAt === at;
      const waited = !isPolling(look) || quietFor >= POLLING_QUIET_MS;
      const certain = look.claim.type === 'secret' && look.claim.certain;
      if (verdict !== null && (certain || (agreed && waited))) return await this.#settle(verdict);
      agreedKey = key;
      agreedAt = at;
      const shortestMs = this.#record === this.#session.tracker.current ? CONFIRM_MS : CONFIRM_NESTED_MS;
      const confirmMs = isPolling(look) ? Math.max(shortestMs, POLLING_QUIET_MS - quietFor) : shortestMs;
      await pause(key === null ? waitMs : confirmMs, signal);
      if (key === null) waitMs = Math.min(SLOWEST_LOOK_MS, waitMs * 1.6);
    }
    return new Promise(() => undefined);
  }

  /** What one look would mean, were it confirmed. */
  #judge(claim: ForegroundClaim, probe: TtyProbe, quietFor: number): Verdict | null {
    const record = this.#record;
    const {tracker} = this.#session;
    if (tracker.carriesShell(record)) return this.#atNestedPrompt(record);
    switch (claim.type) {
      case 'secret':
        return {type: 'secret', tail: this.#tail()};
      case 'tui':
        return {type: 'tui', program: claim.program};
      case 'awaiting':
        if (claim.carried) return this.#farSide(claim, quietFor);
        return {type: 'awaiting', kind: claim.kind, program: claim.program, tail: this.#tail()};
      case 'blockedOnRead':
        return record !== tracker.current || this.#countsBareReads
          ? {type: 'awaiting', kind: 'prompt', program: claim.program, tail: ''}
          : null;
      case 'shellReads':
        return this.#shellReads(claim, probe);
      case 'busy':
        return null;
      default:
        return claim satisfies never;
    }
  }

  /** The command runs a shell that has marks of its own: these say whether it waits for a line. */
  #atNestedPrompt(record: CommandRecord): Verdict | null {
    const {phase} = this.#session.tracker;
    if (phase !== 'prompt' && phase !== 'continuation') return null;
    const program = record.commandLine?.trim().split(/\s/)[0] ?? 'shell';
    return {type: 'awaiting', kind: phase === 'prompt' ? 'shell' : 'continuation', program, tail: this.#tail()};
  }

  /** A shell that says marks reads: what that means depends on what they have said so far. */
  #shellReads({replaced, nested}: Extract<ForegroundClaim, {type: 'shellReads'}>, probe: TtyProbe): Verdict | null {
    const record = this.#record;
    const {tracker} = this.#session;
    // The session's own has the terminal again, and has no marks to say so; else they are on their way.
    if (tracker.nestedShell && !nested) return tracker.ownShell.integration === 'none' ? {type: 'ended'} : null;
    if (tracker.phase === 'continuation') return this.#continuation(probe);
    if (tracker.integration === 'none' || record.nested) return {type: 'ended'};
    if (replaced) return {type: 'ended'};
    if (tracker.integration === 'graded') {
      const tail = this.#tail();
      return tail === '' ? null : {type: 'awaiting', kind: 'prompt', program: probe.shell?.name ?? 'sh', tail};
    }
    if (record.phase === 'submitted') {
      const sinceSubmit = this.#session.clock.monotonicMs() - this.#session.submittedMs(record.commandId);
      return sinceSubmit < NEVER_RAN_MS ? null : {type: 'ended'};
    }
    return {type: 'awaiting', kind: 'prompt', program: probe.shell?.name ?? 'shell', tail: this.#tail()};
  }

  #continuation(probe: TtyProbe): Verdict {
    return {type: 'awaiting', kind: 'continuation', program: probe.shell?.name ?? 'shell', tail: this.#tail()};
  }

  /**
   * Only what is printed tells of the far side of `ssh` and the like. Nothing yet: it connects, or works. A line typed into
   * it is over when a prompt stands there as before; anything else is a question perhaps.
   */
  #farSide({kind, program}: {kind: AwaitingKind; program: string}, quietFor: number): Verdict | null {
    const tail = this.#tail();
    const {tracker} = this.#session;
    if (tracker.nestedShell && this.#record === tracker.current) {
      // Its shell says marks: while it says none, no text is a prompt of it.
      if (tracker.phase === 'continuation') return {type: 'awaiting', kind: 'continuation', program, tail};
      return tail === '' || quietFor < FAR_QUESTION_MS
        ? null
        : {type: 'awaiting', kind: 'prompt', program, tail, unsure: true};
    }
    if (tail === '') return null;
    const isLogin = this.#record === tracker.current;
    const prompt = isLogin ? '' : this.#session.promptText;
    // A prompt changes with the directory; its last character seldom does.
    const isLike = prompt === '' || tail.at(-1) === prompt.at(-1);
    if (prompt === '' || tail === prompt || (isLike && quietFor >= POLLING_QUIET_MS))
      return {type: 'awaiting', kind, program, tail};
    if (isLike || quietFor < FAR_QUESTION_MS) return null;
    return {type: 'awaiting', kind: 'prompt', program, tail, unsure: true};
  }

  #tail(): string {
    return lastLine(this.#session, this.#record.outputStart ?? this.#record.submittedAt);
  }

  /** Makes a confirmed verdict known: what is over is over for everybody. */
  async #settle(verdict: Verdict): Promise<Verdict> {
    const {tracker} = this.#session;
    const record = this.#record;
    this.verdict = verdict;
    const nestedDone = verdict.type === 'awaiting' && record.nested && record !== tracker.current;
    if (verdict.type === 'ended' || (nestedDone && verdict.kind !== 'continuation' && !verdict.unsure)) {
      const neverRan =
        verdict.type === 'ended' &&
        record.phase === 'submitted' &&
        !record.nested &&
        tracker.integration === 'full' &&
        !replacedShell(this.#session);
      await this.#session.conclude(leftBehind(this.#session) ?? record, {neverRan});
    } else if (verdict.type === 'awaiting') {
      this.#session.publish('awaiting_input', {
        command_id: record.commandId,
        kind: verdict.kind,
        program: verdict.program,
        tail: verdict.tail,
      });
    } else if (verdict.type === 'secret') {
      this.#session.publish('secret_wanted', {command_id: record.commandId, tail: verdict.tail});
    } else if (verdict.type === 'tui') {
      this.#session.publish('tui', {command_id: record.commandId, program: verdict.program});
    }
    return verdict;
  }
}

/**
 * The claim rests on a process that polls the tty or cannot be looked into, which says less than one that reads it; or on the
 * alternate screen of one that is still drawing.
 */
function isPolling({claim, probe}: {claim: ForegroundClaim; probe: TtyProbe}): boolean {
  if (claim.type === 'secret') return !claim.certain;
  if (claim.type === 'tui') return !probe.foreground.some(process => WAITS.has(process.blockedOn));
  if (claim.type !== 'awaiting' || SHELL_KINDS.has(claim.kind)) return false;
  return !probe.foreground.some(process => process.blockedOn === 'tty_read');
}

const WAITS: ReadonlySet<BlockedOn> = new Set(['tty_read', 'tty_poll']);
const SHELL_KINDS: ReadonlySet<AwaitingKind> = new Set(['shell', 'continuation']);

/** Of the session's own shell that reads again, and has no marks to say so: the command that ran the nested one which was left. */
export function leftBehind({tracker, claim}: Session): CommandRecord | null {
  const isLeft = tracker.nestedShell !== null && claim?.type === 'shellReads' && !claim.nested;
  return isLeft && tracker.ownShell.integration === 'none' ? tracker.ownShell.current : null;
}

function replacedShell(session: Session): boolean {
  return session.claim?.type === 'shellReads' && session.claim.replaced;
}
