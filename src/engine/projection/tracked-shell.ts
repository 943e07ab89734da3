import {
  type Actor,
  type EventOf,
  INTERRUPT,
  type InputEvent,
  type IntegrationLevel,
  isEnter,
  isSignal,
  type LineReader,
  type LogCursor,
  type NestedShell,
  type ShellFamily,
  SUSPEND,
  type TrackedMode,
} from '../../core/index.ts';
import {actorName} from '../write/input-lease.ts';
import {isAnswered, keysIn, leavesEmpty} from '../write/line-effect.ts';
import {type CommandRecord, isUntaken} from './command-record.ts';
import {holdsNothing} from './holds-nothing.ts';
import {PosixLine} from './posix-line.ts';

/** Where a shell's own line editor stands; `preparing` is before the first prompt and between a command's end and the next one. */
export type PromptPhase = 'preparing' | 'prompt' | 'continuation' | 'running' | 'exited';

/** What is known of a shell before it has said anything. */
export interface ShellStart {
  readonly integration: IntegrationLevel;
  readonly shellFamily: ShellFamily;
  readonly cwd: string;
}

/**
 * One shell of a session, as far as its log tells: where its line editor stands at the prompt, what was typed on the line there, and
 * what it runs. The session's own shell is one, and so is each nested shell that says marks.
 */
export class TrackedShell {
  /** Null for the session's own. */
  readonly nested: NestedShell | null;
  readonly family: ShellFamily;
  phase: PromptPhase = 'preparing';
  integration: IntegrationLevel;
  cwd: string;
  /** The prompt cycle in which its marks told where it stands; the one it began in, until they do. */
  cwdCycle = 0;
  /** Somebody has typed on the present prompt line. */
  lineDirty = false;
  /** Enter or ^C was typed at the prompt, and the shell has not answered with a mark yet. */
  lineTaken = false;
  /** Where its line editor let go of what was typed at the present prompt; null until then. */
  letGoAt: LogCursor | null = null;
  /** Who typed the last Enter that the shell has got, or will get. */
  typedBy: Actor | null = null;
  /** Who has typed the lines since the shell last had none to read. */
  typists: Actor | 'several' | null = null;
  /** What was typed behind that Enter before the shell said that anything has begun: who did so last, and whether any of it is another's. */
  typedBehind: {readonly by: Actor; readonly isAnothers: boolean} | null = null;
  /** ^C was typed at the prompt, and the shell has not said that it came to a new one, nor taken anything since. */
  interrupted = false;
  /** While `lineTaken`: a line was entered, and not ^C alone typed. */
  lineEntered = false;
  /** ^C was typed behind such a line, and no prompt has come since. */
  lineMayBeCut = false;
  /** A prompt has begun, and it has not been said that it stands. fish shows what it has said there before once more. */
  isDrawing = false;
  /** Line feeds in the output when ^C was typed at it last; null once something else was. A shell without marks answers by a new line. */
  interruptedAtLines: number | null = null;
  /** Where the output ended then. */
  interruptedAt: LogCursor | null = null;
  /** Modes that it has switched on for its own line. */
  readonly ownModes: TrackedMode[] = [];
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
  /** It takes that key behind an ESC as well, which gets the line editor out of a question. */
  takesEscape = false;
  /** Its private keys have the form `CSI u`. */
  csiU = false;
  /** It has passed over our key though nobody else was typing: its lines are typed from now on, whatever its prompt says. */
  keyFailed = false;
  /** Its hooks are gone: no mark of it counts any more, until it is given new ones. */
  isUnhooked = false;
  /** It has said marks, and then nobody has heard it for a time. */
  isUnheard = false;
  /** How many marks it has said. */
  heard = 0;
  /** A half-typed line was put aside for a command; it stands on the prompt that follows, once it is given back there. */
  restoreDue = false;
  /** Somebody had begun a line where the newest command was given: that was put aside, and no prompt has come since. */
  hasAside = false;
  /** The terminal's own monitor tells of its prompts and commands. */
  isMonitored = false;
  /** Another integration (of iTerm2, kitty, VS Code and the like) says marks in it too: they were seen where it runs nothing. */
  hasOtherMarks = false;
  /** What was counted as forged since the last command began: the newest marks without proof. */
  counted: EventOf<'mark'>[] = [];
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
  /** The last thing typed into the running command, or at a POSIX shell, ends no line: what of it the command does not read is for the shell. */
  typedInto = false;
  /** Lines that were typed while a POSIX shell ran something: it may run them yet, a prompt behind each, and no mark will tell one from the next. */
  typedLinesAhead = 0;
  /** At the present prompt it may run one. */
  mayRunAhead = false;
  /** That may stand on the present prompt's line. */
  mayBeFilled = false;
  /** Lines given to what the running command reads with: a shell or REPL without marks. Ended ones may be among them. */
  nestedLines: CommandRecord[] = [];
  /** What took lines without marks here, with the prompts that stood then: the newest few. */
  readonly readers: LineReader[] = [];
  readonly #posixLine = new PosixLine();

