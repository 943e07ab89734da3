/**
 * What a session's event log means: prompt, commands, modes. A projection: feeding the same events gives the same
 * state, live or after a restart. Knows no time but the log's and decides nothing from quietness.
 */
import type {
  CommandId,
  EventOf,
  ExitEvent,
  IntegrationLevel,
  LineReader,
  LogCursor,
  NestedShell,
  SessionEvent,
  TrackedMode,
} from '../../core/index.ts';
import {logCursor} from '../../core/index.ts';
import {ScreenHistory} from '../screen/screen-history.ts';
import {actorName} from '../write/input-lease.ts';
import {type CommandRecord, countForged, countOmitted, startUnseen} from './command-record.ts';
import {submittedRecord, typedRecord} from './new-command-record.ts';
import {endingAt, OpenCommands} from './open-commands.ts';
import {heardOutside} from './outside-evidence.ts';
import {type PromptPhase, ShellLine, ShellLines} from './shell-lines.ts';
import type {TrackedFacts, TrackerParts} from './tracker-parts.ts';

export class SessionTracker {
  title = '';
  cols: number;
  rows: number;
  outputEnd: LogCursor = logCursor(0);
  lines = 0;
  lastExitStatus: number | null = null;
  exit: ExitEvent | null = null;
  /** Something was typed, and not only commands were given. */
  wasTyped = false;
  /** The last thing typed was ^S. */
  stopSent = false;
  readonly modes = new Map<TrackedMode, number>();
  readonly screen = new ScreenHistory();
  readonly #shells: ShellLines;
  readonly #commands: OpenCommands;

  constructor(facts: TrackedFacts, kept?: TrackerParts) {
    this.#shells = kept?.shells ?? new ShellLines(new ShellLine(null, facts));
    this.#commands = new OpenCommands(() => this.#line, kept);
    this.cols = facts.cols;
    this.rows = facts.rows;
  }

