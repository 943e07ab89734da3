/**
 * What a session's event log means: prompt, commands, modes. A projection: feeding the same events gives the same
 * state, live or after a restart. Knows no time but the log's and decides nothing from quietness.
 */
import type {
  CommandId,
  EventOf,
  ExitEvent,
  IntegrationLevel,
  LogCursor,
  SessionEvent,
  TrackedMode,
} from '../core/index.ts';
import {logCursor} from '../core/index.ts';
import type {CommandRecord, CompletionEvidence} from './command-record.ts';
import {submittedRecord, typedRecord} from './new-command-record.ts';
import {ScreenHistory} from './screen-history.ts';

const HISTORY_LIMIT = 2000;
/** A background job that was seen printing is taken to go on for this long. */
const MIXED_MS = 2000;

/** Where the shell's own line editor stands; `preparing` is before the first prompt and between a command's end and the next one. */
export type PromptPhase = 'preparing' | 'prompt' | 'continuation' | 'running' | 'exited';

export class SessionTracker {
  phase: PromptPhase = 'preparing';
  integration: IntegrationLevel;
  cwd: string;
  title = '';
  cols: number;
  rows: number;
  outputEnd: LogCursor = logCursor(0);
  lines = 0;
  /** Somebody has typed on the present prompt line. */
  lineDirty = false;
  /** Enter or ^C was typed at the prompt, and the shell has not answered with a mark yet. */
  lineTaken = false;
  lastExitStatus: number | null = null;
  exit: ExitEvent | null = null;
  /** The command the shell is running or has been given; null at the prompt. */
  current: CommandRecord | null = null;
  /** A half-typed line was put aside for a command; it stands on the prompt that follows, once it is given back there. */
  restoreDue = false;
  /** The last thing typed was ^S. */
  stopSent = false;
  readonly modes = new Map<TrackedMode, number>();
  readonly screen = new ScreenHistory();
  readonly #history = new Map<CommandId, CommandRecord>();
  #cycle = 0;
  #endedCycle = 0;
  #runningCycle = 0;
  #promptCycle = -1;
  /** Line feeds in the output stream when the present prompt was drawn. */
  #promptLines = 0;
  #unpromptedAtMs = Number.NEGATIVE_INFINITY;
  #stashed = false;
  #ended: CommandRecord[] = [];
  /** Typed between a command's end and the next prompt: it will stand on that prompt's line. */
  #typedAhead: 'nothing' | 'text' | 'line' = 'nothing';
  /** Commands submitted into the running one. */
  #openNested = 0;

  constructor(facts: {integration: IntegrationLevel; cwd: string; cols: number; rows: number}) {
    this.integration = facts.integration;
    this.cwd = facts.cwd;
    this.cols = facts.cols;
    this.rows = facts.rows;
  }

  command(id: CommandId): CommandRecord | undefined {
    return this.#history.get(id);
  }

  /** Newest first. */
  recentCommands(limit: number): readonly CommandRecord[] {
    return [...this.#history.values()].slice(-limit).reverse();
  }

  /** Somebody has typed on the present prompt line, or ahead of the one to come: its echo is no output. */
  get isTypedOn(): boolean {
    return this.lineDirty || this.#typedAhead !== 'nothing';
  }

  /** Lines were printed at the prompt that nobody typed. */
  get unprompted(): boolean {
    return this.phase === 'prompt' && !this.lineDirty && !this.current && this.lines > this.#promptLines;
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
        this.cwd = event.cwd;
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
        if (event.proved) this.#mark(event);
        else this.#forged();
        return;
      case 'mode':
        if (event.mode === 'bracketedPaste' && event.value === 0 && this.current?.phase === 'submitted')
          this.current.acceptedAt = event.offset;
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
    return [...this.#history.values()].filter(record => record.phase !== 'ended');
  }

  /** The terminal is gone without an exit event. */
  lost(atMs: number): void {
    this.phase = 'exited';
    for (const record of this.running()) {
      record.lost = true;
      this.#end(record, this.outputEnd, this.lines, null, null, atMs);
    }
  }

  /** Weaker evidence than a mark: a command is over (the foreground group is the shell, and it reads), or a prompt has no marks. */
  #concluded(event: EventOf<'verdict'>): void {
    const record = event.commandId === null ? undefined : this.#history.get(event.commandId);
    this.#promptLines = event.lines;
    if (!record) {
      if (this.phase === 'preparing') this.#gradeDown();
      return;
    }
    if (record.phase === 'ended') return;
    if (!event.neverRan && this.integration !== 'none' && !record.nested) this.integration = 'none';
    // Our marks tell of everything that runs: the shell has not taken this line (its key bindings were reset).
    record.lost = event.neverRan && record.commandLine?.trim() !== '';
    this.#end(record, event.outputEnd, event.lines, null, event.via, event.endedAtMs);
    if (this.current !== null || (this.integration !== 'none' && !event.neverRan)) return;
    this.phase = 'prompt';
    this.lineDirty = false;
  }

  /** Our marks are gone (`exec bash`, an rc file that execs another shell): go on with weaker evidence. */
  #gradeDown(): void {
    this.integration = 'none';
    this.phase = 'prompt';
    this.lineDirty = false;
  }

