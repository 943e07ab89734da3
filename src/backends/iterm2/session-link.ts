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
import {
  type Iterm2Session,
  NotificationType,
  promptSubscription,
  readPrompt,
  readProperty,
  resizeSession,
  setName,
} from '../../iterm2-api/index.ts';
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
import {closeLink} from './close-link.ts';
import type {Iterm2Connection} from './iterm2-connection.ts';
import type {OutputPipe} from './output-pipe.ts';
import {PromptMonitor} from './prompt-monitor.ts';
import type {SessionFacts} from './session-facts.ts';
import {SessionInput} from './session-input.ts';

export interface SessionLinkStart {
  readonly connection: Iterm2Connection;
  /** iTerm2's id of it. */
  readonly guid: string;
  readonly facts: SessionFacts;
  /** The session's own directory. */
  readonly directory: string;
  readonly journal: SessionJournal;
  readonly log: SessionLogReader;
  /** A person's, which was there before. */
  readonly isForeign: boolean;
  /** Disposed of when the shell has said its first mark. */
  readonly nonceOffer?: Disposable | undefined;
  readonly keepNested: (nested: NestedShell, nonce: string) => void;
  readonly remember: (facts: SessionFacts) => void;
  /** Takes cotty's things out of the session, which goes on. */
  readonly letGo: (link: SessionLink) => Promise<void>;
  /** The session has ended, or was let go of. */
  readonly onEnd: (link: SessionLink) => void;
}

/** One session of iTerm2's as a terminal: iTerm2 shows it to a person, and copies to us what it prints. */
export class SessionLink implements TerminalLink {
  readonly capabilities: TerminalCapabilities;
  readonly log: SessionLogReader;
  readonly journal: SessionJournal;
  readonly commandFile: CommandFile;
  readonly isForeign: boolean;
  readonly connection: Iterm2Connection;
  readonly guid: string;
  readonly standing: TerminalStanding;
  readonly #start: SessionLinkStart;
  readonly #input: SessionInput;
  readonly #logged: LoggedInput;
  readonly #asker = new LineAsker(this);
  readonly #listeners = new Set<(notice: TerminalNotice) => void>();
  readonly #monitor: PromptMonitor | null;
  #following: Disposable | undefined;
  readonly #subscriptions: AsyncDisposable[] = [];
  #pipe: OutputPipe | undefined;
  #facts: SessionFacts;
  /** The number that the next nested shell gets, of those that are known from before. */
  #recalled = 1;
  #closed: TerminalNotice | undefined;
  #isGoing = false;
  /** What it prints is not heard any more. */
  #isDeaf = false;

  constructor(start: SessionLinkStart) {
    const {connection, guid, facts, directory, journal, log, isForeign} = start;
    this.#start = start;
    this.connection = connection;
    this.guid = guid;
    this.journal = journal;
    this.log = log;
    this.isForeign = isForeign;
    this.capabilities = {...CAPABILITIES, promptMonitor: isForeign};
    this.standing = {seq: eventSeq(journal.position.nextSeq), runsCommand: false};
    this.#facts = facts;
    this.#monitor = isForeign ? new PromptMonitor(journal) : null;
    this.commandFile = new CommandFile(join(directory, 'shell', 'command'));
    this.#input = new SessionInput({api: connection.api, id: guid, tty: facts.tty});
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

  /** Listens to the session from now on, and to its output by `pipe`, which tells {@link print} and {@link printedLast}. */
  async begin(pipe: OutputPipe): Promise<void> {
    this.#pipe = pipe;
    this.#following = this.connection.follow(this.guid, {
      onSession: session => this.#changed(session),
      onPrompt: news => this.#monitor?.heard(news),
      onMissed: () => this.#monitor?.missed(),
      onKey: () => this.#tell({type: 'typing', person: 'at iTerm2'}),
      onGone: reason => void this.#gone(reason),
    });
    // Nothing of a key is looked at but that it was pressed.
    const keys = {session: this.guid, notificationType: NotificationType.NOTIFY_ON_KEYSTROKE};
    for (const subscription of this.#monitor ? [keys, promptSubscription(this.guid)] : [keys])
      this.#subscriptions.push(await this.connection.subscribe(subscription));
  }

  /** Asks iTerm2 where the shell of a session stands that was there before. */
  async lookAtPrompt(): Promise<void> {
    const prompt = this.#monitor && (await readPrompt(this.connection.api, this.guid));
    if (prompt?.id && prompt.state === 'editing')
      this.#monitor?.found({type: 'prompt', id: prompt.id, cwd: prompt.cwd});
  }

