import {closeSync, constants, openSync} from 'node:fs';
import {basename, join} from 'node:path';
import {
  type CommandId,
  type CommandRequest,
  CottyError,
  type ExitEvent,
  type InputRequest,
  type IntegrationRequest,
  isSignal,
  type LineQuestion,
  type NestedShell,
  type ShellFamily,
  type VerdictEvent,
} from '../../../core/index.ts';
import {LineAsker} from '../../recording/ask-line.ts';
import {integrateNested} from '../../recording/integrate-nested.ts';
import type {JudgedProcess, JudgedTerminal} from '../../recording/judged-shell.ts';
import {LoggedInput} from '../../recording/logged-input.ts';
import type {SessionJournal} from '../../recording/session-journal.ts';
import {shellInSandbox} from '../../sandbox/index.ts';
import {CommandFile, deliverCommand} from '../../shell/index.ts';
import {BesideShell} from '../../system/beside-shell.ts';
import {waitsForInput} from '../../system/blocked-on.ts';
import {isInputFull} from '../../system/input-full.ts';
import {InputQueue} from '../../system/input-queue.ts';
import {
  copySaneTermios,
  dropUnreadInput,
  hasInput,
  readForegroundProcessGroup,
  readSpecialCharacters,
  readTtyMode,
  readUnreadInput,
  restoreTermios,
} from '../../system/libc.ts';
import {makeSignalsAgain, signalProgram} from '../../system/local-tty.ts';
import {probeTty} from '../../system/probe-tty.ts';
import {readProcessRow} from '../../system/process-table.ts';
import {environmentOf, processGroupsOfSession} from '../../system/processes.ts';
import {sendSignal, signalOf} from '../../system/send-signal.ts';
import {hangUp} from './hang-up.ts';
import type {HostProbe, HostSessionState, PtyFacts, SignalName, SignalTarget} from './host-api.ts';
import {PtyProcess, type PtySpec} from './pty-process.ts';
import {TakenInput} from './taken-input.ts';

export interface SessionStart {
  readonly facts: Omit<PtyFacts, 'pid' | 'tty' | 'alive'>;
  readonly program: PtySpec;
  /** The session's own directory. */
  readonly directory: string;
  readonly journal: SessionJournal;
  /** Disposed of when the shell has said its first mark. */
  readonly nonceOffer?: Disposable | undefined;
  readonly onEnd: (session: Session) => void;
}

/** A living program on its PTY: every byte and event of it goes through the journal. */
export class Session {
  readonly journal: SessionJournal;
  readonly #start: SessionStart;
  readonly #pty: PtyProcess;
  readonly #input: LoggedInput;
  readonly #taken = new TakenInput();
  readonly #beside: BesideShell;
  /** What the session's own shell reads delivered lines from. */
  readonly commandFile: CommandFile;
  readonly #asker = new LineAsker(this);
  readonly #saneTermios: Buffer | undefined;
  /** The newest commands that were handed over. */
  readonly #submitted: CommandId[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #facts: PtyFacts;
  /** Of the shell, once it is known. */
  #shellPid: number | undefined;

  /** Errors: `pty_exhausted`, `spawn_failed`. */
  constructor(start: SessionStart) {
    this.#start = start;
    this.journal = start.journal;
    this.commandFile = new CommandFile(join(start.directory, 'shell', 'command'));
    this.#pty = new PtyProcess(start.program, {
      onOutput: bytes => {
        if (this.#shellPid === undefined) this.#meetShell();
        this.journal.appendOutput(bytes);
      },
      onExit: exit => this.#exited(exit),
    });
    const {pid, tty} = this.#pty;
    this.#facts = {...start.facts, pid, tty, alive: true};
    this.#beside = new BesideShell(tty);
    const {backend: _, alive: __, ...opened} = this.#facts;
    this.journal.append({type: 'open', ...opened});
    this.#input = new LoggedInput({
      journal: this.journal,
      facts: this.#facts,
      ttyMode: () => readTtyMode(this.#openDescriptor()),
      shellInForeground: () => readForegroundProcessGroup(this.#openDescriptor()) === this.#shell,
      // What it has printed before is heard by now.
      waitsForInput: () => waitsForInput(this.#shell, tty) && !hasInput(this.#openDescriptor()),
    });
    this.#meetShell();
    this.#endOfferAtFirstMark();
    this.#saneTermios = this.#pty.fd === undefined ? undefined : copySaneTermios(this.#pty.fd);
  }