  /** For whoever keeps them beside the log. */
  get parts(): TrackerParts {
    return {shells: this.#shells, ...this.#commands.parts};
  }

  /** Of the shell that has the terminal: the session's own, or a nested one that was given marks. */
  get phase(): PromptPhase {
    return this.#line.phase;
  }

  get integration(): IntegrationLevel {
    return this.#line.integration;
  }

  get cwd(): string {
    return this.#line.cwd;
  }

  /** Somebody has typed on the present prompt line. */
  get lineDirty(): boolean {
    return this.#line.lineDirty;
  }

  /** Enter or ^C was typed at the prompt, and the shell has not answered with a mark yet. */
  get lineTaken(): boolean {
    return this.#line.lineTaken;
  }

  /** ^C was typed at the prompt, and the shell has not answered it. */
  get interrupted(): boolean {
    return this.#line.interrupted;
  }

  /** A character was typed since the last prompt that makes the kernel drop what was printed, perhaps the marks of the next one. */
  get promptMayBeLost(): boolean {
    return this.#line.promptMayBeLost;
  }

  /** The command the shell is running or has been given; null at the prompt. */
  get current(): CommandRecord | null {
    return this.#line.current;
  }

  /** A typed line runs before the command that was given. */
  get runsTypedLine(): boolean {
    return this.#line.ahead !== null;
  }

  /** Whether the prompt said that its line editor takes command lines by our key; undefined where it says nothing of that. */
  get takesKey(): boolean | undefined {
    return this.#line.takesKey;
  }

  /** Its line editor can be asked what stands on the line. */
  get tellsLine(): boolean {
    return this.#line.tellsLine;
  }

  /** The nested shell that has the terminal; null when it is the session's own. */
  get nestedShell(): NestedShell | null {
    return this.#line.nested;
  }

  /** The terminal's own monitor tells of the prompts and commands of the shell that has it. */
  get isMonitored(): boolean {
    return this.#line.isMonitored;
  }

  /** Where the session's own shell stands, also while a nested one has the terminal. */
  get ownShell(): Pick<ShellLine, 'integration' | 'current'> {
    return this.#shells.own;
  }

  /** This command runs a nested shell that has the terminal now. */
  carriesShell(record: CommandRecord): boolean {
    return this.#shells.carries(record);
  }

  /** A half-typed line was put aside for a command; it stands on the prompt that follows, once it is given back there. */
  get restoreDue(): boolean {
    return this.#line.restoreDue;
  }

  /** True once for each half-typed line that was put aside. */
  takeRestoreDue(): boolean {
    return this.#line.takeRestoreDue();
  }

  /** The newest line that was given to what the current command reads with, while it is not over. */
  get openNestedLine(): CommandRecord | null {
    return this.#line.nestedLines.findLast(line => line.phase !== 'ended') ?? null;
  }

  /** Prompts that stood when lines were given to the same reader, another prompt each. */
  promptsOf(reader: LineReader | null): readonly string[] {
    return reader ? this.#line.promptsOf(reader) : [];
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
    return this.#line.lineDirty || this.#line.typedAhead !== 'nothing';
  }

  /** Nothing stands on the line for certain, also nothing that was typed into the last program and that it has not read. */
  get isEmpty(): boolean {
    return !this.#line.lineDirty && !this.#line.mayBeFilled;
  }

  /** Lines were printed at the prompt that nobody typed. */
  get unprompted(): boolean {
    return this.#line.isUnprompted(this.lines);
  }

  mode(mode: TrackedMode): number {
    return this.modes.get(mode) ?? 0;
  }

  /** The output stream has grown to `end`, with `lines` line feeds in it. */
  output(end: LogCursor, lines: number): void {
    this.outputEnd = end;
    this.lines = lines;
  }

  apply(event: Exclude<SessionEvent, {type: 'output'}>): void {
    switch (event.type) {
      case 'open':
      case 'resize':
        if (event.type === 'open') this.#line.cwd = event.cwd;
        this.cols = event.cols;
        this.rows = event.rows;
        this.screen.resized(event);
        return;
      case 'command':
        this.#commandSubmitted(event);
        return;
      case 'input':
        if (event.by.type !== 'emulator') this.#input(event);
        return;
      case 'mark':
        if (!event.proved) countForged(this.#line.current);
        else if (this.#isAtTerminal(event.shell ?? 0)) this.#mark(event);
        return;
      case 'nestedShell':
        this.#shells.announce(event);
        return;
      case 'mode':
        if (event.mode === 'bracketedPaste' && event.value === 0 && this.#line.current?.phase === 'submitted')
          this.#line.current.acceptedAt = event.offset;
        if (event.mode === 'alternateScreen') this.screen.switched(event);
        if (event.value === 0) this.modes.delete(event.mode);
        else this.modes.set(event.mode, event.value);
        return;
      case 'title':
        this.title = event.title;
        return;
      case 'omission':
        countOmitted(this.#line.current, event);
        return;
      case 'verdict':
        this.#concluded(event);
        return;
      case 'signal':
      case 'prompt':
        this.#heardOutside(event);
        return;
      case 'exit':
        this.#exited(event);
        return;
      case 'gap':
        if (event.reason === 'disconnected') this.#line.wasUnheard();
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
    this.#line.phase = 'exited';
    this.#loseRunning(atMs);
  }

  /** The log has lost how it came about, but the session's own shell runs nothing now. */
  foundAtPrompt(atMs: number): void {
    if (!this.#isAtTerminal(0) || this.#line.integration !== 'full' || this.#line.phase === 'exited') return;
    this.#loseRunning(atMs);
    this.#line.phase = 'prompt';
    this.#line.mayBeFilled = true;
  }

  #loseRunning(atMs: number): void {
    this.#commands.lose({outputEnd: this.outputEnd, lines: this.lines, exitStatus: null, via: null, atMs});
  }

  #heardOutside(event: EventOf<'signal'> | EventOf<'prompt'>): void {
    const flags = {lines: event.lines, nested: false, ...this.#surroundings(event.atMs)};
    const isOver = heardOutside(event, {line: this.#line, commands: this.#commands, flags});
    if (isOver) this.lastExitStatus = event.exitStatus;
  }

  get #line(): ShellLine {
    return this.#shells.top;
  }

  /** Follows the terminal to the shell that says a mark; false when that shell cannot have it. */
  #isAtTerminal(shell: number): boolean {
    const left = this.#shells.goTo(shell);
    if (left) this.#commands.leave(left);
    return left !== undefined;
  }

  /** Weaker evidence than a mark: a command is over (the foreground group is the shell, and it reads), or a prompt has no marks. */
  #concluded(event: EventOf<'verdict'>): void {
    const record = event.commandId === null ? undefined : this.#commands.get(event.commandId);
    this.#line.promptLines = event.lines;
    if (!record) {
      if (this.#line.phase === 'preparing') this.#line.gradeDown();
      return;
    }
    if (record.phase === 'ended') return;
    this.#commands.leave(this.#shells.leaveCarried(record));
    if (!event.neverRan && this.#line.integration !== 'none' && !record.nested) this.#line.integration = 'none';
    // Our marks tell of everything that runs: the shell has not taken this line.
    record.lost = event.neverRan && !record.interruptSent && record.commandLine?.trim() !== '';
    const {outputEnd, lines, via, endedAtMs: atMs} = event;
    for (const over of [record, ...this.#line.earlierTo(record)])
      this.#commands.end(over, over.outside ?? {outputEnd, lines, exitStatus: null, via, atMs});
    if (this.#line.current !== null || (this.#line.integration !== 'none' && !event.neverRan)) return;
    this.#line.phase = 'prompt';
    this.#line.lineDirty = false;
  }

  #commandSubmitted(event: EventOf<'command'>): void {
    const outer = this.#line.current;
    const lines = event.lines ?? this.lines;
    const atPrompt = outer === null && this.#line.phase === 'prompt';
    if (atPrompt && !this.#line.lineDirty && lines > this.#line.promptLines) this.#line.unpromptedAtMs = event.atMs;
    const nested = outer !== null || (this.#line.integration === 'none' && !this.#line.isMonitored);
    const record = submittedRecord(event, {lines, nested, ...this.#surroundings(event.atMs)});
    this.#commands.add(record);
    this.#line.restoreDue = false;
    if (event.reader) this.#line.givenTo(event.reader);
    if (outer) {
      const open = this.#line.nestedLines.filter(line => line.phase !== 'ended');
      this.#line.nestedLines = [...open, record];
      return;
    }
    this.#line.nestedLines = [];
    this.#line.current = record;
    this.#line.lineDirty = true;
    this.#line.lineTaken = false;
    if (record.nested) this.#line.phase = 'running';
  }

  /** What a command finds when it begins. */
  #surroundings(atMs: number): {mixedOutput: boolean; modesBefore: ReadonlySet<TrackedMode>} {
    return {mixedOutput: this.#line.isMixed(atMs), modesBefore: new Set(this.modes.keys())};
  }

  #input(event: EventOf<'input'>): void {
    const bytes = event.bytes;
    this.wasTyped ||= event.kind !== 'command';
    if (event.by.type === 'cotty') this.#line.restoreDue = false;
    if (event.by.type !== 'cotty' && this.#line.current && actorName(event.by) !== actorName(this.#line.current.by))
      this.#line.current.mixedOutput = true;
    if (bytes) this.stopSent = bytes.at(-1) === 0x13;
    this.#line.typed(event);
  }

  #mark(event: EventOf<'mark'>): void {
    if (event.cwd !== null) this.#line.cwd = event.cwd;
    if (event.kind === 'commandEnd' || event.kind === 'outputStart') this.#line.interrupted = false;
    const answered = this.#line.lineTaken && event.kind !== 'commandEnd' && event.kind !== 'promptStart';
    if (answered) {
      this.#line.lineTaken = false;
      this.#line.lineDirty = false;
      this.#line.mayBeFilled = false;
      this.#line.promptLines = event.lines;
    }
    switch (event.kind) {
      case 'promptStart':
        if (event.cycle >= this.#line.cycle) this.#line.cycle = event.cycle;
        return;
      case 'continuationStart':
        this.#continued(event);
        return;
      case 'inputStart':
        this.#prompted(event);
        return;
      case 'outputStart':
        this.#started(event);
        return;
      case 'commandEnd':
        this.#finished(event);
        return;
      default:
        event.kind satisfies never;
    }
  }

  #continued(event: EventOf<'mark'>): void {
    const {current} = this.#line;
    if (current && current.phase !== 'submitted') return;
    this.#line.phase = 'continuation';
    if (current && (!current.named || current.commandId === event.commandId)) current.goesOn = true;
  }

  #prompted(event: EventOf<'mark'>): void {
    const line = this.#line;
    if (event.cycle < line.cycle) return;
    const record = line.current;
    if (record?.phase === 'betweenLines') this.#settle(record);
    line.learnKey(event);
    if (line.integration === 'none') line.integration = 'full';
    const isNext = event.cycle > line.runningCycle;
    if (line.ahead && isNext) this.#commands.endUnsaid(line.ahead, event);
    if (record && record.phase !== 'ended' && !line.isWaitedFor(event)) {
      // A redraw of the same prompt (the line editor echoes what we submitted) says nothing about the command.
      const nextCycle = record.phase === 'running' && isNext;
      if (!nextCycle && (record.phase === 'running' || !record.nested)) return;
      this.#commands.endUnsaid(record, event);
    }
    line.prompted(event);
  }

  #started(event: EventOf<'mark'>): void {
    const line = this.#line;
    if (event.cycle <= line.endedCycle || event.cycle < line.cycle) return;
    line.cycle = event.cycle;
    const flags = {lines: event.lines, nested: false, ...this.#surroundings(event.atMs)};
    const record = this.#startedBy(event, () => typedRecord(event, flags));
    if (!record) return;
    record.refused = event.exitStatus !== null;
    const afterMark = logCursor(event.offset + event.length);
    // What the parser says stands before the mark: no hook runs between it and the next prompt.
    const start = record.refused ? (record.acceptedAt ?? afterMark) : afterMark;
    record.phase = 'running';
    record.modesBefore = flags.modesBefore;
    line.runningCycle = event.cycle;
    record.startedAtMs ??= event.atMs;
    record.commandLine ??= event.commandLine;
    if (record.outputStart === null) {
      record.outputStart = start;
      record.startLines = event.lines;
    }
    record.lines.push({exitStatus: null, outputStart: start, outputEnd: start});
    line.phase = 'running';
  }

  /** The command that a start mark begins; undefined when it is none, or runs already. */
  #startedBy({commandId}: EventOf<'mark'>, typed: () => CommandRecord): CommandRecord | undefined {
    const line = this.#line;
    const waiting = line.current;
    if (waiting && waiting.phase === 'running') return undefined;
    if (commandId !== undefined) {
      if (waiting?.commandId === commandId) return waiting;
      const record = this.#commands.get(commandId);
      // Weaker evidence had it for lost, and it runs after all.
      if (waiting || !record?.lost) return undefined;
      record.lost = false;
      line.current = record;
      return record;
    }
    if (waiting && !(waiting.named && waiting.phase === 'submitted')) return waiting;
    const record = typed();
    this.#commands.add(record);
    if (waiting) line.ahead = record;
    else line.current = record;
    return record;
  }

  #finished(event: EventOf<'mark'>): void {
    const line = this.#line;
    const graded = line.integration === 'graded';
    if (event.cycle <= line.endedCycle) return;
    const record = line.endedBy(event);
    if (!record) {
      // The shell has answered something that was typed, and comes to its prompt again.
      if (event.exitStatus === null && line.current?.phase === 'submitted') line.phase = 'preparing';
      return;
    }
    if (event.exitStatus === null && record.phase === 'submitted' && !record.nested) {
      this.#neverRan(record, event);
      return;
    }
    if (record.phase !== 'running' && (record.phase !== 'submitted' || record.nested)) return;
    if (event.cycle !== line.cycle && !graded) return;
    if (record.phase === 'submitted' && !graded) startUnseen(record);
    line.endedCycle = event.cycle;
    this.lastExitStatus = event.exitStatus;
    const part = record.lines.at(-1);
    record.exitStatus = line.statusOf(record, event.exitStatus);
    if (part) {
      part.exitStatus = record.exitStatus;
      part.outputEnd = event.offset;
    }
    if (event.late) record.mixedOutput = true;
    record.outputEnd = event.offset;
    record.endLines = event.lines;
    record.endedAtMs = event.atMs;
    if (record.multiline) record.phase = 'betweenLines';
    else this.#settle(record);
  }

  /** A bare end mark: the shell took the line and there was nothing to run (a comment, an empty line, ^C while editing). */
  #neverRan(record: CommandRecord, event: EventOf<'mark'>): void {
    record.lost = event.dropped === true;
    this.#commands.end(record, endingAt(event, 'mark'));
    record.outputStart = event.offset;
    this.#line.phase = 'preparing';
    this.#line.lineDirty = false;
    // The prompt that follows is a new one, though of the same cycle.
    this.#line.promptCycle = -1;
  }

  #settle(record: CommandRecord): void {
    this.#commands.settle(record);
    this.#line.phase = 'preparing';
    this.#line.lineDirty = false;
  }

  #exited(event: EventOf<'exit'>): void {
    this.#line.phase = 'exited';
    this.exit = event;
    this.lastExitStatus = event.exitStatus;
    this.#commands.exit(event, this.lines);
  }
}