  constructor(nested: NestedShell | null, start: ShellStart) {
    this.nested = nested;
    this.family = start.shellFamily;
    this.integration = start.integration;
    this.cwd = start.cwd;
  }

  /** Nothing stands on the line for certain. Before a POSIX shell reads it, it may run lines that were typed before. */
  get isEmpty(): boolean {
    return !this.lineDirty && !this.mayBeFilled && !(this.family === 'posix' && this.typedInto);
  }

  /** What stands on the line of a POSIX shell may be more than the key takes away that erases it: with a line editor, or without. */
  isHeld(hasEditor: boolean): boolean {
    return hasEditor ? this.#posixLine.isEdited : this.#posixLine.isGiven;
  }

  /** The cycle of the mark that says so. */
  movedTo(cwd: string, cycle: number): void {
    this.cwd = cwd;
    this.cwdCycle = cycle;
  }

  /** Where the shell stands was told since its last command began, or none has run. (The end of a command is the last of its cycle.) */
  get tellsCwd(): boolean {
    return this.integration !== 'none' && this.promptCycle <= this.cwdCycle + 1;
  }

  /** How many prompts it has come to behind the newest command that is over. */
  get promptsBehind(): number {
    return this.promptCycle - this.endedCycle;
  }

  /**
   * No mark of it has said a prompt yet, nor a command; or the last command has ended, and its prompt has not come: what the shell reads
   * meanwhile, by its line editor, it reads for its user's files and hooks (`read -e`, `vared`).
   */
  get isBeforePrompt(): boolean {
    const {promptCycle, runningCycle, endedCycle} = this;
    if (endedCycle === 0) return promptCycle < 0 && runningCycle === 0;
    return endedCycle === runningCycle && promptCycle === endedCycle;
  }

  /** A mode was switched on: for the shell's line, where it runs nothing. A shell that does not say that a line begins may run what it was given. */
  learnMode(mode: TrackedMode): void {
    const isGiven = this.current?.phase === 'submitted' && this.integration === 'full' && !this.current.nested;
    if (this.integration === 'none' || (this.current && !isGiven) || this.ownModes.includes(mode)) return;
    this.ownModes.push(mode);
  }

  /** What a prompt says of its line editor. */
  learnKey({takesKey, tellsLine, takesEscape, csiU}: EventOf<'mark'>): void {
    if (takesKey !== undefined) this.takesKey = takesKey && !this.keyFailed;
    this.tellsLine = tellsLine === true && !this.keyFailed;
    this.takesEscape = takesEscape === true;
    this.csiU = csiU === true;
  }

  /** A line was given by our key, and the shell has not taken it though nothing was in the way. */
  passedOverKey(): void {
    this.keyFailed = true;
    this.takesKey = false;
    this.tellsLine = false;
  }

  /** A line was given to something without marks. */
  givenTo(reader: LineReader): void {
    this.readers.push(reader);
    if (this.readers.length > MOST_READERS) this.readers.shift();
  }

  /** Prompts that stood when lines were given to the same reader, another prompt each; none of another program that the process was (`exec`). */
  promptsOf(reader: Pick<LineReader, 'pid' | 'carried'>): readonly string[] {
    const inProcess = this.readers.filter(other => other.pid === reader.pid && other.carried === reader.carried);
    const program = inProcess.at(-1)?.program;
    const same = inProcess.slice(inProcess.findLastIndex(other => other.program !== program) + 1);
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
    return this.jobs > 0 || this.typedBehind?.isAnothers === true || atMs - this.unpromptedAtMs < MIXED_MS;
  }

