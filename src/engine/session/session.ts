/** One terminal with one log: follows its notices, keeps the projections, owns who may write. */
import type {
  BackendKind,
  Clock,
  CommandId,
  EventSeq,
  LogCursor,
  SessionId,
  ShellFamily,
  TerminalFacts,
  TerminalLink,
  TerminalNotice,
  TerminalView,
  TtyMode,
  VerdictEvent,
} from '../../core/index.ts';
import {asksForSecret, CottyError, isCottyError, logCursor} from '../../core/index.ts';
import {foldOutput, Pen, revealHidden} from '../../screen/index.ts';
import type {EventSpine} from '../events/event-spine.ts';
import {type ClassifyContext, classify, type ForegroundClaim} from '../foreground/classify.ts';
import {nothingTold} from '../foreground/nothing-told.ts';
import {OutputHeads} from '../output/output-heads.ts';
import type {OutputSource} from '../output/output-source.ts';
import type {ProvedMarks} from '../output/proved-marks.ts';
import {RecentOutput} from '../output/recent-output.ts';
import {CheckpointKeeper} from '../projection/checkpoint-keeper.ts';
import type {CheckpointPace} from '../projection/checkpoint-pace.ts';
import {type CommandRecord, endState} from '../projection/command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import {type Tracked, trackLog} from '../projection/track-log.ts';
import type {ScreenKeeper, ScreenKeepers} from '../screen/screen-keeper.ts';
import type {Searcher} from '../search/searcher.ts';
import type {WriteJudge} from '../write/judge-write.ts';
import {lineEditor} from '../write/line-editor.ts';
import {WriteGate} from '../write/write-gate.ts';
import {lastLine, lastLines} from './last-line.ts';
import {leftovers} from './leftovers.ts';
import {type LoggedEvent, saysStart} from './says-start.ts';
import {TurnQueue} from './turn-queue.ts';
import {type Look, UnreadLines} from './unread-lines.ts';
import {Waiters} from './waiters.ts';

/** Read from the log of a session that was there before: what a last line may be. */
const WARM_BYTES = 8 * 1024;
/** Looked through for shifted character sets. */
const END_BYTES = 32 * 1024;

/** Somebody is wanted there. */
const WAITING: ReadonlySet<ForegroundClaim['type']> = new Set(['secret', 'tui', 'awaiting', 'blockedOnRead']);

/** Of a command line, in an event. */
const EVENT_CHARS = 1000;

/** What was under way when ^S was typed has come by then. */
const STOPPED_MS = 100;

export type SessionState = 'initializing' | 'ready' | 'busy' | 'waiting' | 'error' | 'closing' | 'closed';

/** Gets the live bytes of a session, after its projections have seen them. */
export type OutputListener = (bytes: Uint8Array | null, offset: LogCursor, length: number) => void;

export interface SessionContext {
  readonly clock: Clock;
  readonly spine: EventSpine;
  readonly screens: ScreenKeepers;
  readonly searcher: Searcher;
  /** When what is known of sessions is kept beside their logs. */
  readonly checkpoints: CheckpointPace;
  /** Says which lines may be submitted; default all. */
  readonly judge: WriteJudge | undefined;
  /** Told when the terminal has ended. */
  readonly onClosed: (session: Session) => void;
}

