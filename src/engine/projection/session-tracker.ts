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
import type {CommandHistory} from './command-history.ts';
import {
  type CommandRecord,
  type CompletionEvidence,
  countForged,
  countOmitted,
  endWithCarrier,
  startUnseen,
} from './command-record.ts';
import {submittedRecord, typedRecord} from './new-command-record.ts';
import type {PromptPhase, ShellLine, ShellLines} from './shell-lines.ts';
import {newParts, type TrackedFacts, type TrackerParts} from './tracker-parts.ts';

export class SessionTracker {
  title = '';
  cols: number;
  rows: number;
  outputEnd: LogCursor = logCursor(0);
  lines = 0;
  lastExitStatus: number | null = null;
  exit: ExitEvent | null = null;
  /** The last thing typed was ^S. */
  stopSent = false;
  readonly modes = new Map<TrackedMode, number>();
  readonly screen = new ScreenHistory();
  /** Commands, shells and what runs in them: for whoever keeps them beside the log. */
  readonly parts: TrackerParts;
  readonly #history: CommandHistory;
  #ended: CommandRecord[] = [];
  readonly #shells: ShellLines;

  constructor(facts: TrackedFacts, parts: TrackerParts = newParts(facts)) {
    this.parts = parts;
    this.#history = parts.history;
    this.#shells = parts.shells;
    this.cols = facts.cols;
    this.rows = facts.rows;
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

  /** The command the shell is running or has been given; null at the prompt. */
  get current(): CommandRecord | null {
    return this.#line.current;
  }

  /** The nested shell that has the terminal; null when it is the session's own. */
  get nestedShell(): NestedShell | null {
    return this.#line.nested;
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
    return this.#history.get(id);
  }

  /** Newest first. */
  recentCommands(limit: number): readonly CommandRecord[] {
    return this.#history.newest(limit);
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
        this.#line.cwd = event.cwd;
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
      case 'resize':
        this.cols = event.cols;
        this.rows = event.rows;
        this.screen.resized(event);
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
      case 'exit':
        this.#exited(event);
        return;
      case 'custom':
      case 'gap':
        return;
      default:
        event satisfies never;
    }
  }

  /** Commands that ended since the last time this was asked. */
  takeEnded(): readonly CommandRecord[] {
    const ended = this.#ended;
    if (ended.length > 0) this.#ended = [];
    return ended;
  }

  /** Commands that have not ended, oldest first. */
  running(): readonly CommandRecord[] {
    return this.#history.running();
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
    for (const record of this.running()) {
      record.lost = true;
      this.#end(record, this.outputEnd, this.lines, null, null, atMs);
    }
  }

