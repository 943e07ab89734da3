import {
  asksForSecret,
  type Clock,
  type LineReader,
  type LogCursor,
  logCursor,
  type ProcessFacts,
  type SessionLogView,
  type TerminalView,
  type TtyProbe,
} from '../../core/index.ts';
import {type ClassifyContext, classify, type ForegroundClaim} from '../foreground/classify.ts';
import {nothingTold} from '../foreground/nothing-told.ts';
import {isKsh, isShellName} from '../foreground/program-names.ts';
import {countsOn, goesOnIn, speaksAsPython, withoutSignals} from '../foreground/prompt-text.ts';
import {PromptWaits} from '../foreground/prompt-waits.ts';
import {isSameReadCall, readCallOf} from '../foreground/reads-again.ts';
import type {Waits} from '../foreground/takes-commands.ts';
import type {RecentOutput} from '../output/recent-output.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import {hidesCursor, lastLine, lastLines} from './last-line.ts';

/** One look at the tty: what was seen there, and what it says about the program in the foreground. */
export interface Look {
  readonly claim: ForegroundClaim;
  readonly probe: TtyProbe;
}

/** What of a session a look needs. */
export interface LookedAt {
  readonly link: Pick<TerminalView, 'facts' | 'probe'>;
  readonly log: SessionLogView;
  readonly tracker: SessionTracker;
  readonly recent: RecentOutput;
  readonly clock: Clock;
}

/** Whether anything was typed since the newest command was given. */
interface TypedInto {
  readonly gate: {readonly isTypedInto: boolean};
}

/** What was learned of a process, for as long as it is the same program. */
interface KnownProgram {
  readonly exec: string | undefined;
  /** The call by which a shell without a line editor reads at the prompt that its marks have said. */
  promptCall?: string;
  /** The first prompt that a nested shell or REPL has shown. */
  firstPrompt?: string;
  /** The prompt that a shell has shown behind a ^C, which drops the line that goes on. */
  interruptedPrompt?: string;
}

type Program = Pick<ProcessFacts, 'pid' | 'argv' | 'exec'>;

/** Looks at a session's tty, and remembers what the last look said for as long as nothing was printed or typed since it began. */
export class ForegroundLook {
  /** By the last look, a POSIX shell that may run what was typed before its prompt waits there for a command. */
  isAtPrompt = false;
  /** Local monotonic time of the newest output. */
  lastOutputMs: number;
  readonly #session: LookedAt & TypedInto;
  /** Looks are numbered as they begin. */
  #begun = 0;
  /** The newest one that has come back. */
  #newest = 0;
  /** How often something was printed, typed, begun or ended. */
  #moves = 0;
  #claim: ForegroundClaim | null = null;
  /** Where the session's own shell stood when the tty was last looked at; null where nobody could tell. */
  #seenCwd: string | null = null;
  /** The kernel collected whole lines for the program when the tty was last looked at. */
  #isLinewise = true;
  /** By process. */
  readonly #known = new Map<number, KnownProgram>();
  readonly #promptWaits = new PromptWaits();
  /** Shells that were seen at their prompts, as they were then, by their numbers: 0 is the session's own. */
  readonly #shells = new Map<number, Program>();

  constructor(session: LookedAt & TypedInto) {
    this.#session = session;
    this.lastOutputMs = session.clock.monotonicMs();
  }

  /** What the last look said about the foreground; null once something was printed or typed since that look began. */
  get claim(): ForegroundClaim | null {
    return this.#claim;
  }

