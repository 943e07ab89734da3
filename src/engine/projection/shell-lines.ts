import type {EventOf, InputEvent, IntegrationLevel, LineReader, NestedShell, ShellFamily} from '../../core/index.ts';
import {isAnswered} from '../write/line-effect.ts';
import {type CommandRecord, isStopStatus} from './command-record.ts';

/** Where a shell's own line editor stands; `preparing` is before the first prompt and between a command's end and the next one. */
export type PromptPhase = 'preparing' | 'prompt' | 'continuation' | 'running' | 'exited';

/** What is known of a shell before it has said anything. */
export interface ShellStart {
  readonly integration: IntegrationLevel;
  readonly shellFamily: ShellFamily;
  readonly cwd: string;
}

/** One shell that says marks: where its line editor stands, and what it runs. */
export class ShellLine {
  /** Null for the session's own. */
  readonly nested: NestedShell | null;
  readonly family: ShellFamily;
  phase: PromptPhase = 'preparing';
  integration: IntegrationLevel;
  cwd: string;
  /** Somebody has typed on the present prompt line. */
  lineDirty = false;
  /** Enter or ^C was typed at the prompt, and the shell has not answered with a mark yet. */
  lineTaken = false;
  /** ^C was typed at the prompt, and the shell has not said that it came to a new one, nor taken anything since. */
  interrupted = false;
  /** A character that makes a signal was typed since the last prompt: with it the kernel drops what was printed and not yet read. */
  promptMayBeLost = false;
  /** The command the shell is running or has been given; null at the prompt. */
  current: CommandRecord | null = null;
  /** A typed line that the shell runs before it comes to `current`, which it has not taken yet. */
  ahead: CommandRecord | null = null;
  /** The line editor takes command lines by our key; undefined where the shell does not say. */
  takesKey: boolean | undefined;
  /** By that key it also tells what stands on the line. */
  tellsLine = false;
  /** A half-typed line was put aside for a command; it stands on the prompt that follows, once it is given back there. */
  restoreDue = false;
  /** The terminal's own monitor tells of its prompts and commands. */
  isMonitored = false;
  cycle = 0;
  endedCycle = 0;
  runningCycle = 0;
  promptCycle = -1;
  /** Line feeds in the output stream when the present prompt was drawn. */
  promptLines = 0;
  unpromptedAtMs = Number.NEGATIVE_INFINITY;
  /** Background jobs of the shell when it drew its last prompt. */
  jobs = 0;
  /** Typed between a command's end and the next prompt: it will stand on that prompt's line. */
  typedAhead: 'nothing' | 'text' | 'line' = 'nothing';
  /** The last thing typed into the running command ends no line: what of it the command does not read is for the shell. */
  typedInto = false;
  /** That may stand on the present prompt's line. */
  mayBeFilled = false;
  /** Lines given to what the running command reads with: a shell or REPL without marks. Ended ones may be among them. */
  nestedLines: CommandRecord[] = [];
  /** What took lines without marks here, with the prompts that stood then: the newest few. */
  readonly readers: LineReader[] = [];

  constructor(nested: NestedShell | null, start: ShellStart) {
    this.nested = nested;
    this.family = start.shellFamily;
    this.integration = start.integration;
    this.cwd = start.cwd;
  }

  /** What a prompt says of its line editor. */
  learnKey({takesKey, tellsLine}: EventOf<'mark'>): void {
    if (takesKey !== undefined) this.takesKey = takesKey;
    this.tellsLine = tellsLine === true;
  }

  /** A line was given to something without marks. */
  givenTo(reader: LineReader): void {
    this.readers.push(reader);
    if (this.readers.length > MOST_READERS) this.readers.shift();
  }

  /** Prompts that stood when lines were given to the same reader, another prompt each. */
  promptsOf(reader: LineReader): readonly string[] {
    const same = this.readers.filter(other => other.pid === reader.pid && other.carried === reader.carried);
    return [...new Set(same.map(({prompt}) => prompt))];
  }

  /** Lines that were given to the same reader before and are not over: it reads one after the other, so with this one they are. */
  earlierTo(record: CommandRecord): readonly CommandRecord[] {
    const earlier = this.nestedLines.slice(0, Math.max(0, this.nestedLines.indexOf(record)));
    return earlier.filter(line => line.phase !== 'ended' && line.reader && line.reader.pid === record.reader?.pid);
  }

  /** True once for each half-typed line that was put aside. */
  takeRestoreDue(): boolean {
    if (!this.restoreDue || this.phase !== 'prompt' || this.current) return false;
    this.restoreDue = false;
    return true;
  }