export class Session implements OutputSource, AsyncDisposable {
  readonly link: TerminalView;
  /** The one way to whatever reads this terminal. */
  readonly gate: WriteGate;
  readonly tracker: SessionTracker;
  readonly recent = new RecentOutput();
  readonly heads: OutputHeads;
  readonly waiters = new Waiters();
  /** Commands take turns: a second caller waits for the first one's wait to end. */
  readonly turns = new TurnQueue();
  readonly screen: ScreenKeeper;
  /** Looks for patterns in what the session prints. */
  readonly searcher: Searcher;
  /** What was typed at the shell and it may not have read. */
  readonly unread: UnreadLines;
  readonly clock: Clock;
  /** What the last look said about the foreground; null once something was printed or typed since. */
  claim: ForegroundClaim | null = null;
  /** Resolves when what the last command left on is switched off. */
  repaired: Promise<void> = Promise.resolve();
  readonly #marks: ProvedMarks;
  /** Which shells, by number, have a line editor. */
  readonly #lineEditors = new Map<number, boolean>();
  /** Local monotonic time of the newest output. */
  lastOutputMs: number;
  /** The command of which the shell was asked whether it still runs. */
  askedFor: CommandId | null = null;
  readonly #submittedMs = new Map<CommandId, number>();
  #closing = false;
  /** The terminal's owner is out of reach: what is known is of before. */
  #isUnreachable = false;
  /** The kernel collected lines when the tty was last looked at. */
  #linewise = true;
  /** Events up to here were taken from the log before the first notice. */
  readonly #replayedSeq: EventSeq;
  /** Log time of the newest event. */
  #lastEventMs: number;
  readonly #checkpoint: CheckpointKeeper;
  readonly #context: SessionContext;
  readonly #link: AsyncDisposable;
  readonly #outputListeners = new Set<OutputListener>();
  #subscription: Disposable | null = null;

  private constructor(link: TerminalLink, {tracker, marks, last, keptSeq}: Tracked, context: SessionContext) {
    this.link = link;
    this.#link = link;
    this.tracker = tracker;
    this.#marks = marks;
    this.#context = context;
    this.clock = context.clock;
    this.lastOutputMs = context.clock.monotonicMs();
    this.gate = new WriteGate({
      writer: link,
      clock: context.clock,
      requireOpen: () => this.requireOpen(),
      isForProgram: () => tracker.phase === 'running',
      editor: () => lineEditor(tracker, this.facts.shellFamily),
      judge: context.judge,
    });
    this.unread = new UnreadLines(this, tracker);
    this.screen = context.screens.keeper(this);
    this.searcher = context.searcher;
    this.heads = new OutputHeads(link.log);
    this.#replayedSeq = last.seq;
    this.#lastEventMs = last.atMs;
    const unkept = Math.max(0, link.standing.seq - 1 - keptSeq);
    this.#checkpoint = new CheckpointKeeper({tracker, marks, last}, link.log, {pace: context.checkpoints, unkept});
  }

  /** Follows a terminal from now on; what its log already holds is read first, so nothing is missed in between. */
  static async follow(link: TerminalLink, context: SessionContext): Promise<Session> {
    const early: TerminalNotice[] = [];
    let deliver = (notice: TerminalNotice): void => void early.push(notice);
    const subscription = link.onNotice(notice => deliver(notice));
    const tracked = await trackLog(link.facts, link.log);
    const {tracker, last} = tracked;
    if (last.seq + 1 < link.standing.seq && !link.standing.runsCommand) tracker.foundAtPrompt(last.atMs);
    const session = new Session(link, tracked, context);
    await session.#warmUp();
    session.#subscription = subscription;
    deliver = notice => session.#handle(notice);
    for (const notice of early) session.#handle(notice);
    session.#giveBackLine();
    session.#repairAdopted();
    return session;
  }

  get id(): SessionId {
    return this.link.facts.sessionId;
  }

  get name(): string {
    return this.facts.name;
  }

  get facts(): TerminalFacts {
    return this.link.facts;
  }

  /** Of the shell that has the terminal. */
  get shellFamily(): ShellFamily {
    return this.tracker.nestedShell?.family ?? this.facts.shellFamily;
  }

  get backend(): BackendKind {
    return this.link.facts.backend;
  }

  get log(): TerminalLink['log'] {
    return this.link.log;
  }

  /** The shell at its prompt was seen reading: with a line editor of its own, which makes the tty raw, or without. Its first prompt tells. */
  noteReads({canonical}: TtyMode): void {
    if (!this.#lineEditors.has(this.#shell)) this.#lineEditors.set(this.#shell, !canonical);
  }

  /** Number of the shell that has the terminal. */
  get #shell(): number {
    return this.tracker.nestedShell?.shell ?? 0;
  }

  /** A mark at this place of the output is a shell's own. */
  isProvedMark(at: LogCursor): boolean {
    return this.#marks.has(at);
  }

