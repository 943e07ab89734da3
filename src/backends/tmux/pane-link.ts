import {join} from 'node:path';
import {
  type CommandRequest,
  CottyError,
  eventSeq,
  type InputRequest,
  type IntegrationRequest,
  type LineQuestion,
  logCursor,
  type NestedShell,
  type ShellFamily,
  type TerminalCapabilities,
  type TerminalLink,
  type TerminalNotice,
  type TerminalStanding,
  type TtyProbe,
  type VerdictEvent,
} from '../../core/index.ts';
import {newNonce, type SessionLogReader} from '../../log/index.ts';
import {checkSize} from '../opening/opening.ts';
import {LineAsker} from '../recording/ask-line.ts';
import {integrateNested} from '../recording/integrate-nested.ts';
import type {JudgedProcess, JudgedTerminal} from '../recording/judged-shell.ts';
import {LoggedInput} from '../recording/logged-input.ts';
import type {SessionJournal} from '../recording/session-journal.ts';
import {startUpMs} from '../recording/start-up-time.ts';
import type {NestedMemory} from '../recording/terminal-memory.ts';
import {CommandFile, deliverCommand, hasRestoreKey, restoreStashedLine} from '../shell/index.ts';
import {dropUnreadInput} from '../system/libc.ts';
import {repairTty, signalTerminal} from '../system/local-tty.ts';
import {probeTty, readTtyModeOf} from '../system/probe-tty.ts';
import {readForegroundNow, readProcessRow} from '../system/process-table.ts';
import {environmentOf, runsBeside} from '../system/processes.ts';
import {sendSignal, signalOf} from '../system/send-signal.ts';
import {unheardOf} from './bury-pane.ts';
import {closePane} from './close-pane.ts';
import type {PaneFacts} from './pane-facts.ts';
import {PaneInput} from './pane-input.ts';
import type {Exit} from './pane-memory.ts';
import type {PaneRow} from './pane-row.ts';
import {resizePane} from './resize-pane.ts';
import type {TmuxServer} from './tmux-server.ts';
import {TypingWatch} from './typing-watch.ts';

export interface PaneLinkStart {
  readonly server: TmuxServer;
  readonly row: PaneRow;
  readonly facts: PaneFacts;
  /** The session's own directory. */
  readonly directory: string;
  readonly journal: SessionJournal;
  readonly log: SessionLogReader;
  /** A person's, which was there before. */
  readonly isForeign: boolean;
  /** Disposed of when the shell has said its first mark. */
  readonly nonceOffer?: Disposable | undefined;
  readonly keepNested: (nested: NestedShell, nonce: string) => void;
  readonly remember: (facts: PaneFacts) => void;
  /** Takes cotty's things out of the pane, which goes on. */
  readonly letGo: (link: PaneLink) => Promise<void>;
  /** The session has ended, or was let go of. */
  readonly onEnd: (link: PaneLink) => void;
}

/** One tmux pane as a terminal: tmux shows it to a person, and tells us what it prints. */
export class PaneLink implements TerminalLink {
  readonly capabilities: TerminalCapabilities = paneCapabilities;
  readonly log: SessionLogReader;
  readonly journal: SessionJournal;
  readonly commandFile: CommandFile;
  readonly isForeign: boolean;
  readonly server: TmuxServer;
  readonly pane: string;
  readonly standing: TerminalStanding;
  readonly #start: PaneLinkStart;
  readonly #input: PaneInput;
  readonly #logged: LoggedInput;
  readonly #typing: TypingWatch;
  readonly #asker = new LineAsker(this);
  readonly #listeners = new Set<(notice: TerminalNotice) => void>();
  #facts: PaneFacts;
  /** The number that the next nested shell gets, of those that are known from before. */
  #recalled = 1;
  #closed: TerminalNotice | undefined;
  #watch: Disposable | undefined;