  /** Lines were printed at the prompt that nobody typed; `lines` is how many there are in all. */
  isUnprompted(lines: number): boolean {
    return this.phase === 'prompt' && !this.lineDirty && !this.current && lines > this.promptLines;
  }

  /** Commands in close succession leave what runs in the background no time to be seen at the prompt. */
  isMixed(atMs: number): boolean {
    return this.jobs > 0 || atMs - this.unpromptedAtMs < MIXED_MS;
  }

  /** What ^C reaches: the command the shell runs, and the line last given to it, if that is unanswered. */
  interruptible(): readonly CommandRecord[] {
    const newest = this.nestedLines.at(-1);
    const nested = newest && newest.phase !== 'ended' ? [newest] : [];
    return [...(this.ahead ? [this.ahead] : []), ...(this.current ? [this.current] : []), ...nested];
  }

  /** Our marks are gone (`exec bash`, an rc file that execs another shell): go on with weaker evidence. */
  gradeDown(): void {
    this.integration = 'none';
    this.phase = 'prompt';
    this.lineDirty = false;
  }

  /** Nobody has heard it for a time: its marks may have said anything meanwhile, so weaker evidence counts until the next one. */
  wasUnheard(): void {
    if (this.integration !== 'full') return;
    this.integration = 'none';
    if (this.phase === 'prompt' || this.phase === 'continuation') this.phase = 'preparing';
  }

  /** The shell was left: what it ran or was given is over, and no prompt of it stands. */
  leave(): void {
    this.current = null;
    this.ahead = null;
    this.phase = 'preparing';
    this.lineDirty = false;
    this.lineTaken = false;
    this.interrupted = false;
    this.promptMayBeLost = false;
  }

  /** The command that an end mark is of: the one it names; else a typed line, or one that was given without its name. */
  endedBy({commandId}: EventOf<'mark'>): CommandRecord | null {
    if (commandId !== undefined) return this.current?.commandId === commandId ? this.current : null;
    return this.ahead ?? (this.current?.named ? null : this.current);
  }

  /**
   * The exit status that an end mark tells of a command. A zsh or fish that is interrupted between two commands of a line, or before the
   * first, leaves `$?` as it was: then nothing tells how far the line ran.
   */
  statusOf(record: CommandRecord, told: number | null): number | null {
    return this.family !== 'bash' && record.interruptedEarly && told !== INTERRUPTED ? null : told;
  }

  /** The prompt is a new one, and the shell has not taken the line that was given to it: typed ones came before. */
  isWaitedFor({cycle}: EventOf<'mark'>): boolean {
    const isUntaken = this.current?.named === true && this.current.phase === 'submitted';
    return isUntaken && (cycle !== this.promptCycle || this.phase !== 'prompt');
  }

  /** A prompt was drawn, for the first time or again. */
  prompted(event: EventOf<'mark'>): void {
    if (event.cycle !== this.promptCycle || this.phase !== 'prompt') {
      this.restoreDue = event.filled === true;
      this.lineDirty = event.filled === true || this.typedAhead !== 'nothing' || this.current !== null;
      this.mayBeFilled = this.typedInto;
      this.typedInto = false;
    }
    this.jobs = event.jobs ?? 0;
    this.promptMayBeLost = false;
    if (this.typedAhead === 'line') this.lineTaken = true;
    this.typedAhead = 'nothing';
    // What is printed at a prompt makes fish draw it again, which is no new prompt.
    if (event.cycle !== this.promptCycle) this.promptLines = event.lines;
    this.promptCycle = event.cycle;
    this.phase = 'prompt';
  }

  /** Something was typed while this shell, or what it runs, has the terminal. */
  typed({kind, bytes}: InputEvent): void {
    const endsLine = bytes !== null && isAnswered(bytes);
    if (bytes?.some(byte => SIGNALS.has(byte))) this.promptMayBeLost = true;
    if (kind === 'control' || kind === 'keys' || kind === 'typed') this.#keysTyped(bytes);
    if (this.phase !== 'running') this.interrupted = bytes?.includes(INTERRUPT) ?? false;
    if (this.phase === 'running') this.typedInto = bytes !== null && !ENDS.includes(bytes.at(-1) ?? 0);
    if (this.phase === 'preparing') this.typedAhead = endsLine ? 'line' : 'text';
    if (this.phase !== 'prompt' && this.phase !== 'continuation') return;
    if (bytes?.every(byte => byte === FORM_FEED)) return;
    this.lineDirty = true;
    if (kind === 'command' || !endsLine) return;
    if (this.integration === 'none') this.lineDirty = false;
    else this.lineTaken = true;
  }