  get isClosed(): boolean {
    return this.tracker.phase === 'exited';
  }

  get state(): SessionState {
    if (this.isClosed) return 'closed';
    if (this.#closing) return 'closing';
    if (this.#isUnreachable) return 'error';
    const {phase, current, integration} = this.tracker;
    if (phase === 'prompt') return 'ready';
    if (phase === 'continuation') return 'waiting';
    if (!current) return this.tracker.recentCommands(1).length > 0 || integration === 'none' ? 'ready' : 'initializing';
    const waiting = this.claim !== null && WAITING.has(this.claim.type);
    return waiting ? 'waiting' : 'busy';
  }

  /** Throws `session_closed` when nothing can be written any more. */
  requireOpen(): void {
    if (!this.isClosed && !this.#closing) return;
    throw new CottyError(
      'session_closed',
      `Session ${this.id} has ended${this.tracker.exit ? ` (${exitWords(this.tracker.exit)})` : ''}.`,
      'Its output can still be read with read_output; open a new one with manage_session action=create.',
    );
  }

  /** The listener gets every chunk from now on, in order. */
  onOutput(listener: OutputListener): Disposable {
    this.#outputListeners.add(listener);
    return {[Symbol.dispose]: () => void this.#outputListeners.delete(listener)};
  }

  /** Looks at the tty now and says what the foreground program waits for. */
  async look(): Promise<Look> {
    const probe = (await this.link.probe()) ?? nothingTold;
    await this.#warmUp();
    const claim = classify(probe, this.#classifyContext());
    this.claim = claim;
    this.#linewise = probe.mode?.canonical ?? false;
    return {claim, probe};
  }

  command(id: CommandId): CommandRecord | undefined {
    return this.tracker.command(id);
  }

  /** ^S holds the output back. A program that reads single keys takes ^S for one of them. */
  get outputStopped(): boolean {
    return this.tracker.stopSent && this.#linewise && this.clock.monotonicMs() - this.lastOutputMs > STOPPED_MS;
  }

  /** The newest line of output that says anything, for lists and for whoever waits: readers, to whom hidden text is told apart. */
  lastLine(since: LogCursor = this.log.oldest): string {
    const from = logCursor(Math.max(since, this.tracker.outputEnd - 4096));
    const bytes = this.recent.slice(from, this.tracker.outputEnd);
    if (!bytes) return '';
    const folded = foldOutput(bytes, {columns: this.tracker.cols, pen: new Pen()}).trimEnd();
    return revealHidden((folded.split('\n').at(-1) ?? '').slice(0, 200)).text;
  }

  /** Remembers by the local clock when a command was handed over. */
  noteSubmit(id: CommandId): void {
    this.#submittedMs.set(id, this.clock.monotonicMs());
    const [oldest] = this.#submittedMs.keys();
    if (this.#submittedMs.size > 200 && oldest) this.#submittedMs.delete(oldest);
  }

  /** Local monotonic time of the submit; the newest output's when it happened in another life of the server. */
  submittedMs(id: CommandId): number {
    return this.#submittedMs.get(id) ?? this.lastOutputMs;
  }

  /** By the monotonic clock; undefined when it was submitted in another life of the server. */
  elapsedSinceSubmitMs(id: CommandId): number | undefined {
    const since = this.#submittedMs.get(id);
    return since === undefined ? undefined : this.clock.monotonicMs() - since;
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.#closing = true;
    try {
      await this.link.close();
    } catch (error) {
      this.#closing = false;
      throw error;
    }
  }

  /** Stops following; a host-owned terminal lives on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#subscription?.[Symbol.dispose]();
    this.#checkpoint[Symbol.dispose]();
    await this.screen[Symbol.asyncDispose]();
    await this.#link[Symbol.asyncDispose]();
  }

  /**
   * Logs what was found out by evidence weaker than marks: a command is over, or (null) the shell is at a prompt without marks.
   * Takes effect as every event does, before this resolves. Errors: the verdict is not in the log, so it is none.
   */
  async conclude(
    record: CommandRecord | null,
    finding: {neverRan?: boolean; via?: VerdictEvent['via']} = {},
  ): Promise<void> {
    if (this.isClosed || record?.phase === 'ended') return;
    const {outputEnd, lines} = this.tracker;
    const {neverRan = false, via = 'foreground'} = finding;
    const endedAtMs = record ? this.#endTime(record) : this.#lastEventMs;
    const commandId = record?.commandId ?? null;
    try {
      await this.link.conclude({commandId, via, neverRan, outputEnd, lines, endedAtMs});
    } catch (error) {
      // A terminal that ends meanwhile says so itself.
      if (!isCottyError(error, 'session_closed')) throw error;
    }
  }

  /** Log time of the last output, by the local clock: weaker evidence has no mark to take the time from. */
  #endTime(record: CommandRecord): number {
    return record.submittedAtMs + Math.max(0, this.lastOutputMs - this.submittedMs(record.commandId));
  }

  /** What is no event of the terminal, and waiters look at all the same: more of the log was read. */
  changed(): void {
    this.waiters.wake();
  }

  #publishFinished(record: CommandRecord): void {
    this.#context.spine.publish('command_finished', this.id, {
      command_id: record.commandId,
      command: brief(record.commandLine),
      state: endState(record),
      exit_code: record.exitStatus,
      via: record.via,
    });
  }

  publish(kind: Parameters<EventSpine['publish']>[0], data: Parameters<EventSpine['publish']>[2]): void {
    this.#context.spine.publish(kind, this.id, data);
  }

  #classifyContext(): ClassifyContext {
    const {tracker} = this;
    const region = tracker.current?.outputStart ?? tracker.current?.submittedAt ?? logCursor(0);
    return {
      alternateScreen: tracker.mode('alternateScreen') > 0,
      mouse: tracker.mode('mouse') > 0,
      applicationKeys: tracker.mode('applicationKeypad') > 0,
      bracketedPaste: tracker.mode('bracketedPaste') > 0,
      textOnLastLine: lastLine(this, region) !== '',
      asksForSecret: () => asksForSecret(lastLines(this, region)),
      runs: tracker.phase === 'running',
      shellArgv: this.link.facts.argv,
      nestedShellPid: tracker.nestedShell?.pid ?? null,
    };
  }

  #handle(notice: TerminalNotice): void {
    switch (notice.type) {
      case 'output':
        this.#output(notice);
        break;
      case 'event':
        this.#event(notice.event);
        break;
      case 'query':
        this.screen.answer(notice.query, notice.offset);
        return;
      case 'unreachable':
      case 'reachable':
        this.#isUnreachable = notice.type === 'unreachable';
        break;
      case 'closed':
        this.#lost();
        this.publish('session_closed', {
          exit_code: notice.exit?.exitStatus ?? null,
          signal: notice.exit?.signal ?? null,
        });
        this.waiters.wake();
        this.#checkpoint.keep();
        this.#context.onClosed(this);
        return;
      default:
        notice satisfies never;
    }
    this.waiters.wake();
  }

