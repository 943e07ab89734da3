import {join} from 'node:path';
import {
  type CommandRequest,
  CottyError,
  eventSeq,
  type InputRequest,
  type IntegrationRequest,
  isSignal,
  type LineAnswer,
  type LineQuestion,
  logCursor,
  type NestedShell,
  type ShellFamily,
  type TerminalCapabilities,
  type TerminalNotice,
  type TerminalStanding,
  type TerminalWriter,
  type TtyProbe,
  type VerdictEvent,
} from '../../core/index.ts';
import {newNonce, type SessionLogReader} from '../../log/index.ts';
import type {WholeTerminal} from '../opening/link-to.ts';
import {LineAsker} from '../recording/ask-line.ts';
import {integrateNested} from '../recording/integrate-nested.ts';
import type {JudgedProcess} from '../recording/judged-shell.ts';
import {leaveMarks} from '../recording/leave-marks.ts';
import {LoggedInput} from '../recording/logged-input.ts';
import type {SessionJournal} from '../recording/session-journal.ts';
import {startUpMs} from '../recording/start-up-time.ts';
import type {NestedMemory} from '../recording/terminal-memory.ts';
import {CommandFile, deliverCommand, restoreStashedLine} from '../shell/index.ts';
import {BesideShell} from '../system/beside-shell.ts';
import {waitsForInput} from '../system/blocked-on.ts';
import {isInputFull} from '../system/input-full.ts';
import {dropUnreadInput} from '../system/libc.ts';
import {makeSignalsAgainOn, repairTty, signalTerminal} from '../system/local-tty.ts';
import {probeTty, readSpecialCharactersOf, readTtyModeOf} from '../system/probe-tty.ts';
import {readForegroundNow, readProcessRow} from '../system/process-table.ts';
import {environmentOf, runsBeside} from '../system/processes.ts';
import {sendSignal, signalOf} from '../system/send-signal.ts';
import type {ApplicationFacts, Exit} from './application-facts.ts';
import {APPLICATION_CAPABILITIES, type ApplicationInput, type ApplicationTerminal} from './application-terminal.ts';
import type {Recording} from './session-records.ts';

export interface ApplicationLinkStart extends Recording {
  readonly facts: ApplicationFacts;
  /** A person's, which was there before. */
  readonly isForeign: boolean;
  /** Disposed of when the shell has said its first mark. */
  readonly nonceOffer?: Disposable | undefined;
  readonly keepNested: (nested: NestedShell, nonce: string) => void;
  readonly remember: (facts: ApplicationFacts) => void;
  /** Takes cotty's things out of the terminal, which goes on. */
  readonly letGo: () => Promise<void>;
  /** The session has ended, or was let go of. */
  readonly onEnd: () => void;
}

/**
 * A terminal that another application holds, shows to a person and answers for, on this machine: its program is looked at and signalled
 * by its tty, what it prints and takes goes by the application, and the log of it is ours.
 */
export abstract class ApplicationLink implements WholeTerminal {
  readonly capabilities: TerminalCapabilities;
  readonly log: SessionLogReader;
  readonly journal: SessionJournal;
  readonly commandFile: CommandFile;
  readonly isForeign: boolean;
  readonly standing: TerminalStanding;
  readonly #start: ApplicationLinkStart;
  readonly #terminal: ApplicationTerminal;
  readonly #input: ApplicationInput;
  readonly #logged: LoggedInput;
  readonly #beside: BesideShell;
  readonly #asker = new LineAsker(this);
  readonly #listeners = new Set<(notice: TerminalNotice) => void>();
  #facts: ApplicationFacts;
  /** The number that the next nested shell gets, of those that are known from before. */
  #recalled = 1;
  #closed: TerminalNotice | undefined;