  #commandSubmitted(event: EventOf<'command'>): void {
    const outer = this.current;
    const lines = event.lines ?? this.lines;
    const atPrompt = outer === null && this.phase === 'prompt';
    if (atPrompt && !this.lineDirty && lines > this.#promptLines) this.#unpromptedAtMs = event.atMs;
    const nested = outer !== null || this.integration === 'none';
    const record = submittedRecord(event, {lines, nested, mixedOutput: this.#isMixed(event.atMs)});
    this.#remember(record);
    this.restoreDue = false;
    if (outer) {
      this.#openNested++;
      return;
    }
    if (this.integration === 'full' && this.lineDirty) this.#stashed = true;
    this.#openNested = 0;
    this.current = record;
    this.lineDirty = true;
    this.lineTaken = false;
    if (record.nested) this.phase = 'running';
  }

  /** Commands in close succession leave a background job no time to be seen at the prompt. */
  #isMixed(atMs: number): boolean {
    return atMs - this.#unpromptedAtMs < MIXED_MS;
  }

  #input(event: EventOf<'input'>): void {
    const bytes = event.bytes;
    if (event.by.type === 'cotty') this.restoreDue = false;
    if (event.kind === 'control' || event.kind === 'keys' || event.kind === 'typed') {
      if (bytes?.includes(3)) for (const record of this.#interruptible()) record.interruptSent = true;
      if (this.current) this.current.suspendSent = bytes?.at(-1) === 0x1a;
    }
    if (bytes) this.stopSent = bytes.at(-1) === 0x13;
    const endsLine = bytes && (bytes.includes(13) || bytes.includes(10) || bytes.includes(3));
    if (this.phase === 'preparing') this.#typedAhead = endsLine && event.kind !== 'paste' ? 'line' : 'text';
    if (this.phase !== 'prompt' && this.phase !== 'continuation') return;
    this.lineDirty = true;
    if (event.kind === 'command' || !endsLine) return;
    if (this.integration === 'none') this.lineDirty = false;
    else if (event.kind !== 'paste') this.lineTaken = true;
  }

  /** What ^C reaches: the command the shell runs, and the line last given to it, if that is unanswered. */
  #interruptible(): readonly CommandRecord[] {
    const [newest] = this.#openNested > 0 ? this.recentCommands(1) : [];
    const nested = newest && newest.phase !== 'ended' ? [newest] : [];
    return this.current ? [this.current, ...nested] : nested;
  }