  #output(notice: Extract<TerminalNotice, {type: 'output'}>): void {
    const end = logCursor(notice.offset + notice.length);
    const {bytes, marks = []} = notice;
    for (const at of marks) this.#marks.add(at);
    this.recent.push(notice.offset, bytes, notice.length);
    // What was replayed from the log may be ahead of the news.
    if (end > this.tracker.outputEnd) this.tracker.output(end, notice.lines);
    this.#checkpoint.noted(null);
    this.lastOutputMs = this.clock.monotonicMs();
    this.claim = null;
    if (this.tracker.current) this.heads.grown(this.tracker.current, end);
    for (const listener of this.#outputListeners) listener(bytes, notice.offset, notice.length);
  }

  #event(event: LoggedEvent): void {
    if (event.seq <= this.#replayedSeq) return;
    this.#lastEventMs = event.atMs;
    if (event.type === 'input' && event.by.type !== 'emulator') this.claim = null;
    if (event.type === 'mark' && event.proved) this.#marks.add(event.offset);
    if (event.type === 'mark' && event.proved && event.kind === 'promptStart') this.gate.promptDrawn();
    this.tracker.apply(event);
    this.#checkpoint.noted(event);
    if (event.type === 'custom') this.publish('custom', {event: event.event, data: event.data});
    else if (event.type === 'omission' && event.customs > 0) this.publish('custom', {dropped: event.customs});
    const after = this.tracker.current;
    this.#giveBackLine();
    if (after?.phase === 'running' && saysStart(event)) {
      this.claim = null;
      this.publish('command_started', {command_id: after.commandId, command: brief(after.commandLine)});
    }
    this.#commandsEnded();
  }