  /** Looks at the tty now. Errors: those of the terminal's `probe`. */
  async look(): Promise<Look> {
    const number = ++this.#begun;
    const moves = this.#moves;
    const probe = (await this.#session.link.probe()) ?? nothingTold;
    await this.warmUp();
    if (number > this.#newest) this.#forgetReplaced(probe);
    this.#learnPromptCall(probe);
    this.#learnShell(probe);
    const claim = classify(probe, this.#context());
    if (moves === this.#moves) {
      this.#learnInterrupted(claim, probe);
      this.#learnPromptWait(claim, probe);
    }
    // Of two looks the one that began later may come first.
    if (number < this.#newest) return {claim, probe};
    this.#newest = number;
    this.#claim = moves === this.#moves ? claim : null;
    this.isAtPrompt = this.#waitsForCommand(probe);
    this.#isLinewise = probe.mode?.canonical ?? false;
    this.#seenCwd = probe.cwd;
    return {claim, probe};
  }

  /**
   * Where the shell that has the terminal stands; null when it is not known, or on another machine. A shell whose marks do not say it was
   * seen there by the last look.
   */
  get cwd(): string | null {
    const {cwd, tellsCwd, nestedShell} = this.#session.tracker;
    if (nestedShell !== null && nestedShell.pid === null) return null;
    if (tellsCwd) return cwd === '' ? null : cwd;
    return nestedShell === null ? this.#seenCwd : null;
  }

  /** Only a look tells where the shell stands now. */
  get hidesCwd(): boolean {
    const {tellsCwd, nestedShell} = this.#session.tracker;
    return !tellsCwd && nestedShell === null;
  }

  /** Something was printed. */
  outputCame(): void {
    this.lastOutputMs = this.#session.clock.monotonicMs();
    this.moved();
  }

  /** Something was printed, typed, begun or ended: what looks have seen that began before it may no longer hold. */
  moved(): void {
    this.#moves++;
    this.#claim = null;
  }

  /** A ^S holds the output back. A program that reads single keys takes ^S for one of them. */
  get isOutputStopped(): boolean {
    const {tracker, clock} = this.#session;
    return tracker.stopSent && this.#isLinewise && clock.monotonicMs() - this.lastOutputMs > STOPPED_MS;
  }

  /** Brings the newest output into memory, also after a flood that was not sent along: a question may stand on the last line. */
  async warmUp(): Promise<void> {
    const {log, recent, tracker} = this.#session;
    const end = tracker.outputEnd;
    const from = logCursor(Math.max(log.oldest, end - WARM_BYTES));
    if (recent.end >= end && recent.oldest <= from) return;
    recent.push(end, null, 0);
    const slice = await log.readOutput(from, end).catch(() => null);
    if (slice) recent.prepend(slice.from, slice.bytes);
  }

  /** A nested shell or REPL waits for its first line behind this text. */
  notePrompt(pid: number, text: string, probe: Pick<TtyProbe, 'foreground'>): void {
    this.#knownOf(pid, probe).firstPrompt ??= text;
  }

  /** The prompts at which lines were given to the same reader, the first one that it has shown, and the one behind the last ^C. */
  promptsOf(reader: Pick<LineReader, 'pid' | 'carried'>): readonly string[] {
    const known = reader.pid === null || reader.carried ? undefined : this.#known.get(reader.pid);
    const given = this.#session.tracker.promptsOf(reader);
    const shown = [known?.firstPrompt, known?.interruptedPrompt].filter(prompt => prompt !== undefined);
    return [...new Set([...shown, ...given])];
  }

  /** Where this REPL waits now, and its prompts as far as they are known for certain. */
  waitsOf(pid: number, {foreground}: Pick<TtyProbe, 'foreground'>): Waits {
    const process = foreground?.find(other => other.pid === pid);
    const first = this.#promptWaits.firstPrompt(pid);
    const given = this.#session.tracker.promptsOf({pid, carried: false});
    return {
      atPrompt: process ? this.#promptWaits.isAtPrompt(process, () => this.#tail(this.#session.log.oldest)) : undefined,
      prompts: first === undefined ? given : [first, ...given],
    };
  }

  /**
   * This shell, which has no line editor, waits for a command, or for the rest of one: it reads by the call that it reads by at its prompt, and
   * for its own `read` it does so by another. Undefined where nobody can tell.
   */
  readsByPromptCall({
    pid,
    readCall,
  }: {
    readonly pid: number;
    readonly readCall?: string | undefined;
  }): boolean | undefined {
    const before = this.#session.tracker.newestReader(pid);
    for (const known of [
      this.#known.get(pid)?.promptCall,
      before?.canonical && !isKsh(before.program) ? before.readCall : undefined,
    ]) {
      if (known === undefined) continue;
      const isSame = readCall === undefined ? false : isSameReadCall(known, readCall);
      if (isSame !== undefined) return isSame;
    }
    return undefined;
  }

  /** At its prompt this shell was seen to have the kernel collect its lines. */
  isWithoutEditor(pid: number | null): boolean {
    if (pid === null) return false;
    return (
      this.#known.get(pid)?.promptCall !== undefined || this.#session.tracker.newestReader(pid)?.canonical === true
    );
  }

  #learnPromptCall({mode, foreground, shellPid, unreadBytes}: TtyProbe): void {
    const {tracker} = this.#session;
    const isAtPrompt = tracker.integration !== 'none' && tracker.phase === 'prompt' && tracker.current === null;
    // A POSIX shell does not say that it runs what was typed.
    const mayRun = tracker.shellFamily === 'posix' && (tracker.isTypedOn || tracker.mayRunAhead);
    if (!isAtPrompt || mayRun || mode?.canonical !== true || unreadBytes !== 0) return;
    const pid = tracker.nestedShell === null ? shellPid : tracker.nestedShell.pid;
    const shell = foreground?.find(process => process.pid === pid);
    if (shell?.readCall !== undefined && !isKsh(shell.name))
      this.#knownOf(shell.pid, {foreground}).promptCall = shell.readCall;
  }

  #knownOf(pid: number, {foreground}: Pick<TtyProbe, 'foreground'>): KnownProgram {
    const known = this.#known.get(pid) ?? {exec: foreground?.find(process => process.pid === pid)?.exec};
    this.#known.set(pid, known);
    return known;
  }

  /** `exec` has given their processes to other programs, or to the same ones anew. */
  #forgetReplaced({foreground}: TtyProbe): void {
    for (const {pid, exec} of foreground ?? []) {
      const before = this.#known.get(pid)?.exec;
      if (before !== undefined && exec !== undefined && before !== exec) this.#known.delete(pid);
    }
  }

  #learnPromptWait(claim: ForegroundClaim, {foreground, unreadBytes}: TtyProbe): void {
    if (claim.type !== 'awaiting' || claim.carried || unreadBytes !== 0) return;
    const process = foreground?.find(({pid}) => pid === claim.pid);
    if (!process) return;
    const {gate, tracker, log} = this.#session;
    // A shell may have given its process to it.
    const before = tracker.newestReader(claim.pid);
    const isAnother = before !== undefined && isShellName(before.program) && !isShellName(process.name);
    const isFirst = !gate.isTypedInto && (before === undefined || isAnother);
    const text = this.#tail(log.oldest);
    this.#promptWaits.learn(process, text, isFirst);
    const isConsole = speaksAsPython(process.name, text) && CONSOLE.test(lastLines(this.#session, log.oldest));
    if (isConsole) this.#promptWaits.learnConsole(process);
  }

  /** The text before the cursor. */
  #tail(from: LogCursor): string {
    return withoutSignals(lastLine(this.#session, from));
  }

  /** A shell without marks has answered a ^C by a new line, and reads there: no line goes on, so that what stands there is its prompt. */
  #learnInterrupted(claim: ForegroundClaim, probe: TtyProbe): void {
    const {tracker} = this.#session;
    const {interruptedAt} = tracker;
    if (interruptedAt === null || tracker.interruptUnanswered || probe.unreadBytes !== 0) return;
    const isBare = claim.type === 'awaiting' && (claim.kind === 'shell' || claim.kind === 'repl') && !claim.carried;
    if (!isBare && !(claim.type === 'shellReads' && tracker.integration === 'none')) return;
    const process = probe.foreground?.find(({pid}) => pid === claim.pid);
    const text = this.#tail(interruptedAt);
    if (!process || text === '') return;
    const isPython = claim.type === 'awaiting' && claim.kind === 'repl' && speaksAsPython(process.name, text);
    if (isPython) this.#promptWaits.learnInterrupted(process, text);
    // By a trap it may have gone on in a loop that reads.
    if (isPython || (isBare && claim.kind === 'repl') || this.#promptWaits.isAtPrompt(process) === false) return;
    this.#knownOf(claim.pid, probe).interruptedPrompt = text;
    if (isBare) this.#promptWaits.learnInterrupted(process, text);
  }

  #waitsForCommand(probe: TtyProbe): boolean {
    const {tracker} = this.#session;
    if (probe.unreadBytes !== 0 && probe.unreadBytes !== null) return false;
    if (probe.mode?.canonical !== true) return tracker.isPromptLast;
    const pid = tracker.nestedShell === null ? probe.shellPid : tracker.nestedShell.pid;
    return pid === null || this.readsByPromptCall({pid, readCall: readCallOf(probe, pid)}) === true;
  }

  #learnShell({foreground, shellPid}: TtyProbe): void {
    const {tracker} = this.#session;
    const isAtPrompt = tracker.integration !== 'none' && tracker.phase === 'prompt' && tracker.current === null;
    // What was typed may have been `exec`, and the mark that says so on its way.
    if (!isAtPrompt || tracker.isTypedOn) return;
    const {nestedShell} = tracker;
    const shell = foreground?.find(({pid}) => pid === (nestedShell ? nestedShell.pid : shellPid));
    if (shell && shell.argv.length > 0) this.#shells.set(nestedShell?.shell ?? 0, shell);
  }

  #isSameProgram(now: ProcessFacts): boolean | undefined {
    const {nestedShell} = this.#session.tracker;
    const before = this.#shells.get(nestedShell?.pid === now.pid ? nestedShell.shell : 0);
    if (before?.pid !== now.pid) return undefined;
    if (before.exec !== undefined && now.exec !== undefined && before.exec !== now.exec) return false;
    return before.argv.join('\0') === now.argv.join('\0');
  }