  /** What ^C reaches: the command the shell runs, and the line last given to it, if that is unanswered. */
  interruptible(): readonly CommandRecord[] {
    const newest = this.nestedLines.at(-1);
    const nested = newest && newest.phase !== 'ended' ? [newest] : [];
    return [...(this.ahead ? [this.ahead] : []), ...(this.current ? [this.current] : []), ...nested];
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
   * first, leaves `$?` as it was: then nothing tells how far the line ran. Of a nested one nobody knows whether ^C met it, or a program.
   * A POSIX shell says `$?` with every prompt: behind a line that holds nothing it is that of another.
   */
  statusOf(record: CommandRecord, told: number | null): number | null {
    if (this.family === 'posix' && record.commandLine !== null && holdsNothing(record.commandLine)) return null;
    const mayHaveMetShell = record.interruptMetShell || (this.nested !== null && record.interruptSent);
    return this.family !== 'bash' && mayHaveMetShell && told !== INTERRUPTED ? null : told;
  }

  /** The prompt is a new one, and the shell has not taken the line that was given to it: typed ones came before. */
  isWaitedFor({cycle}: EventOf<'mark'>): boolean {
    if (!this.current || !isUntaken(this.current)) return false;
    return cycle !== this.promptCycle || this.phase !== 'prompt';
  }

  /** fish draws the prompt anew in front of an unfinished line, as after a resize. Behind ^C that line is gone, and what stands there is another. */
  isRedrawn({cycle, filled}: EventOf<'mark'>): boolean {
    const isSame = this.phase === 'continuation' && cycle === this.promptCycle;
    return isSame && filled === true && !this.interrupted;
  }

  /** A prompt was drawn, for the first time or again. */
  prompted(event: EventOf<'mark'>): void {
    if (event.cycle !== this.promptCycle || this.phase !== 'prompt') {
      this.typedBy = this.typedBehind?.by ?? this.typedBy;
      this.typedBehind = null;
      this.restoreDue = event.filled === true;
      this.hasAside = false;
      this.lineMayBeCut = false;
      this.lineDirty = event.filled === true || this.typedAhead !== 'nothing' || this.current !== null;
      this.mayBeFilled = this.typedInto;
      if (this.family !== 'posix') this.typedInto = false;
      this.#posixLine.restart(!this.typedInto);
      this.mayRunAhead = this.typedLinesAhead > 0;
      if (this.mayRunAhead) this.typedLinesAhead--;
    }
    this.jobs = event.jobs ?? 0;
    this.promptMayBeLost = false;
    if (this.typedAhead === 'line') this.lineTaken = true;
    this.typedAhead = 'nothing';
    this.letGoAt = null;
    // What is printed at a prompt makes fish draw it again, which is no new prompt.
    if (event.cycle !== this.promptCycle) this.promptLines = event.lines;
    this.promptCycle = event.cycle;
    this.phase = 'prompt';
  }

  /**
   * The line that a POSIX shell begins when this is typed at its prompt, which it says by no mark: null where it is not known, undefined where none
   * is begun for certain.
   */
  beginsUnsaid({kind, bytes, atShell}: InputEvent): string | null | undefined {
    if (this.family !== 'posix' || this.integration !== 'graded' || kind === 'command' || bytes === null)
      return undefined;
    if (this.isEmpty) this.#posixLine.restart(true);
    const lines = this.#posixLine.type(bytes);
    const hasNone = this.phase === 'prompt' && this.current === null;
    if (hasNone && atShell && !bytes.includes(INTERRUPT)) this.hasReadAll();
    const isAtPrompt = hasNone && !this.mayRunAhead && this.typedLinesAhead === 0;
    const holds = (line: string | null | undefined): boolean =>
      line !== undefined && (line === null || !holdsNothing(line));
    // An empty line has a prompt of its own behind it: of those behind that the next prompt says nothing.
    const begins = isAtPrompt && holds(lines[0]);
    if (begins || !isAtPrompt || lines.some(holds)) this.typedLinesAhead += lines.length - (begins ? 1 : 0);
    return begins ? lines[0] : undefined;
  }

  /** A POSIX shell reads, and has run all that was typed. */
  hasReadAll(): void {
    this.typedLinesAhead = 0;
    this.mayRunAhead = false;
  }

  /** Something was typed while this shell, or what it runs, has the terminal; so many line feeds were printed by then, and the output ended there. */
  typed(event: InputEvent, {lines, outputEnd}: {readonly lines: number; readonly outputEnd: LogCursor}): void {
    const {by, kind, bytes, atShell} = event;
    const isInterrupt = bytes?.includes(INTERRUPT) === true;
    this.interruptedAtLines = isInterrupt ? lines : null;
    this.interruptedAt = isInterrupt ? outputEnd : null;
    const endsLine = bytes !== null && isAnswered(bytes);
    if (endsLine && kind !== 'command') this.#noteTypist(event);
    if (this.lineTaken && this.phase === 'prompt' && !this.current) this.#noteBehind(event);
    else if (endsLine && kind !== 'command' && this.phase !== 'running') this.typedBy = by;
    if (bytes?.some(isSignal)) this.promptMayBeLost = true;
    this.#noteCut(bytes);
    if (AS_KEYS.has(kind)) this.#keysTyped(bytes, atShell);
    if (this.phase !== 'running') this.interrupted = bytes?.includes(INTERRUPT) ?? false;
    // A POSIX shell says of no line that it has begun. Of what was typed ahead it may have read a part already (ksh), which outlives the signal.
    const mayKeep = this.family === 'posix' && bytes?.some(isSignal) === true && this.typedLinesAhead > 0;
    if (this.phase === 'running' || this.family === 'posix')
      this.typedInto = mayKeep || (bytes !== null && !endsTyping(bytes.at(-1) ?? 0, this.current !== null));
    if (this.phase === 'preparing') this.typedAhead = endsLine ? 'line' : 'text';
    if (this.phase !== 'prompt' && this.phase !== 'continuation') return;
    if (!endsLine && bytes && this.#leavesEmpty(bytes)) return;
    this.lineDirty = true;
    if (kind === 'command' || !endsLine) return;
    if (this.integration === 'none') this.lineDirty = false;
    else this.lineTaken = true;
  }

  /** fish passes over a ^C on an empty line, and says nothing of it. */
  #noteCut(bytes: Uint8Array | null): void {
    if (!this.lineTaken) this.lineEntered = false;
    if (this.phase === 'running' || this.current) return;
    if (bytes?.includes(INTERRUPT)) this.lineMayBeCut ||= this.lineEntered;
    else this.lineEntered ||= bytes?.some(isEnter) === true;
  }

  #noteTypist({by, elsewhere}: InputEvent): void {
    const {typists, phase, current, lineTaken} = this;
    if (typists === null || (phase === 'prompt' && !current && !lineTaken)) this.typists = by;
    else if (typists !== 'several' && (elsewhere || actorName(typists) !== actorName(by))) this.typists = 'several';
  }