  /** Puts the half-typed line back that was put aside for a command. */
  #giveBackLine(): void {
    if (this.tracker.takeRestoreDue()) void this.gate.restoreLine(this.shellFamily).catch(() => undefined);
  }

  /** The host has died, and with it whatever ran; nothing more will be known of it. */
  #lost(): void {
    if (this.isClosed) return;
    this.tracker.lost(this.#lastEventMs);
    this.#commandsEnded();
  }

  /** Has the newest output in memory, also after a flood that was not sent along: a question may stand on the last line. */
  async #warmUp(): Promise<void> {
    const end = this.tracker.outputEnd;
    const from = logCursor(Math.max(this.log.oldest, end - WARM_BYTES));
    if (this.recent.end >= end && this.recent.oldest <= from) return;
    this.recent.push(end, null, 0);
    const slice = await this.log.readOutput(from, end).catch(() => null);
    if (slice) this.recent.prepend(slice.from, slice.bytes);
  }

  #commandsEnded(): void {
    const ended = this.tracker.takeEnded();
    const [first] = ended;
    if (!first) return;
    this.claim = null;
    for (const record of ended) this.#publishFinished(record);
    if (!this.isClosed && !this.tracker.current) this.#repairAfter(first);
  }

  /** A full-screen program that was killed while nobody followed. */
  #repairAdopted(): void {
    const [last] = this.tracker.recentCommands(1);
    if (!this.isClosed && last?.phase === 'ended' && !this.tracker.current && this.tracker.mode('alternateScreen') > 0)
      this.#repairAfter(last);
  }

  #repairAfter(record: CommandRecord): void {
    const {names, undo} = leftovers(this.tracker, record, this.#endsOf(record));
    // A shell without a line editor reads with whatever modes it finds.
    const looksAtTty = this.tracker.integration === 'graded' && this.#lineEditors.get(this.#shell) === false;
    if ((names.length === 0 && !looksAtTty) || !this.link.capabilities.repair) return;
    record.repaired = names;
    this.repaired = this.#repair(record, undo, looksAtTty).catch(() => undefined);
  }

  async #repair(record: CommandRecord, undo: string, looksAtTty: boolean): Promise<void> {
    const saneTty = looksAtTty && (await this.link.probe())?.mode?.canonical === false;
    if (saneTty) record.repaired = [...record.repaired, 'tty'];
    if (saneTty || undo !== '') await this.gate.repair(Buffer.from(undo), {saneTty});
  }

  /** As much of a command's output as is in memory. */
  #endsOf(record: CommandRecord): Uint8Array[] {
    const end = record.outputEnd ?? this.tracker.outputEnd;
    const start = Math.max(record.outputStart ?? end, end - END_BYTES);
    const head = this.heads.get(record.commandId);
    const tail = this.recent.slice(logCursor(start), end);
    return [...(head ? [head] : []), ...(tail ? [tail] : [])];
  }
}

/** Thousands of events are kept, and a line may have a megabyte. */
function brief(commandLine: string | null): string | null {
  return commandLine && commandLine.length > EVENT_CHARS ? `${commandLine.slice(0, EVENT_CHARS)}…` : commandLine;
}

function exitWords(exit: {exitStatus: number | null; signal: string | null}): string {
  return exit.signal ? `killed by ${exit.signal}` : `exit status ${exit.exitStatus ?? 'unknown'}`;
}
