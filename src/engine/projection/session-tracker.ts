/**
 * What a session's event log means: prompt, commands, modes. A projection: feeding the same events gives the same
 * state, live or after a restart. Knows no time but the log's and decides nothing from quietness.
 */
import {
  type CommandId,
  type EventOf,
  type IntegrationLevel,
  type LineReader,
  type LogCursor,
  mayTakeLine,
  type NestedShell,
  type SessionEvent,
  type ShellFamily,
  type TrackedMode,
} from '../../core/index.ts';
import {CommandLifecycle} from './command-lifecycle.ts';
import {type CommandRecord, countOmitted} from './command-record.ts';
import {OpenCommands} from './open-commands.ts';
import {ShellMarks} from './shell-marks.ts';
import {ShellStack} from './shell-stack.ts';
import {TerminalState} from './terminal-state.ts';
import {type PromptPhase, TrackedShell} from './tracked-shell.ts';
import type {TrackedFacts, TrackerParts} from './tracker-parts.ts';

/** How many lines were typed, and the newest command when the first of them was. */
interface LinesAhead {
  readonly since: CommandId | undefined;
  readonly count: number;
}

export class SessionTracker extends TerminalState {
  readonly #shells: ShellStack;
  readonly #commands: OpenCommands;
  readonly #lifecycle: CommandLifecycle;
  readonly #marks: ShellMarks;
  #ahead: LinesAhead = {since: undefined, count: 0};

  /** `kept` is what a checkpoint has of the shells and commands. */
  constructor(facts: TrackedFacts, kept?: TrackerParts) {
    super(facts);
    const shells = kept?.shells ?? new ShellStack(new TrackedShell(null, facts));
    const commands = new OpenCommands(() => shells.top, kept);
    this.#shells = shells;
    this.#commands = commands;
    this.#lifecycle = new CommandLifecycle({terminal: this, shells, commands});
    this.#marks = new ShellMarks({terminal: this, shells, commands}, facts.pid ?? null);
  }