  get facts(): PtyFacts {
    return this.#facts;
  }

  get state(): HostSessionState {
    const {position, modes, runsCommand, readsLine} = this.journal;
    return {facts: this.#facts, position, modes, runsCommand, readsLine};
  }

  async write(given: InputRequest, options?: {signal?: AbortSignal}): Promise<void> {
    if (given.kind === 'reply') {
      this.#reply(given);
      return;
    }
    const input = {...given, bytes: this.#taken.fresh(given)};
    if (input.bytes.length === 0) return;
    this.journal.appendInput(this.#input.event(input), input.bytes);
    this.#taken.note(given);
    const descriptor = this.#pty.fd;
    if (descriptor !== undefined && this.#facts.shellFamily === 'fish' && input.bytes.some(isSignal))
      makeSignalsAgain(descriptor, this.#saneTermios);
    if (signalOf(input.bytes) && this.#isStuck()) this.#signalPast(input.bytes);
    else await this.#pty.input.write(input.bytes, options?.signal);
  }

  /** Nobody reads what was typed, and there is no room for more: all of it waits outside, or in a queue that is not looked at. */
  #isStuck(): boolean {
    return this.#pty.input.pendingBytes > 0 || isInputFull(this.#pty.tty);
  }

  /**
   * The kernel has no room for a ^C behind input that nobody reads. Where it would make a signal of it, the signal is sent as it
   * would have been; a program that wants the key for itself gets it before the rest.
   */
  #signalPast(bytes: Uint8Array): void {
    const descriptor = this.#openDescriptor();
    const name = signalOf(bytes);
    const foreground = readForegroundProcessGroup(descriptor);
    if (name && foreground !== null && readTtyMode(descriptor)?.signals) sendSignal([foreground], name);
    else this.#pty.input.pass(bytes);
  }

  specialCharacters(): readonly number[] {
    return readSpecialCharacters(this.#openDescriptor());
  }

  dropInput(): number {
    this.#openDescriptor();
    const unread = readUnreadInput(this.#pty.tty) ?? 0;
    dropUnreadInput(this.#pty.tty);
    return this.#pty.input.drop() + unread;
  }

  /** The answer to a program's question. Nobody waits for it, and a program that does not read gets none. */
  #reply(input: InputRequest): void {
    const {questions} = this.journal;
    const isStale = input.bytes.length === 0 || !this.#isAwaited(input);
    if (input.question !== undefined) questions.settled(input.question);
    if (input.bytes.length === 0) return;
    this.journal.questionSettled({answered: isStale || this.#pty.input.pendingBytes === 0});
    if (isStale || this.#pty.input.pendingBytes > 0) return;
    this.journal.appendInput(this.#input.event(input), input.bytes);
    // What the kernel does not take at once stays in the queue; a terminal that ends meanwhile says so itself.
    this.#pty.input.write(input.bytes).catch(() => undefined);
  }

  /** False when the shell, or the next program, would take the answer for something typed. */
  #isAwaited({question, answersUpTo}: InputRequest): boolean {
    const descriptor = this.#openDescriptor();
    // Whoever has the terminal now has said so before it reads.
    this.#pty.drain();
    this.journal.flush();
    if (question !== undefined && question < this.journal.handedOverAt) return false;
    if (answersUpTo !== undefined && question !== undefined) {
      const {questions, position} = this.journal;
      if (position.end > answersUpTo || !questions.isOpen(question)) return false;
    }
    const mode = readTtyMode(descriptor);
    return mode !== undefined && !(mode.canonical && mode.echo);
  }

  /** A command of the same id is the same command: it is handed over once. */
  async submit(command: CommandRequest, options?: {signal?: AbortSignal}): Promise<void> {
    const {commandId} = command;
    if (this.#submitted.includes(commandId)) return;
    this.#submitted.push(commandId);
    if (this.#submitted.length > MOST_SUBMITTED) this.#submitted.shift();
    try {
      await this.#handOver(command, options?.signal);
    } catch (error) {
      const at = this.#submitted.lastIndexOf(commandId);
      if (at >= 0) this.#submitted.splice(at, 1);
      throw error;
    }
  }

  async #handOver(command: CommandRequest, signal: AbortSignal | undefined): Promise<void> {
    const {commandId, commandLine, by} = command;
    // A caller who gives up meanwhile finds nothing run later. What is typed behind the line must not come before it: so no wait for nothing.
    if (this.#pty.input.pendingBytes > 0) await this.#pty.input.drained(signal);
    const {bytes, named, sourced} = deliverCommand({
      ...command,
      file: this.commandFile,
      specialCharacters: () => this.specialCharacters(),
    });
    const input = this.#input.event({by, kind: 'command', bytes});
    const {lines} = this.journal.position;
    const told = {
      ...(command.reader ? {reader: command.reader} : {}),
      ...(named ? {named} : {}),
      ...(sourced ? {sourced} : {}),
      ...(this.#printsBeside(command) ? {beside: true} : {}),
    };
    const logged = {type: 'command', commandId, commandLine, by, lines, ...told} as const;
    this.journal.appendCommand(logged, input, command.integrated);
    await this.#pty.input.write(bytes);
  }

  #printsBeside({nestedShell}: CommandRequest): boolean {
    const foreground = this.#pty.fd === undefined ? null : readForegroundProcessGroup(this.#pty.fd);
    return this.#beside.mayPrint({shellPid: this.#shell, foreground, nestedPid: nestedShell?.pid ?? null});
  }

  /** A shell of this terminal, by its process; undefined where it cannot be seen, or has a terminal of its own. */
  judgedShell(pid: number, family: ShellFamily): JudgedProcess | undefined {
    const row = process.platform === 'linux' ? readProcessRow(pid) : undefined;
    if (row?.posixSession !== this.#pty.pid) return undefined;
    return {pid, processGroup: row.processGroup, graded: family === 'posix'};
  }

  integrate(request: IntegrationRequest, options?: {signal?: AbortSignal}): Promise<NestedShell> {
    return integrateNested(this, request, options?.signal);
  }

  async askLine(question: LineQuestion, options?: {signal?: AbortSignal}): Promise<string | null> {
    this.#openDescriptor();
    return (await this.#asker.ask(question, options?.signal))?.line ?? null;
  }

  conclude(verdict: Omit<VerdictEvent, 'type'>): void {
    this.#openDescriptor();
    this.journal.append({type: 'verdict', ...verdict});
  }

  resize(cols: number, rows: number): void {
    this.#openDescriptor();
    if (cols === this.#facts.cols && rows === this.#facts.rows) return;
    this.#facts = {...this.#facts, cols, rows};
    // Logged first: what the program prints in answer is printed at the new size.
    this.journal.append({type: 'resize', cols, rows});
    this.#pty.resize(cols, rows);
  }

  rename(name: string): void {
    this.#facts = {...this.#facts, name};
  }

  async signal(signal: SignalName, target: SignalTarget): Promise<boolean> {
    const foreground = readForegroundProcessGroup(this.#openDescriptor());
    if (target === 'session') return sendSignal(await processGroupsOfSession(this.#pty.pid), signal);
    if (target === 'program')
      return foreground !== null && foreground !== this.#shell && signalProgram(foreground, signal);
    return sendSignal([foreground ?? this.#pty.pid], signal);
  }

  async repair(bytes: Uint8Array, {saneTty}: {readonly saneTty: boolean}): Promise<void> {
    const descriptor = this.#openDescriptor();
    if (saneTty && this.#saneTermios) restoreTermios(descriptor, this.#saneTermios);
    if (bytes.length === 0) return;
    const tty = openSync(this.#pty.tty, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      // A tty stopped by ^S takes nothing; the repair is given up then.
      await new InputQueue(tty).write(bytes, AbortSignal.timeout(REPAIR_MS));
    } finally {
      closeSync(tty);
    }
  }

  async probe(): Promise<HostProbe> {
    this.#openDescriptor();
    const {tty} = this.#pty;
    const pendingInputBytes = this.#pty.input.pendingBytes;
    const probe = await probeTty({tty, shellPid: this.#shell, descriptor: () => this.#pty.fd});
    if (!probe) throw this.#endedError();
    // What a program printed before it was seen to wait is news before this is.
    this.#pty.drain();
    this.journal.settle();
    const {unreadBytes} = probe;
    return {
      ...probe,
      unreadBytes: unreadBytes === null ? null : unreadBytes + pendingInputBytes,
      pendingInputBytes,
      ...(this.#input.holdsLine && {holdsLine: true as const}),
    };
  }

  environment(): Readonly<Record<string, string>> {
    this.#openDescriptor();
    return environmentOf(this.#shell) ?? this.#start.program.env;
  }

  /** What was forked, until the shell is known. */
  get #shell(): number {
    return this.#shellPid ?? this.#pty.pid;
  }

  /** In a sandbox of bubblewrap it is a process of its own, which is there before the first byte is printed. */
  #meetShell(): void {
    const isBehindAnother = this.#facts.sandbox !== undefined && process.platform === 'linux';
    this.#shellPid = isBehindAnother ? shellInSandbox(this.#pty.pid) : this.#pty.pid;
    if (this.#shellPid !== undefined) this.#judgeMarks();
  }

  /** forkpty, and in a sandbox the shell itself, makes it the leader of its own process group. */
  #judgeMarks(): void {
    const {integration} = this.#facts;
    if (integration === 'none') return;
    const pid = this.#shell;
    const terminal: JudgedTerminal = {
      foreground: () => (this.#pty.fd === undefined ? null : readForegroundProcessGroup(this.#pty.fd)),
      isDrained: () => this.#pty.fd === undefined || !hasInput(this.#pty.fd),
      drain: () => this.#pty.drain(),
    };
    this.journal.judgeBy(terminal, {pid, processGroup: pid, graded: integration === 'graded'});
  }

  #endOfferAtFirstMark(): void {
    const {nonceOffer} = this.#start;
    if (!nonceOffer) return;
    const stop = this.journal.listen(notice => {
      if (notice.type !== 'closed' && !(notice.type === 'event' && notice.event.type === 'mark' && notice.event.proved))
        return;
      stop();
      nonceOffer[Symbol.dispose]();
    });
  }

  /** Hangs up, then kills. */
  async close(): Promise<void> {
    await hangUp(
      {pty: this.#pty, shellPid: this.#shell},
      {isAlive: () => this.#facts.alive, ended: this.#ended.promise},
    );
  }

  /** Of a session that has ended: what it started and what lives on, immune to hang-ups or in the background. */
  async killRemains(): Promise<void> {
    sendSignal(await processGroupsOfSession(this.#pty.pid), 'SIGKILL');
  }

  #openDescriptor(): number {
    const descriptor = this.#pty.fd;
    if (descriptor === undefined || !this.#facts.alive) throw this.#endedError();
    return descriptor;
  }

  #endedError(): CottyError {
    return new CottyError(
      'session_closed',
      `The session ${this.#facts.sessionId} (${basename(this.#start.program.file)}) has ended.`,
      'Read its output and exit status, then open a new session.',
    );
  }

  #exited(exit: Pick<ExitEvent, 'exitStatus' | 'signal'>): void {
    this.#facts = {...this.#facts, alive: false};
    this.#start.onEnd(this);
    this.commandFile[Symbol.dispose]();
    this.journal.end(exit);
    this.#ended.resolve();
  }
}

const MOST_SUBMITTED = 50;
const REPAIR_MS = 1000;