  constructor(start: ApplicationLinkStart, terminal: ApplicationTerminal) {
    const {facts, directory, journal, log, isForeign} = start;
    this.#start = start;
    this.#terminal = terminal;
    this.#input = terminal.input;
    this.capabilities = {...APPLICATION_CAPABILITIES, promptMonitor: terminal.promptMonitor};
    this.journal = journal;
    this.log = log;
    this.isForeign = isForeign;
    const {nextSeq, lines} = journal.position;
    this.standing = {seq: eventSeq(nextSeq), lines, runsCommand: false};
    this.#facts = facts;
    this.#beside = new BesideShell(facts.tty);
    this.commandFile = new CommandFile(join(directory, 'shell', 'command'));
    this.#logged = new LoggedInput({
      journal,
      facts,
      ttyMode: () => {
        this.requireOpen();
        return readTtyModeOf(facts.tty);
      },
      shellInForeground: () => readForegroundNow(facts.pid) === facts.pid,
      waitsForInput: () => waitsForInput(facts.pid, facts.tty),
    });
    this.#judgeMarks();
    log.advanceTo(journal.position.end);
    journal.listen(notice => this.#hear(notice));
  }

  get facts(): ApplicationFacts {
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
    // The application itself answers what programs ask their terminal.
    if (input.bytes.length === 0 || input.kind === 'reply') return;
    this.requireOpen();
    const event = this.#logged.event(input);
    this.journal.appendInput(event, input.bytes);
    this.willType();
    if (this.#facts.shellFamily === 'fish' && input.bytes.some(isSignal)) makeSignalsAgainOn(this.#facts.tty);
    if (event.bytes === null && this.#input.writeSecret) await this.#input.writeSecret(input.bytes, options?.signal);
    else if (signalOf(input.bytes) && this.#isStuck()) this.#signalPast(input.bytes);
    else await this.#input.write(input.bytes, options?.signal);
  }

  specialCharacters(): readonly number[] {
    return readSpecialCharactersOf(this.#facts.tty);
  }

  #isStuck(): boolean {
    return this.#input.queue.pendingBytes > 0 || isInputFull(this.#facts.tty);
  }

  async submit(command: CommandRequest, options?: {signal?: AbortSignal}): Promise<void> {
    this.requireOpen();
    const {commandId, commandLine, by} = command;
    // What is typed behind the line must not come before it: so no wait for nothing.
    if (this.#input.queue.pendingBytes > 0) await this.#input.queue.drained(options?.signal);
    const {bytes, named, sourced} = deliverCommand({
      ...command,
      file: this.commandFile,
      specialCharacters: () => this.specialCharacters(),
    });
    const input = this.#logged.event({by, kind: 'command', bytes});
    const {lines} = this.journal.position;
    const told = {
      ...(command.reader ? {reader: command.reader} : {}),
      ...(named ? {named} : {}),
      ...(sourced ? {sourced} : {}),
      ...(this.#printsBeside(command) ? {beside: true} : {}),
    };
    const event = {type: 'command', commandId, commandLine, by, lines, ...told} as const;
    this.journal.appendCommand(event, input, command.integrated);
    this.willType();
    await this.#input.write(bytes);
  }

  #printsBeside({nestedShell}: CommandRequest): boolean {
    const {pid: shellPid} = this.#facts;
    const foreground = readForegroundNow(shellPid);
    return this.#beside.mayPrint({shellPid, foreground, nestedPid: nestedShell?.pid ?? null});
  }

  /** A shell of this terminal, by its process; undefined where it cannot be seen, or has a terminal of its own. */
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

  askLine(question: LineQuestion, options?: {signal?: AbortSignal}): Promise<LineAnswer | null> {
    this.requireOpen();
    return this.#asker.ask(question, options?.signal);
  }

  async restoreLine(shell: LineQuestion): Promise<void> {
    const bytes = restoreStashedLine(shell);
    if (bytes) await this.write({by: {type: 'cotty'}, kind: 'keys', bytes});
  }

  async conclude(verdict: Omit<VerdictEvent, 'type'>): Promise<void> {
    this.requireOpen();
    this.journal.append({type: 'verdict', ...verdict});
  }

  async dropInput(): Promise<number> {
    this.requireOpen();
    const unread = this.#input.unreadBytes;
    dropUnreadInput(this.#facts.tty);
    return this.#input.queue.drop() + unread;
  }

  abstract resize(cols: number, rows: number): Promise<void>;

  async rename(name: string): Promise<void> {
    this.#facts = {...this.#facts, name};
    this.#start.remember(this.#facts);
  }

  async signal(...[signal, target]: Parameters<TerminalWriter['signal']>): Promise<boolean> {
    this.requireOpen();
    return signalTerminal(this.#facts.pid, signal, target);
  }

  async repair(bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void> {
    this.requireOpen();
    await repairTty(this.#facts.tty, bytes, options);
  }

  async probe(): Promise<TtyProbe> {
    this.requireOpen();
    const {pid, tty} = this.#facts;
    const pendingBytes = this.#input.queue.pendingBytes;
    const probe = await probeTty({tty, shellPid: pid});
    if (!probe || probe.shell === null) await this.hasLeft();
    this.requireOpen();
    if (!probe) throw this.#endedError();
    await this.catchUp();
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

  /** Ends the terminal with what runs in it; one that was there before is let go of instead. */
  async close(options?: {readonly editor?: LineQuestion | null}): Promise<void> {
    if (!this.#facts.alive) return;
    if (this.isForeign) await this.release(options);
    else await this.end();
  }

  async release({editor = null}: {readonly editor?: LineQuestion | null} = {}): Promise<void> {
    this.requireOpen();
    if (editor) await leaveMarks(this, editor);
    await this.#start.letGo();
    // The shell, and what it runs, go on.
    this.ended(null);
  }

  /** Stops listening; the terminal goes on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    this.stopListening();
    if (this.#facts.alive) this.journal.abandon();
    await this.log[Symbol.asyncDispose]();
  }

  /** Takes all that was printed until now into the journal. */
  protected abstract catchUp(): Promise<void>;

  /** Ends what runs in the terminal, and the terminal with it. */
  protected abstract end(): Promise<void>;

  /** Hears nothing of the application any more; called more than once. */
  protected abstract stopListening(): void;

  /** Bytes of cotty's go into the terminal next. */
  protected willType(): void {}

  /** A program asks its terminal something, and reads the answer next. */
  protected hasAsked(): void {}

  /** The program that leads the terminal is there no more: whether the application has noticed that can be looked at. */
  protected async hasLeft(): Promise<void> {}

  /** Output of it is heard, and input taken. */
  protected get isOpen(): boolean {
    return this.#facts.alive;
  }

  /** Error: `session_closed`. */
  protected requireOpen(): void {
    if (!this.isOpen) throw this.#endedError();
  }

  protected tell(notice: TerminalNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }

  protected resized({cols, rows}: Pick<ApplicationFacts, 'cols' | 'rows'>): void {
    if (!this.#facts.alive || (cols === this.#facts.cols && rows === this.#facts.rows)) return;
    this.#facts = {...this.#facts, cols, rows};
    this.journal.append({type: 'resize', cols, rows});
    this.#start.remember(this.#facts);
  }

  /** `exit` null: nobody knows of the terminal any more. */
  protected ended(exit: Exit | null): void {
    if (!this.#facts.alive) return;
    this.#facts = {...this.#facts, alive: false};
    this.stopListening();
    this.#input.queue.close();
    this.#start.nonceOffer?.[Symbol.dispose]();
    this.commandFile[Symbol.dispose]();
    this.#start.remember(this.#facts);
    this.#start.onEnd();
    if (exit) this.journal.end(exit);
    else this.journal.lose();
  }

  #hear(notice: TerminalNotice): void {
    // The terminal that shows it answers.
    if (notice.type === 'query') {
      this.hasAsked();
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
    this.tell(notice.type === 'output' && notice.bytes ? {...notice, bytes: new Uint8Array(notice.bytes)} : notice);
    if (notice.type === 'closed') this.log.close();
  }

  #signalPast(bytes: Uint8Array): void {
    const name = signalOf(bytes);
    const foreground = readForegroundNow(this.#facts.pid);
    if (name && foreground !== null && readTtyModeOf(this.#facts.tty)?.signals) sendSignal([foreground], name);
    else this.#input.queue.pass(bytes);
  }

  /** Others may read what a terminal of the application prints, so each mark needs the second proof: that the shell has the terminal. */
  #judgeMarks(): void {
    const {integration, pid} = this.#facts;
    if (integration === 'none') return;
    const terminal = {foreground: () => readForegroundNow(pid), drain: () => undefined, ...this.#terminal.reading};
    this.journal.judgeBy(terminal, {pid, processGroup: pid, graded: integration === 'graded'});
  }

  #endedError(): CottyError {
    return new CottyError(
      'session_closed',
      `The session ${this.#facts.sessionId} (${this.#terminal.title}) has ended.`,
      'Read its output, then open a new session.',
    );
  }
}