  get #line(): ShellLine {
    return this.#shells.top;
  }

  /** Follows the terminal to the shell that says a mark; false when that shell cannot have it. */
  #isAtTerminal(shell: number): boolean {
    const left = this.#shells.goTo(shell);
    if (left) this.#leave(left);
    return left !== undefined;
  }

  /** What was open in a nested shell that was left ends with what ran that shell. */
  #leave(lines: readonly ShellLine[]): void {
    for (const line of lines) {
      const isFar = line.nested?.pid === null;
      const open = [...(line.current ? [line.current] : []), ...line.nestedLines.splice(0)];
      this.parts.left.push(...open.map(record => ({record, isFar})));
      line.leave();
    }
  }

  /** Weaker evidence than a mark: a command is over (the foreground group is the shell, and it reads), or a prompt has no marks. */
  #concluded(event: EventOf<'verdict'>): void {
    const record = event.commandId === null ? undefined : this.#history.get(event.commandId);
    this.#line.promptLines = event.lines;
    if (!record) {
      if (this.#line.phase === 'preparing') this.#gradeDown();
      return;
    }
    if (record.phase === 'ended') return;
    this.#leave(this.#shells.leaveCarried(record));
    if (!event.neverRan && this.#line.integration !== 'none' && !record.nested) this.#line.integration = 'none';
    // Our marks tell of everything that runs: the shell has not taken this line (its key bindings were reset).
    record.lost = event.neverRan && record.commandLine?.trim() !== '';
    this.#end(record, event.outputEnd, event.lines, null, event.via, event.endedAtMs);
    for (const line of this.#line.earlierTo(record))
      this.#end(line, event.outputEnd, event.lines, null, event.via, event.endedAtMs);
    if (this.#line.current !== null || (this.#line.integration !== 'none' && !event.neverRan)) return;
    this.#line.phase = 'prompt';
    this.#line.lineDirty = false;
  }

  /** Our marks are gone (`exec bash`, an rc file that execs another shell): go on with weaker evidence. */
  #gradeDown(): void {
    this.#line.integration = 'none';
    this.#line.phase = 'prompt';
    this.#line.lineDirty = false;
  }

  #commandSubmitted(event: EventOf<'command'>): void {
    const outer = this.#line.current;
    const lines = event.lines ?? this.lines;
    const atPrompt = outer === null && this.#line.phase === 'prompt';
    if (atPrompt && !this.#line.lineDirty && lines > this.#line.promptLines) this.#line.unpromptedAtMs = event.atMs;
    const nested = outer !== null || this.#line.integration === 'none';
    const record = submittedRecord(event, {lines, nested, ...this.#surroundings(event.atMs)});
    this.#history.add(record);
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
    if (event.by.type === 'cotty') this.#line.restoreDue = false;
    if (event.by.type === 'person' && this.#line.current) this.#line.current.mixedOutput = true;
    if (event.kind === 'control' || event.kind === 'keys' || event.kind === 'typed') {
      if (bytes?.includes(3)) for (const record of this.#line.interruptible()) record.interruptSent = true;
      if (this.#line.current) this.#line.current.suspendSent = bytes?.at(-1) === 0x1a;
    }
    if (bytes) this.stopSent = bytes.at(-1) === 0x13;
    this.#line.typed(event);
  }

  #mark(event: EventOf<'mark'>): void {
    if (event.cwd !== null) this.#line.cwd = event.cwd;
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
        if (this.#line.current?.phase === 'submitted' || !this.#line.current) this.#line.phase = 'continuation';
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

  #prompted(event: EventOf<'mark'>): void {
    if (event.cycle < this.#line.cycle) return;
    const record = this.#line.current;
    if (record?.phase === 'betweenLines') this.#settle(record);
    if (this.#line.integration === 'none') this.#line.integration = 'full';
    if (record && record.phase !== 'ended') {
      // A redraw of the same prompt (the line editor echoes what we submitted) says nothing about the command.
      const nextCycle = record.phase === 'running' && event.cycle > this.#line.runningCycle;
      if (!nextCycle && (record.phase === 'running' || !record.nested)) return;
      this.#end(record, event.offset, event.lines, null, 'mark', event.atMs);
    }
    if (event.cycle !== this.#line.promptCycle || this.#line.phase !== 'prompt') {
      this.#line.restoreDue = event.filled === true;
      this.#line.lineDirty = event.filled === true || this.#line.typedAhead !== 'nothing';
      this.#line.mayBeFilled = this.#line.typedInto;
      this.#line.typedInto = false;
    }
    this.#line.jobs = event.jobs ?? 0;
    if (this.#line.typedAhead === 'line') this.#line.lineTaken = true;
    this.#line.typedAhead = 'nothing';
    // What is printed at a prompt makes fish draw it again, which is no new prompt.
    if (event.cycle !== this.#line.promptCycle) this.#line.promptLines = event.lines;
    this.#line.promptCycle = event.cycle;
    this.#line.phase = 'prompt';
  }

  #started(event: EventOf<'mark'>): void {
    if (event.cycle <= this.#line.endedCycle || event.cycle < this.#line.cycle) return;
    this.#line.cycle = event.cycle;
    const waiting = this.#line.current;
    if (waiting?.phase === 'running') return;
    const flags = {lines: event.lines, nested: false, ...this.#surroundings(event.atMs)};
    const record = waiting ?? typedRecord(event, flags);
    if (!waiting) {
      this.#history.add(record);
      this.#line.current = record;
    }
    record.refused = event.exitStatus !== null;
    const afterMark = logCursor(event.offset + event.length);
    // What the parser says stands before the mark: no hook runs between it and the next prompt.
    const start = record.refused ? (record.acceptedAt ?? afterMark) : afterMark;
    record.phase = 'running';
    record.modesBefore = flags.modesBefore;
    this.#line.runningCycle = event.cycle;
    record.startedAtMs ??= event.atMs;
    record.commandLine ??= event.commandLine;
    if (record.outputStart === null) {
      record.outputStart = start;
      record.startLines = event.lines;
    }
    record.lines.push({exitStatus: null, outputStart: start, outputEnd: start});
    this.#line.phase = 'running';
  }

  #finished(event: EventOf<'mark'>): void {
    const record = this.#line.current;
    const graded = this.#line.integration === 'graded';
    if (!record || event.cycle <= this.#line.endedCycle) return;
    if (event.exitStatus === null && record.phase === 'submitted' && !record.nested) {
      this.#neverRan(record, event);
      return;
    }
    if (record.phase !== 'running' && (record.phase !== 'submitted' || record.nested)) return;
    if (event.cycle !== this.#line.cycle && !graded) return;
    if (record.phase === 'submitted' && !graded) startUnseen(record);
    this.#line.endedCycle = event.cycle;
    this.lastExitStatus = event.exitStatus;
    const line = record.lines.at(-1);
    if (line) {
      line.exitStatus = event.exitStatus;
      line.outputEnd = event.offset;
    }
    record.exitStatus = event.exitStatus;
    record.outputEnd = event.offset;
    record.endLines = event.lines;
    record.endedAtMs = event.atMs;
    if (record.multiline) record.phase = 'betweenLines';
    else this.#settle(record);
  }

  /** A bare end mark: the shell took the line and there was nothing to run (a comment, an empty line, ^C while editing). */
  #neverRan(record: CommandRecord, event: EventOf<'mark'>): void {
    this.#end(record, event.offset, event.lines, null, 'mark', event.atMs);
    record.outputStart = event.offset;
    this.#line.phase = 'preparing';
    this.#line.lineDirty = false;
    // The prompt that follows is a new one, though of the same cycle.
    this.#line.promptCycle = -1;
  }

  #settle(record: CommandRecord): void {
    record.phase = 'ended';
    this.#ended.push(record);
    record.via = 'mark';
    this.#line.current = null;
    this.#line.phase = 'preparing';
    this.#line.lineDirty = false;
    this.#endNested(record);
  }

  /** Lines typed into a nested shell or REPL end at the latest when that program does. */
  #endNested(outer: CommandRecord): void {
    const nested = this.#line.nestedLines.splice(0);
    const own = nested.map(record => ({record, isFar: record.reader?.carried === true}));
    for (const {record, isFar} of [...this.parts.left.splice(0), ...own]) {
      if (record.phase === 'ended') continue;
      endWithCarrier(record, outer, isFar);
      this.#ended.push(record);
    }
  }

  #end(
    record: CommandRecord,
    outputEnd: LogCursor,
    lines: number,
    exitStatus: number | null,
    via: CompletionEvidence | null,
    atMs: number,
  ): void {
    if (record.phase !== 'ended') this.#ended.push(record);
    record.phase = 'ended';
    record.outputEnd = outputEnd;
    record.endLines = lines;
    record.exitStatus = exitStatus;
    record.via = via;
    record.endedAtMs = atMs;
    if (this.#line.current !== record) return;
    this.#line.current = null;
    this.#endNested(record);
  }

  #exited(event: EventOf<'exit'>): void {
    this.#line.phase = 'exited';
    this.exit = event;
    this.lastExitStatus = event.exitStatus;
    for (const record of this.running()) {
      record.shellExited = true;
      this.#end(record, event.offset, this.lines, event.exitStatus, 'exit', event.atMs);
    }
  }
}
