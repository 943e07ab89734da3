import {type Clock, Patience, pause} from '../../core/index.ts';
import {keepsLineAtInterrupt, shellFamilyOf} from '../foreground/program-names.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {WriteGate} from '../write/write-gate.ts';
import type {ForegroundLook, Look} from './foreground-look.ts';
import type {Waiters} from './waiters.ts';

/** What of a session tells whether its shell has read what was typed. */
export interface ReadingShell {
  readonly tracker: SessionTracker;
  readonly foreground: Pick<ForegroundLook, 'readsByPromptCall'>;
  readonly gate: WriteGate;
  readonly waiters: Waiters;
  readonly clock: Clock;
  look(): Promise<Look>;
}

/** How long a shell has to act on a signal, and to come to its prompt again. */
export const INTERRUPTED_MS = 1000;
const LOOK_AGAIN_MS = 5;
/** A shell that misses a ^C, and is slow, may miss the next one too. */
const MOST_REPEATS = 2;

/** Lines and Ctrl+C that were typed at a shell, and whether it has read them all and said all it had to say of them. */
export class UnreadLines {
  readonly #session: ReadingShell;
  /** As many of `gate.typedLines` as the shell had read when it was last seen to wait for more. */
  #readLines: number;
  /** As many as there were when a ^C that the shell did not answer was repeated, and how often it was. */
  #repeatedAt = 0;
  #repeats = 0;
  /** How many ^C were repeated, of all lines. */
  #signals = 0;

  /** Whether what was typed under another server has been read nobody knows. */
  constructor(session: ReadingShell, {wasTyped}: {readonly wasTyped: boolean}) {
    this.#session = session;
    this.#readLines = wasTyped ? -1 : 0;
  }

  /** Some were typed, and the shell was not seen to wait for more since. */
  get hasSome(): boolean {
    const {gate, tracker} = this.#session;
    return this.#readLines !== gate.typedLines && tracker.integration !== 'none';
  }

  /**
   * True when the shell at its prompt has read them all. One look tells: it waits for input while none is unread, and what it had
   * printed by then is known. Where nobody can be seen reading, on a far side and on some systems, it gets `patienceMs` to answer.
   */
  async areRead(patienceMs: number, signal: AbortSignal): Promise<boolean> {
    const {tracker, gate, waiters, clock} = this.#session;
    // Until the tty has them no look finds them unread.
    if (gate.lease.isWriting) return false;
    const lines = gate.typedLines;
    const before = this.#moment();
    const signals = this.#signals;
    const look = tracker.nestedShell?.pid === null ? null : await this.#seen();
    // Somebody else who waits has repeated a ^C behind what was seen: the shell may drop what comes before it has acted on that.
    if (signals !== this.#signals) return false;
    if (look && (!isShellReading(look, tracker) || (look.probe.unreadBytes ?? 0) > 0)) return false;
    if (look === null || look.probe.unreadBytes === null) {
      const restMs = Math.max(1, patienceMs - (clock.monotonicMs() - gate.lastInputMs));
      using limit = new Patience(restMs, signal);
      await waiters.until(() => (tracker.lineTaken ? undefined : true), limit.signal).catch(() => undefined);
    }
    if (signal.aborted) return false;
    const isRepeated = this.#repeatedAt === lines && this.#repeats === MOST_REPEATS;
    if (look && tracker.interrupted && !isRepeated) {
      await this.#interruptAgain(look, before, signal);
      return false;
    }
    this.#readLines = lines;
    return true;
  }

  /** Null where nobody can look. */
  async #seen(): Promise<Look | null> {
    const look = await this.#session.look();
    return look.claim.type === 'unknown' ? null : look;
  }