  /** What runs may end or stop by them. */
  #keysTyped(bytes: Uint8Array | null): void {
    if (bytes?.includes(INTERRUPT))
      for (const record of this.interruptible()) {
        record.interruptSent = true;
        record.interruptedEarly ||= record.phase === 'submitted';
      }
    if (!this.current) return;
    this.current.signalSent ||= bytes?.some(byte => SIGNALS.has(byte)) ?? false;
    this.current.suspendSent = bytes?.at(-1) === SUSPEND;
  }
}

/** A background job that was seen printing is taken to go on for this long. */
const MIXED_MS = 2000;
/** Enough to tell what part of a prompt changes. */
const MOST_READERS = 8;
const INTERRUPT = 3;
/** 128 + SIGINT */
const INTERRUPTED = 130;
const SUSPEND = 0x1a;
/** ^C, ^Z and ^\. */
const SIGNALS: ReadonlySet<number> = new Set([INTERRUPT, SUSPEND, 0x1c]);
/** Carriage return, line feed and ^C. */
const ENDS: readonly number[] = [13, 10, INTERRUPT];
/** ^L clears the screen and leaves the line as it is. */
const FORM_FEED = 0x0c;

/** A nested shell that was given marks, and what runs it. */
export interface Announced {
  readonly line: ShellLine;
  readonly base: ShellLine;
  /** The command of the base that carries it (`ssh`, `bash`); null when the base has no marks to say so. */
  carrier: CommandRecord | null;
}

/**
 * The session's own shell and, above it, the nested ones that say marks: the last is the one that has the terminal. Whose mark it
 * is tells where it is now: a shell below speaks again when all above it are left.
 */
export class ShellLines {
  readonly #lines: [ShellLine, ...ShellLine[]];
  readonly #announced: Map<number, Announced>;

  constructor(own: ShellLine, above: readonly ShellLine[] = [], announced: ReadonlyMap<number, Announced> = new Map()) {
    this.#lines = [own, ...above];
    this.#announced = new Map(announced);
  }

  /** The session's own first, the one that has the terminal last. */
  get stack(): readonly ShellLine[] {
    return this.#lines;
  }

  /** By the shell's number. */
  get announced(): ReadonlyMap<number, Announced> {
    return this.#announced;
  }

  get top(): ShellLine {
    return this.#lines.at(-1) ?? this.#lines[0];
  }

  get own(): ShellLine {
    return this.#lines[0];
  }

  /** Runs a shell that has the terminal now, in some depth: it is not over, and does not read. */
  carries(record: CommandRecord): boolean {
    return this.#lines.slice(0, -1).some(line => line.current === record);
  }

  announce({shell, family, takesKey, pid}: EventOf<'nestedShell'>): void {
    const base = this.top;
    const integration = family === 'posix' ? 'graded' : 'full';
    const line = new ShellLine({shell, family, takesKey, pid}, {integration, shellFamily: family, cwd: base.cwd});
    this.#announced.set(shell, {line, base, carrier: base.current});
  }

  /** Goes to the shell that said a mark; undefined when it is none that can have the terminal. Tells which were left. */
  goTo(shell: number): readonly ShellLine[] | undefined {
    const at = this.#lines.findIndex(line => (line.nested?.shell ?? 0) === shell);
    if (at >= 0) return this.#leaveAbove(at);
    const announced = this.#announced.get(shell);
    const base = announced ? this.#lines.indexOf(announced.base) : -1;
    if (!announced || base < 0 || !isCarried(announced)) return undefined;
    const left = this.#leaveAbove(base);
    announced.carrier = announced.base.current;
    this.#lines.push(announced.line);
    return left;
  }

  /** A command is over: what it carried is too. Tells which were left. */
  leaveCarried(record: CommandRecord): readonly ShellLine[] {
    const at = this.#lines.findIndex(line => line.current === record);
    return at < 0 ? [] : this.#leaveAbove(at);
  }

  #leaveAbove(at: number): readonly ShellLine[] {
    return this.#lines.splice(at + 1);
  }
}

/** Still run by what ran it when it got its marks, or on again after ^Z. */
function isCarried({base, carrier}: Announced): boolean {
  if (base.current === carrier) return true;
  return carrier !== null && isStopStatus(carrier.exitStatus) && base.current?.phase === 'running';
}