  #noteBehind({by, elsewhere}: InputEvent): void {
    if (by.type === 'cotty' || by.type === 'emulator') return;
    const isOther =
      this.typists === 'several' ||
      elsewhere === true ||
      (this.typedBy !== null && actorName(by) !== actorName(this.typedBy));
    this.typedBehind = {by, isAnothers: isOther || this.typedBehind?.isAnothers === true};
  }

  /** A POSIX shell has its own line editor, or none. */
  #leavesEmpty(bytes: Uint8Array): boolean {
    return keysIn(bytes).every(key => leavesEmpty(key) && (key.isSure || this.family !== 'posix'));
  }

  /** What runs may end or stop by them. */
  #keysTyped(bytes: Uint8Array | null, atShell: boolean | undefined): void {
    if (bytes?.includes(INTERRUPT))
      for (const record of this.interruptible()) {
        record.interruptSent = true;
        record.interruptMetShell ||= record.phase === 'submitted' || (atShell === true && this.nested === null);
      }
    if (!this.current) return;
    this.current.signalSent ||= bytes?.some(isSignal) ?? false;
    this.current.suspendSent = bytes?.at(-1) === SUSPEND;
  }
}

/** What comes as keys do: a ^C in it is one. */
const AS_KEYS: ReadonlySet<InputEvent['kind']> = new Set(['control', 'keys', 'typed', 'text']);

/** What has printed in the background, and is no job of the shell's nor seen otherwise, is taken to go on for this long. */
const MIXED_MS = 2000;
/** Enough to tell what part of a prompt changes. */
const MOST_READERS = 8;
/** 128 + SIGINT */
const INTERRUPTED = 130;

/** Enter or ^C; into what runs any character that makes a signal, with which the kernel drops what was typed before (`NOFLSH`: termios(3)). */
function endsTyping(byte: number, runs: boolean): boolean {
  return isEnter(byte) || byte === INTERRUPT || (runs && isSignal(byte));
}