  /** For whoever keeps them beside the log. */
  get parts(): TrackerParts {
    return {shells: this.#shells, ...this.#commands.parts};
  }

  /** Of the shell that has the terminal: the session's own, or a nested one that was given marks. */
  get phase(): PromptPhase {
    return this.#shell.phase;
  }

  get shellFamily(): ShellFamily {
    return this.#shell.family;
  }

  get integration(): IntegrationLevel {
    return this.#shell.integration;
  }

  get cwd(): string {
    return this.#shell.cwd;
  }

  /** The marks of the shell that has the terminal have said that it stands there now. */
  get tellsCwd(): boolean {
    return this.#shell.tellsCwd;
  }

  /** Somebody has typed on the present prompt line. */
  get lineDirty(): boolean {
    return this.#shell.lineDirty;
  }

  /** Enter or ^C was typed at the prompt, and the shell has not answered with a mark yet. */
  get lineTaken(): boolean {
    return this.#shell.lineTaken;
  }

  /** ^C was typed at the prompt, and the shell has not answered it. */
  get interrupted(): boolean {
    return this.#shell.interrupted;
  }

  /** ^C was typed last. */
  get interruptedLast(): boolean {
    return this.#shell.interruptedAtLines !== null;
  }

  /** ^C was typed last, and no line was printed since. */
  get interruptUnanswered(): boolean {
    return this.#shell.interruptedAtLines === this.lines;
  }

  /** Where the output ended when ^C was typed last; null once something else was. */
  get interruptedAt(): LogCursor | null {
    return this.#shell.interruptedAt;
  }

  /** ^C was typed last, and something was printed since: by who got it, or by the tty, which shows it as it makes the signal. */
  get interruptShown(): boolean {
    const {interruptedAt} = this.#shell;
    return interruptedAt !== null && this.outputEnd > interruptedAt;
  }

  /** A character was typed since the last prompt that makes the kernel drop what was printed, perhaps the marks of the next one. */
  get promptMayBeLost(): boolean {
    return this.#shell.promptMayBeLost;
  }

  /** The command the shell is running or has been given; null at the prompt. */
  get current(): CommandRecord | null {
    return this.#shell.current;
  }

  /** A typed line runs before the command that was given. */
  get runsTypedLine(): boolean {
    return this.#shell.ahead !== null;
  }

  /** By its marks the shell that has the terminal is not at its first prompt yet, or not at the one behind its last command. */
  get isBeforePrompt(): boolean {
    return this.#shell.isBeforePrompt;
  }

  /** How many marks the shell that has the terminal has said. */
  get heard(): number {
    return this.#shell.heard;
  }

  /** The shell that has the terminal has lost its hooks: what stands on its line nobody can say. */
  get isUnhooked(): boolean {
    return this.#shell.isUnhooked;
  }

  /** The shell that has the terminal has said marks, and nobody has heard it for a time: where it stands it has to be asked. */
  get isUnheard(): boolean {
    return this.#shell.isUnheard;
  }

  /** Whether the prompt said that its line editor takes command lines by our key; undefined where it says nothing of that. */
  get takesKey(): boolean | undefined {
    return this.#shell.takesKey;
  }

  /** It takes that key behind an ESC as well, which gets the line editor out of a question. */
  get takesEscape(): boolean {
    return this.#shell.takesEscape;
  }

  /** Its private keys have the form `CSI u`. */
  get csiU(): boolean {
    return this.#shell.csiU;
  }

  /** Its line editor can be asked what stands on the line. */
  get tellsLine(): boolean {
    return this.#shell.tellsLine;
  }

  /** The nested shell that has the terminal; null when it is the session's own. */
  get nestedShell(): NestedShell | null {
    return this.#shell.nested;
  }

  /** The terminal's own monitor tells of the prompts and commands of the shell that has it. */
  get isMonitored(): boolean {
    return this.#shell.isMonitored;
  }

  /** Where the session's own shell stands, also while a nested one has the terminal. */
  get ownShell(): Pick<TrackedShell, 'integration' | 'current' | 'nestedLines'> {
    return this.#shells.own;
  }

  /** This command runs a nested shell that has the terminal now. */
  carriesShell(record: CommandRecord): boolean {
    return this.#shells.carries(record);
  }

  /** A half-typed line was put aside for a command; it stands on the prompt that follows, once it is given back there. */
  get restoreDue(): boolean {
    return this.#shell.restoreDue;
  }

  /** Somebody had begun a line where the newest command was given: that was put aside, and no prompt has come since. */
  get hasAside(): boolean {
    return this.#shell.hasAside;
  }

  /** True once for each half-typed line that was put aside. */
  takeRestoreDue(): boolean {
    return this.#shell.takeRestoreDue();
  }

  /** The newest line that was given to what the current command reads with, while it is not over. */
  get openNestedLine(): CommandRecord | null {
    return this.#shell.nestedLines.findLast(line => line.phase !== 'ended') ?? null;
  }

  /** Prompts that stood when lines were given to the same reader, another prompt each. */
  promptsOf(reader: Pick<LineReader, 'pid' | 'carried'> | null): readonly string[] {
    return reader ? this.#shell.promptsOf(reader) : [];
  }

  /** How the process of this id read when the last line was given to it without marks. */
  newestReader(pid: number | null): LineReader | undefined {
    return this.#shell.readers.findLast(reader => reader.pid === pid && !reader.carried);
  }

  command(id: CommandId): CommandRecord | undefined {
    return this.#commands.get(id);
  }

  /** Newest first. */
  recentCommands(limit: number): readonly CommandRecord[] {
    return this.#commands.newest(limit);
  }

  /** Somebody has typed on the present prompt line, or ahead of the one to come: its echo is no output. */
  get isTypedOn(): boolean {
    return this.#shell.lineDirty || this.#shell.typedAhead !== 'nothing';
  }

  /** What was typed last into what the shell runs ends no line. */
  get isHalfTyped(): boolean {
    return this.#shell.typedInto;
  }

  /** Nothing stands on the line for certain, also nothing that was typed into the last program and that it has not read. */
  get isEmpty(): boolean {
    return this.#shell.isEmpty;
  }

  /** What stands on the line of a POSIX shell may be more than the key takes away that erases it: with a line editor, or without. */
  isHeld(hasEditor: boolean): boolean {
    return this.#shell.isHeld(hasEditor);
  }

  /** The shell has passed over the key for a line. */
  get keyFailed(): boolean {
    return this.#shell.keyFailed;
  }

  /** A POSIX shell may run lines that were typed while it ran something, or with others at once. */
  get mayRunAhead(): boolean {
    return this.#shell.mayRunAhead;
  }

  /** How many prompts the shell has come to behind the newest command that is over. */
  get promptsBehind(): number {
    return this.#shell.promptsBehind;
  }

  /** Lines that were typed where the shell had not read all those before. */
  get linesAhead(): LinesAhead {
    return this.isAtEmptyQueue ? {since: this.recentCommands(1)[0]?.commandId, count: 0} : this.#ahead;
  }

  /** The shell switches this mode on for its own line. */
  isOwnMode(mode: TrackedMode): boolean {
    return this.#shell.ownModes.includes(mode);
  }

  /** What runs now has set this mode itself, as far as can be told. One that was on before it began says nothing of it. */
  isSetByProgram(mode: TrackedMode): boolean {
    const {nestedLines, current} = this.#shell;
    const line = nestedLines.at(-1);
    // Behind a line that is over something may have been typed.
    const nestedFrom = line && ((line.phase === 'ended' ? line.outputEnd : null) ?? line.submittedAt);
    const from = nestedFrom ?? current?.outputStart ?? current?.submittedAt ?? 0;
    return this.mode(mode) > 0 && (this.modesSetAt.get(mode) ?? from) >= from;
  }

  /** No line feed was printed since the present prompt was drawn. */
  get isPromptLast(): boolean {
    return this.#shell.promptLines === this.lines;
  }

  /** Lines were printed at the prompt that nobody typed. */
  get unprompted(): boolean {
    return this.#shell.isUnprompted(this.lines);
  }

  apply(event: Exclude<SessionEvent, {type: 'output'}>): void {
    switch (event.type) {
      case 'open':
      case 'resize':
        if (event.type === 'open') this.#shell.cwd = event.cwd;
        this.resized(event);
        return;
      case 'command':
        this.#lifecycle.submitted(event);
        // It goes to a shell that has read all there was.
        this.#ahead = {since: event.commandId, count: 0};
        return;
      case 'input':
        if (event.by.type === 'emulator') return;
        this.#countLines(event);
        this.typed(event);
        this.#lifecycle.typed(event);
        return;
      case 'mark':
        this.#mark(event);
        return;
      case 'nestedShell':
        this.#shells.announce(event);
        return;
      case 'mode':
        if (event.mode === 'bracketedPaste' && event.value === 0) this.#lifecycle.accepted(event);
        else if (event.mode === 'bracketedPaste') this.#lifecycle.readsAgain(event);
        if (event.value > 0) this.#shell.learnMode(event.mode);
        this.switched(event);
        return;
      case 'title':
        this.title = event.title;
        return;
      case 'omission':
        countOmitted(this.current, event);
        return;
      case 'verdict':
        this.#lifecycle.concluded(event);
        return;
      case 'signal':
      case 'prompt':
        this.#lifecycle.heardOutside(event);
        return;
      case 'exit':
        this.#lifecycle.exited(event);
        return;
      case 'gap':
        if (event.reason !== 'disconnected') return;
        if (this.current && event.from === event.to) this.current.wasUnheard = true;
        this.#lifecycle.wasUnheard();
        return;
      case 'custom':
        return;
      default:
        event satisfies never;
    }
  }

  /** Commands that ended since the last time this was asked. */
  takeEnded(): readonly CommandRecord[] {
    return this.#commands.takeEnded();
  }

  /** Commands that have not ended, oldest first. */
  running(): readonly CommandRecord[] {
    return this.#commands.running();
  }

  /** The terminal is gone without an exit event. */
  lost(atMs: number): void {
    this.#lifecycle.lost(atMs);
  }

  /** The log has lost how it came about, but the session's own shell runs nothing now. `readsLine`: it stands at its prompt; else that comes. */
  foundIdle(atMs: number, how: {readonly readsLine: boolean}): void {
    if (this.#goTo(0)) this.#lifecycle.foundIdle(atMs, how);
  }

  /** The shell has said that nothing stands on its line, which was empty before: what was typed since was the question. */
  foundEmpty(): void {
    if (this.#shell.phase === 'prompt') this.#shell.lineDirty = false;
  }

  /** The shell that {@link isUnheard} was asked; `line` as it was answered, null where it was not. */
  answered(line: string | null): void {
    this.#lifecycle.answered(line);
  }

  /** The shell is at its prompt, or asks for the rest of a line, and has read every line that was typed. */
  get isAtEmptyQueue(): boolean {
    return this.phase === 'continuation' || (this.phase === 'prompt' && !this.current && !this.lineTaken);
  }

  #countLines({kind, bytes, lineEnds = 0}: EventOf<'input'>): void {
    const lines = kind === 'command' ? 0 : (bytes?.filter(mayTakeLine).length ?? lineEnds);
    if (lines === 0) return;
    const {since, count} = this.linesAhead;
    this.#ahead = {since, count: count + lines};
  }

  #mark(event: EventOf<'mark'>): void {
    if (!event.proved) this.#marks.unproved(event);
    else if (this.#shells.isUnhooked(event.shell ?? 0)) return;
    else if (this.#goTo(event.shell ?? 0)) this.#marks.mark(event);
  }

  /** Follows the terminal to the shell that says a mark; false when that shell cannot have it. */
  #goTo(shell: number): boolean {
    const left = this.#shells.goTo(shell);
    if (left) this.#commands.leave(left);
    return left !== undefined;
  }

  /** The shell that has the terminal. */
  get #shell(): TrackedShell {
    return this.#shells.top;
  }
}