  #readsAsAtPrompt({pid, readCall}: ProcessFacts): boolean {
    const {tracker} = this.#session;
    const isByPromptCall = this.readsByPromptCall({pid, readCall});
    if (isByPromptCall !== undefined) return isByPromptCall;
    const before = tracker.newestReader(pid);
    if (!before) return false;
    const text = lastLine(this.#session, this.#session.log.oldest);
    return text !== '' && tracker.promptsOf({pid, carried: false}).includes(text);
  }

  /** What stands there is one of its prompts, or shows that a statement goes on, and it does not read for a statement. */
  #standsAtPrompt(process: ProcessFacts): boolean {
    const text = this.#tail(this.#session.log.oldest);
    if (text === '' || this.#promptWaits.isAtPrompt(process, () => text) === false) return false;
    const {pid, name} = process;
    const prompts = this.#shownBy(pid);
    return prompts.some(prompt => prompt === text || countsOn(text, prompt)) || goesOnIn(name, text, prompts);
  }

  #shownBy(pid: number): readonly string[] {
    const first = this.#promptWaits.firstPrompt(pid);
    const known = this.promptsOf({pid, carried: false});
    return first === undefined ? known : [first, ...known];
  }

  #context(): ClassifyContext {
    const {tracker, link} = this.#session;
    const region: LogCursor = tracker.current?.outputStart ?? tracker.current?.submittedAt ?? logCursor(0);
    return {
      alternateScreen: tracker.mode('alternateScreen') > 0,
      mouse: tracker.isSetByProgram('mouse'),
      applicationKeys: tracker.isSetByProgram('applicationKeypad'),
      bracketedPaste: tracker.mode('bracketedPaste') > 0,
      hidesCursor: () => hidesCursor(this.#session, region),
      textOnLastLine: lastLine(this.#session, region) !== '',
      asksForSecret: () => asksForSecret(lastLines(this.#session, region)),
      runs: tracker.phase === 'running',
      atPrompt: tracker.integration !== 'none' && tracker.phase === 'prompt' && tracker.current === null,
      readsAsAtPrompt: shell => this.#readsAsAtPrompt(shell),
      readsByPromptCall: shell => this.readsByPromptCall(shell) === true,
      standsAtPrompt: repl => this.#standsAtPrompt(repl),
      hasShownPrompt: ({pid}) => this.#shownBy(pid).length > 0,
      shellArgv: link.facts.argv,
      nestedShellPid: tracker.nestedShell?.pid ?? null,
      isSameProgram: shell => this.#isSameProgram(shell),
    };
  }
}

/** This much of the end of the log is read for a session that was there before: the last line may stand in it. */
const WARM_BYTES = 8 * 1024;
/** What Python's consoles say above their first prompt (`code.interact()`, the one of pdb). */
const CONSOLE = /^\(InteractiveConsole\)$|^\*(?:pdb )?interact/m;
/** Output that was already under way when ^S was typed has arrived by then. */
const STOPPED_MS = 100;