  print(bytes: Uint8Array): void {
    if (!this.#facts.alive) return;
    this.#monitor?.willPrint(bytes);
    this.journal.appendOutput(bytes);
    this.#monitor?.printed();
  }

  /** iTerm2 copies nothing any more: the session has ended, or a person has stopped that. */
  printedLast(): void {
    if (!this.#facts.alive) return;
    this.#isDeaf = true;
    if (this.#isGoing) this.#ended({exitStatus: null, signal: null});
    // Nobody hears what it prints from now on, if it goes on.
    else setTimeout(() => this.#ended(this.#isGoing ? {exitStatus: null, signal: null} : null), NEWS_MS);
  }

  get facts(): SessionFacts {
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
    // iTerm2 itself answers what programs ask their terminal.
    if (input.bytes.length === 0 || input.kind === 'reply') return;
    this.#requireOpen();
    this.journal.appendInput(this.#logged.event(input), input.bytes);
    if (this.#input.queue.pendingBytes > 0 && signalOf(input.bytes)) this.#signalPast(input.bytes);
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
    const event = {type: 'command', commandId, commandLine, by, lines, ...told} as const;
    this.journal.appendCommand(event, input, command.integrated);
    await this.#input.write(bytes);
  }

  /** A shell of this session, by its process; undefined where it cannot be seen, or has a terminal of its own. */
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
    await resizeSession(this.connection.api, this.guid, cols, rows);
    this.#changed({cols, rows});
  }

  /** Of the session's title a person sees it too, as far as iTerm2 can be told it. */
  async rename(name: string): Promise<void> {
    this.#facts = {...this.#facts, name};
    this.#start.remember(this.#facts);
    await setName(this.connection.api, this.guid, name).catch(() => undefined);
  }

  async signal(...[signal, target]: Parameters<TerminalLink['signal']>): Promise<void> {
    this.#requireOpen();
    await signalTerminal(this.#facts.pid, signal, target);
  }

  async repair(bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void> {
    this.#requireOpen();
    await repairTty(this.#facts.tty, bytes, options);
  }

  async probe(): Promise<TtyProbe> {
    this.#requireOpen();
    const {pid, tty} = this.#facts;
    const pendingBytes = this.#input.queue.pendingBytes;
    const probe = await probeTty({tty, shellPid: pid});
    this.#requireOpen();
    if (!probe) throw this.#endedError();
    await this.#caughtUp();
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

  /** Ends the session with what runs in it; one that was there before is let go of instead. */
  async close(): Promise<void> {
    if (!this.#facts.alive) return;
    if (this.isForeign) await this.release();
    else await closeLink(this);
  }

  async release(): Promise<void> {
    this.#requireOpen();
    await this.#start.letGo(this);
    this.#ended({exitStatus: null, signal: null});
  }

  /** Stops listening; the session goes on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    this.#stopListening();
    if (this.#facts.alive) this.journal.abandon();
    await this.log[Symbol.asyncDispose]();
  }

  #stopListening(): void {
    this.#following?.[Symbol.dispose]();
    this.#monitor?.[Symbol.dispose]();
    this.#pipe?.[Symbol.dispose]();
    // It fails with the connection alone, and then there is nothing to take back.
    for (const subscription of this.#subscriptions) void subscription[Symbol.asyncDispose]();
  }

  #hear(notice: TerminalNotice): void {
    // The terminal that shows the session answers.
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

  #changed({cols, rows}: Pick<Iterm2Session, 'cols' | 'rows'>): void {
    if (!this.#facts.alive || (cols === this.#facts.cols && rows === this.#facts.rows)) return;
    this.#facts = {...this.#facts, cols, rows};
    this.journal.append({type: 'resize', cols, rows});
    this.#start.remember(this.#facts);
  }

  /** What was printed last may be on its way yet. */
  async #gone(reason: 'session' | 'iterm2'): Promise<void> {
    if (reason === 'iterm2') return this.#ended(null);
    this.#isGoing = true;
    setTimeout(() => this.#ended({exitStatus: null, signal: null}), LAST_OUTPUT_MS);
  }

  /** `exit` null: nobody knows of the session any more. */
  #ended(exit: {readonly exitStatus: null; readonly signal: null} | null): void {
    if (!this.#facts.alive) return;
    this.#facts = {...this.#facts, alive: false};
    this.#stopListening();
    this.#input.queue.close();
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

  /** When iTerm2 has turned once more, what it had read before is on its way; it is here when nothing comes for a moment. */
  async #caughtUp(): Promise<void> {
    await readProperty(this.connection.api, this.guid, 'grid_size').catch(() => undefined);
    const since = performance.now();
    for (let waited = 0; this.#pipe && waited < LONGEST_QUIET_MS; waited = performance.now() - since) {
      const quietMs = performance.now() - Math.max(since, this.#pipe.newestMs);
      if (quietMs >= QUIET_MS) return;
      await new Promise(resolve => setTimeout(resolve, QUIET_MS - quietMs));
    }
  }

  /**
   * A mark needs the second proof too: that the shell has the terminal. Nobody can tell here when all is read that was printed, so a mark is
   * not held against what the shell has written by then.
   */
  #judgeMarks(): void {
    const {integration, pid} = this.#facts;
    if (integration === 'none') return;
    const terminal: JudgedTerminal = {
      foreground: () => readForegroundNow(pid),
      isDrained: () => false,
      drain: () => undefined,
      afterTurn: () => undefined,
    };
    this.journal.judgeBy(terminal, {pid, processGroup: pid, graded: integration === 'graded'});
  }

  #requireOpen(): void {
    if (!this.#facts.alive || this.#isDeaf) throw this.#endedError();
  }

  #endedError(): CottyError {
    return new CottyError(
      'session_closed',
      `The session ${this.#facts.sessionId} (in iTerm2) has ended.`,
      'Read its output, then open a new session.',
    );
  }
}

const CAPABILITIES: TerminalCapabilities = {
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

/** That a session has ended is told within this time of the end of its output. */
const NEWS_MS = 500;
/** As long may the last output of a session take that has ended. */
const LAST_OUTPUT_MS = 2000;
const QUIET_MS = 8;
const LONGEST_QUIET_MS = 200;