  constructor(start: PaneLinkStart) {
    const {server, row, facts, directory, journal, log} = start;
    this.#start = start;
    this.server = server;
    this.pane = row.pane;
    this.journal = journal;
    this.log = log;
    this.isForeign = start.isForeign;
    this.standing = {seq: eventSeq(journal.position.nextSeq), runsCommand: false};
    this.#facts = facts;
    this.commandFile = new CommandFile(join(directory, 'shell', 'command'));
    this.#input = new PaneInput({server, pane: row.pane, tty: row.tty, folder: directory});
    this.#typing = new TypingWatch(server, row.pane, person => this.#tell({type: 'typing', person}));
    this.#logged = new LoggedInput({
      journal,
      facts,
      ttyMode: () => {
        this.#requireOpen();
        return readTtyModeOf(facts.tty);
      },
      shellInForeground: () => readForegroundNow(facts.pid) === facts.pid,
    });
    this.#judgeMarks();
    log.advanceTo(journal.position.end);
    journal.listen(notice => this.#hear(notice));
  }

  /** Listens to the pane from now on. */
  async begin(): Promise<void> {
    this.#watch = await this.server.watch(this.pane, {
      onOutput: bytes => {
        this.journal.appendOutput(bytes);
        if (this.journal.isAtPrompt) this.#typing.outputAtPrompt();
      },
      onMissed: () => this.journal.goOnBehindGap(null),
      onRow: row => this.#moved(row),
      onGone: (exit, reason, shown) => this.#gone(exit, reason, shown),
      onMode: () => undefined,
    });
  }

  get facts(): PaneFacts {
    return this.#facts;
  }

  /** A listener that comes after the end hears `closed` all the same. */
  onNotice(listener: (notice: TerminalNotice) => void): Disposable {
    const own = (notice: TerminalNotice): void => listener(notice);
    this.journal.flush();
    this.#listeners.add(own);
    const closed = this.#closed;
    if (closed) queueMicrotask(() => this.#listeners.has(own) && own(closed));
    return {[Symbol.dispose]: () => this.#listeners.delete(own)};
  }

  async write(input: InputRequest, options?: {signal?: AbortSignal}): Promise<void> {
    // tmux itself answers what programs ask their terminal.
    if (input.bytes.length === 0 || input.kind === 'reply') return;
    this.#requireOpen();
    const event = this.#logged.event(input);
    this.journal.appendInput(event, input.bytes);
    this.#typing.typed();
    if (event.bytes === null) await this.#input.writeSecret(input.bytes, options?.signal);
    else if (this.#input.queue.pendingBytes > 0 && signalOf(input.bytes)) this.#signalPast(input.bytes);
    else await this.#input.write(input.bytes, options?.signal);
  }

  async submit(command: CommandRequest, options?: {signal?: AbortSignal}): Promise<void> {
    this.#requireOpen();
    const {commandId, commandLine, by} = command;
    await this.#input.queue.drained(options?.signal);
    const {bytes, named} = deliverCommand({...command, file: this.commandFile});
    const input = this.#logged.event({by, kind: 'command', bytes});
    const {lines} = this.journal.position;
    const told = {...(command.reader ? {reader: command.reader} : {}), ...(named ? {named} : {})};
    this.journal.appendCommand(
      {type: 'command', commandId, commandLine, by, lines, ...told},
      input,
      command.integrated,
    );
    this.#typing.typed();
    await this.#input.write(bytes);
  }

  /** A shell of this pane, by its process; undefined where it cannot be seen, or has a terminal of its own. */
  judgedShell(pid: number, family: ShellFamily): JudgedProcess | undefined {
    const row = process.platform === 'linux' ? readProcessRow(pid) : undefined;
    if (row?.posixSession !== this.#facts.pid) return undefined;
    return {pid, processGroup: row.processGroup, graded: family === 'posix'};
  }

  integrate(request: IntegrationRequest, options?: {signal?: AbortSignal}): Promise<NestedShell> {
    return integrateNested(this, request, options?.signal);
  }

  keepNested(nested: NestedShell, nonce: string): void {
    this.#start.keepNested(nested, nonce);
  }

  /** One that another server of cotty's gave marks: they are proved from now on. */
  recallNested({shell, nonce, pid, family}: NestedMemory): void {
    const judged = pid === null ? undefined : this.judgedShell(pid, family);
    // Others were given a number before it, and no marks.
    for (; this.#recalled < shell; this.#recalled++) this.journal.addNonce(newNonce(), undefined);
    this.journal.addNonce(nonce, judged);
    this.#recalled++;
  }

  askLine(question: LineQuestion, options?: {signal?: AbortSignal}): Promise<string | null> {
    this.#requireOpen();
    return this.#asker.ask(question, options?.signal);
  }

  async restoreLine(family: ShellFamily): Promise<void> {
    if (!hasRestoreKey(family)) return;
    await this.write({by: {type: 'cotty'}, kind: 'keys', bytes: restoreStashedLine()});
  }

  async conclude(verdict: Omit<VerdictEvent, 'type'>): Promise<void> {
    this.#requireOpen();
    this.journal.append({type: 'verdict', ...verdict});
  }

  async dropInput(): Promise<number> {
    this.#requireOpen();
    const unread = this.#input.unreadBytes;
    dropUnreadInput(this.#facts.tty);
    return this.#input.queue.drop() + unread;
  }

  async resize(cols: number, rows: number): Promise<void> {
    this.#requireOpen();
    checkSize(cols, rows);
    await resizePane(this.server, this.pane, {cols, rows});
    await this.server.refresh();
  }

  async rename(name: string): Promise<void> {
    this.#facts = {...this.#facts, name};
    this.#start.remember(this.#facts);
  }

  async signal(...[signal, target]: Parameters<TerminalLink['signal']>): Promise<void> {
    this.#requireOpen();
    await signalTerminal(this.#facts.pid, signal, target);
  }

  async repair(bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void> {
    this.#requireOpen();
    await repairTty(this.#facts.tty, bytes, options);
  }

  /** tmux has read what was printed when it has turned twice through its events; what it read stands before its answer. */
  async probe(): Promise<TtyProbe> {
    this.#requireOpen();
    const {pid, tty} = this.#facts;
    const pendingBytes = this.#input.queue.pendingBytes;
    const probe = await probeTty({tty, shellPid: pid});
    if (!probe || probe.shell === null) await this.server.refresh();
    this.#requireOpen();
    if (!probe) throw this.#endedError();
    await this.server.turn(this.pane);
    this.journal.settle();
    const {unreadBytes} = probe;
    return {...probe, unreadBytes: unreadBytes === null ? null : unreadBytes + pendingBytes};
  }

  async runsPrograms(): Promise<boolean> {
    return runsBeside(this.#facts.pid, this.isForeign ? null : await startUpMs(this.log));
  }

  async environment(): Promise<Readonly<Record<string, string>> | null> {
    return environmentOf(this.#facts.pid) ?? null;
  }

  /** Ends the pane with what runs in it; one that was there before is let go of instead. */
  async close(): Promise<void> {
    if (!this.#facts.alive) return;
    if (this.isForeign) await this.release();
    else await closePane(this);
  }

  async release(): Promise<void> {
    this.#requireOpen();
    await this.#start.letGo(this);
    this.#ended({exitStatus: null, signal: null});
  }

  /** Stops listening; the pane goes on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    this.#watch?.[Symbol.dispose]();
    this.#typing[Symbol.dispose]();
    if (this.#facts.alive) this.journal.abandon();
    await this.log[Symbol.asyncDispose]();
  }

  #hear(notice: TerminalNotice): void {
    // The terminal that shows the pane answers.
    if (notice.type === 'query') {
      queueMicrotask(() => this.journal.questionSettled({answered: true}));
      return;
    }
    if (notice.type === 'output') this.log.advanceTo(logCursor(notice.offset + notice.length));
    if (notice.type === 'closed') {
      this.#closed = notice;
      this.#facts = {...this.#facts, alive: false};
    }
    if (notice.type === 'event' && notice.event.type === 'mark' && notice.event.proved)
      this.#start.nonceOffer?.[Symbol.dispose]();
    this.#tell(notice.type === 'output' && notice.bytes ? {...notice, bytes: notice.bytes.slice()} : notice);
    if (notice.type === 'closed') this.log.close();
  }

  #tell(notice: TerminalNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }

  /** The window it is in was resized, or the pane moved. */
  #moved({cols, rows}: PaneRow): void {
    if (!this.#facts.alive || (cols === this.#facts.cols && rows === this.#facts.rows)) return;
    this.#facts = {...this.#facts, cols, rows};
    this.journal.append({type: 'resize', cols, rows});
    this.#start.remember(this.#facts);
  }

  #gone(exit: Exit | null, reason: 'pane' | 'server', shown: readonly string[]): void {
    if (!this.#facts.alive) return;
    const unheard = shown.length > 0 ? unheardOf(this.journal.visibleTail, shown) : '';
    if (unheard === undefined) this.journal.goOnBehindGap(null);
    else if (unheard !== '') this.journal.appendOutput(Buffer.from(`${unheard}\r\n`));
    if (exit === null && reason === 'server') this.#ended(null);
    else this.#ended(exit ?? {exitStatus: null, signal: null});
  }

  /** `exit` null: its server is gone, and nobody knows of the pane. */
  #ended(exit: Exit | null): void {
    this.#facts = {...this.#facts, alive: false};
    this.#watch?.[Symbol.dispose]();
    this.#input.queue.close();
    this.#typing[Symbol.dispose]();
    this.#start.nonceOffer?.[Symbol.dispose]();
    this.commandFile[Symbol.dispose]();
    this.#start.remember(this.#facts);
    this.#start.onEnd(this);
    if (exit) this.journal.end(exit);
    else this.journal.lose();
  }

  #signalPast(bytes: Uint8Array): void {
    const name = signalOf(bytes);
    const foreground = readForegroundNow(this.#facts.pid);
    if (name && foreground !== null && readTtyModeOf(this.#facts.tty)?.signals) sendSignal([foreground], name);
    else this.#input.queue.pass(bytes);
  }

  /**
   * Any client of the tmux server may read the marks of its panes, so each needs the second proof: that the shell has the terminal, and has
   * written them. What tmux has not read yet cannot be seen from here, so tmux is asked to take its turn before it is looked at that.
   */
  #judgeMarks(): void {
    const {integration, pid} = this.#facts;
    if (integration === 'none') return;
    let hasTurned = false;
    const terminal: JudgedTerminal = {
      foreground: () => readForegroundNow(pid),
      isDrained: () => hasTurned,
      drain: () => undefined,
      afterTurn: look => {
        const then = (): void => {
          hasTurned = true;
          look();
          hasTurned = false;
        };
        this.server.turn(this.pane).then(then, () => undefined);
      },
    };
    this.journal.judgeBy(terminal, {pid, processGroup: pid, graded: integration === 'graded'});
  }

  #requireOpen(): void {
    if (!this.#facts.alive) throw this.#endedError();
  }

  #endedError(): CottyError {
    return new CottyError(
      'session_closed',
      `The session ${this.#facts.sessionId} (tmux pane ${this.pane}) has ended.`,
      'Read its output, then open a new session.',
    );
  }
}

const paneCapabilities: TerminalCapabilities = {
  resize: true,
  signal: true,
  close: true,
  release: true,
  outlivesServer: true,
  processes: true,
  ttyModes: true,
  environment: true,
  dropInput: true,
  repair: true,
  takesOnce: false,
  promptMonitor: false,
};