  #mark(event: EventOf<'mark'>): void {
    if (event.cwd !== null) this.cwd = event.cwd;
    const answered = this.lineTaken && event.kind !== 'commandEnd' && event.kind !== 'promptStart';
    if (answered) {
      this.lineTaken = false;
      this.lineDirty = false;
      this.#promptLines = event.lines;
    }
    switch (event.kind) {
      case 'promptStart':
        if (event.cycle >= this.#cycle) this.#cycle = event.cycle;
        return;
      case 'continuationStart':
        if (this.current?.phase === 'submitted' || !this.current) this.phase = 'continuation';
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
    if (event.cycle < this.#cycle) return;
    const record = this.current;
    if (record?.phase === 'betweenLines') this.#settle(record);
    if (this.integration === 'none') this.integration = 'full';
    if (record && record.phase !== 'ended') {
      // A redraw of the same prompt (the line editor echoes what we submitted) says nothing about the command.
      const nextCycle = record.phase === 'running' && event.cycle > this.#runningCycle;
      if (!nextCycle && (record.phase === 'running' || !record.nested)) return;
      this.#end(record, event.offset, event.lines, null, 'mark', event.atMs);
    }
    if (event.cycle !== this.#promptCycle || this.phase !== 'prompt')
      this.lineDirty = this.#stashed || this.#typedAhead !== 'nothing';
    if (this.#typedAhead === 'line') this.lineTaken = true;
    if (this.#stashed) this.restoreDue = true;
    this.#stashed = false;
    this.#typedAhead = 'nothing';
    // What is printed at a prompt makes fish draw it again, which is no new prompt.
    if (event.cycle !== this.#promptCycle) this.#promptLines = event.lines;
    this.#promptCycle = event.cycle;
    this.phase = 'prompt';
  }

  #started(event: EventOf<'mark'>): void {
    if (event.cycle <= this.#endedCycle || event.cycle < this.#cycle) return;
    this.#cycle = event.cycle;
    const waiting = this.current;
    if (waiting?.phase === 'running') return;
    const flags = {lines: event.lines, nested: false, mixedOutput: this.#isMixed(event.atMs)};
    const record = waiting ?? typedRecord(event, flags);
    if (!waiting) {
      this.#remember(record);
      this.current = record;
    }
    record.refused = event.exitStatus !== null;
    const afterMark = logCursor(event.offset + event.length);
    // What the parser says stands before the mark: no hook runs between it and the next prompt.
    const start = record.refused ? (record.acceptedAt ?? afterMark) : afterMark;
    record.phase = 'running';
    this.#runningCycle = event.cycle;
    record.startedAtMs ??= event.atMs;
    record.commandLine ??= event.commandLine;
    if (record.outputStart === null) {
      record.outputStart = start;
      record.startLines = event.lines;
    }
    record.lines.push({exitStatus: null, outputStart: start, outputEnd: start});
    this.phase = 'running';
  }

  #finished(event: EventOf<'mark'>): void {
    const record = this.current;
    const graded = this.integration === 'graded';
    if (!record || event.cycle <= this.#endedCycle) return;
    if (event.exitStatus === null && record.phase === 'submitted' && !record.nested) {
      this.#neverRan(record, event);
      return;
    }
    if (graded ? record.phase !== 'submitted' && record.phase !== 'running' : record.phase !== 'running') return;
    if (event.cycle !== this.#cycle && !graded) return;
    this.#endedCycle = event.cycle;
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
    this.phase = 'preparing';
    this.lineDirty = false;
    // The prompt that follows is a new one, though of the same cycle.
    this.#promptCycle = -1;
  }

  #settle(record: CommandRecord): void {
    record.phase = 'ended';
    this.#ended.push(record);
    record.via = 'mark';
    this.current = null;
    this.phase = 'preparing';
    this.lineDirty = false;
    this.#endNested(record);
  }

  /** Lines typed into a nested shell or REPL end at the latest when that program does, with its exit status. */
  #endNested(outer: CommandRecord): void {
    if (this.#openNested === 0) return;
    for (const record of this.recentCommands(this.#openNested)) {
      if (record.phase === 'ended') continue;
      record.outputEnd = outer.outputEnd;
      record.endLines = outer.endLines;
      record.exitStatus = outer.exitStatus;
      record.endedAtMs = outer.endedAtMs;
      record.via = outer.via;
      record.phase = 'ended';
      this.#ended.push(record);
    }
    this.#openNested = 0;
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
    if (this.current !== record) return;
    this.current = null;
    this.#endNested(record);
  }

  #exited(event: EventOf<'exit'>): void {
    this.phase = 'exited';
    this.exit = event;
    this.lastExitStatus = event.exitStatus;
    for (const record of this.running()) {
      record.shellExited = true;
      this.#end(record, event.offset, this.lines, event.exitStatus, 'exit', event.atMs);
    }
  }

  #forged(): void {
    if (this.current) this.current.forgedMarks++;
  }

  #remember(record: CommandRecord): void {
    this.#history.set(record.commandId, record);
    if (this.#history.size <= HISTORY_LIMIT) return;
    for (const [id, {phase}] of this.#history) {
      if (phase !== 'ended') continue;
      this.#history.delete(id);
      return;
    }
  }
}