  /**
   * With ^C the kernel drops what was printed and not yet read, perhaps the marks of a prompt; and zsh may pass over the hook that says
   * them. A shell that reads, and has not said that it is at a prompt, comes to a new one by another ^C. True when it was asked for.
   */
  async recallPrompt(look: Look): Promise<boolean> {
    const {tracker, gate} = this.#session;
    const {typedLines} = gate;
    const isLost = tracker.promptMayBeLost && tracker.integration === 'full' && tracker.phase !== 'prompt';
    if (!isLost || this.#repeatedAt === typedLines || look.claim.type !== 'shellReads') return false;
    if (look.claim.replaced || look.probe.unreadBytes !== 0) return false;
    await this.#interruptAgain(look, this.#moment());
    return true;
  }

  /**
   * The same of a shell without marks, nested or not: it answers a ^C by a new line, and one that was printed meanwhile may be that of a
   * command. True when it was asked again, or waited for, and has answered or has had the time to.
   */
  async interruptUnmarked(look: Look, signal: AbortSignal): Promise<boolean> {
    const {tracker, gate} = this.#session;
    const {typedLines} = gate;
    if (!tracker.interruptedLast || this.#repeatedAt === typedLines) return false;
    const mayHaveMissed = this.#mayHaveMissed(look);
    if (hasKeptLine(look, tracker)) return false;
    if (!mayHaveMissed && !(tracker.interruptUnanswered && readsUnmarkedLine(look, tracker))) return false;
    const {lines} = tracker;
    // What comes while it deals with a ^C it may drop: its read has the next line already when it goes back to its prompt.
    const reads = (seen: Look) => (mayHaveMissed ? this.#mayHaveMissed(seen) : readsUnmarkedLine(seen, tracker));
    const isBack = async () => tracker.lines > lines && reads(await this.#session.look());
    if (mayHaveMissed) await this.#interruptAgain(look, this.#moment(), signal);
    else this.#repeatedAt = typedLines;
    using limit = new Patience(INTERRUPTED_MS, signal);
    while (!limit.signal.aborted && !(await isBack())) await pause(LOOK_AGAIN_MS, limit.signal);
    return true;
  }

  #mayHaveMissed(look: Look): boolean {
    return this.#editsUnmarked(look) || this.#isBareZsh(look);
  }

  /** A zsh without its line editor waits for a line, or for the rest of one, and has read all. */
  #isBareZsh({claim, probe}: Look): boolean {
    const reads = claim.type === 'shellReads' || (claim.type === 'awaiting' && !claim.carried);
    if (!reads || probe.mode?.canonical !== true || probe.unreadBytes !== 0) return false;
    const shell = [...(probe.foreground ?? []), probe.shell].find(process => process?.pid === claim.pid);
    return (
      shell != null && shellFamilyOf(shell.name) === 'zsh' && this.#session.foreground.readsByPromptCall(shell) === true
    );
  }

  /** A bash of this machine that says no marks is at its line editor, and has read all. Other line editors miss no ^C. */
  #editsUnmarked({claim, probe}: Look): boolean {
    const {integration, shellFamily} = this.#session.tracker;
    const isBare = claim.type === 'awaiting' && claim.kind === 'shell' && !claim.carried;
    const isNested = isBare && shellFamilyOf(claim.program) === 'bash';
    const isUnmarked = isNested || (claim.type === 'shellReads' && integration === 'none' && shellFamily === 'bash');
    return isUnmarked && probe.mode?.canonical === false && probe.unreadBytes === 0;
  }

  /**
   * A shell that waits for input and has not answered a ^C may have missed it: readline looks for signals, and then waits without
   * holding them off (rl_getc). It would act on it when it gets the next character, and drop that. A zsh without its line editor says nothing
   * of a ^C, and drops the line that comes behind it. Once for what was typed, and not when something has changed since it was seen so.
   */
  async #interruptAgain(look: Look, seenAt: Moment, signal?: AbortSignal): Promise<void> {
    const {gate} = this.#session;
    const isWanted = (): boolean => {
      const now = this.#moment();
      const isSame =
        now.typedLines === seenAt.typedLines && now.phase === seenAt.phase && now.outputEnd === seenAt.outputEnd;
      // Who gave up may have given the shell something else since.
      if (!isSame || signal?.aborted) return false;
      this.#repeats = this.#repeatedAt === seenAt.typedLines ? this.#repeats + 1 : 1;
      this.#repeatedAt = seenAt.typedLines;
      this.#signals++;
      return true;
    };
    if (this.#isBareZsh(look)) return gate.enterNothing(isWanted);
    await gate.lease.withLine({type: 'cotty'}, undefined, async () => {
      if (isWanted()) await gate.signal('SIGINT', 'foreground');
    });
  }

  #moment(): Moment {
    const {gate, tracker} = this.#session;
    return {typedLines: gate.typedLines, phase: tracker.phase, outputEnd: tracker.outputEnd};
  }
}

/** While none of this changes the shell has not moved. */
interface Moment {
  readonly typedLines: number;
  readonly phase: SessionTracker['phase'];
  readonly outputEnd: number;
}

/** What was interrupted answers by no new line: it has shown the ^C, and waits again. */
function hasKeptLine({claim}: Look, {interruptShown}: Pick<SessionTracker, 'interruptShown'>): boolean {
  return claim.type === 'awaiting' && keepsLineAtInterrupt(claim.program) && interruptShown;
}

/** A shell or REPL without marks waits for a line, as far as one look tells: on a far side what carries it. */
function readsUnmarkedLine({claim}: Look, {integration}: Pick<SessionTracker, 'integration'>): boolean {
  if (claim.type === 'shellReads') return integration === 'none' || claim.nested;
  return claim.type === 'awaiting' || claim.type === 'blockedOnRead';
}

/** The shell that has the terminal waits for input itself, with a line editor or without. */
export function isShellReading({claim, probe}: Look, {nestedShell}: Pick<SessionTracker, 'nestedShell'>): boolean {
  if (claim.type === 'shellReads') return true;
  if ((claim.type !== 'awaiting' && claim.type !== 'blockedOnRead') || claim.replaced) return false;
  return claim.pid === (nestedShell?.pid ?? probe.shellPid);
}

/** Something that the shell has started waits for input: what is typed is for that. */
export function isProgramReading(look: Look, tracker: Pick<SessionTracker, 'nestedShell'>): boolean {
  switch (look.claim.type) {
    case 'tui':
    case 'secret':
      return true;
    case 'awaiting':
    case 'blockedOnRead':
      return !isShellReading(look, tracker);
    case 'shellReads':
    case 'busy':
    case 'unknown':
      return false;
    default:
      return look.claim satisfies never;
  }
}
