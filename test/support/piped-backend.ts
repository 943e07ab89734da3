/**
 * A second source of real terminals, with less to tell than a PTY of ours: bash behind script(1), of which only two pipes are held
 * here. Nobody can look at its tty or processes, set its size or send a signal. What it can tell besides its output is the test's
 * choice: news of a prompt monitor, or the end of each delivered command on a channel beside the terminal, both on descriptor 3.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {integrateNested} from '../../src/backends/recording/integrate-nested.ts';
import {LoggedInput} from '../../src/backends/recording/logged-input.ts';
import {createSessionDirectory, sessionDirectory} from '../../src/backends/recording/session-directory.ts';
import {SessionJournal} from '../../src/backends/recording/session-journal.ts';
import {deliverCommand} from '../../src/backends/shell/index.ts';
import {
  type Backend,
  type CommandRequest,
  CottyError,
  eventSeq,
  type ForeignTerminal,
  type InputRequest,
  type IntegrationRequest,
  type LogCursor,
  logCursor,
  type NestedShell,
  parseCommandId,
  parseSessionId,
  type SessionId,
  systemClock,
  type TerminalCapabilities,
  type TerminalFacts,
  type TerminalLink,
  type TerminalNotice,
  type TerminalStanding,
  uniqueId,
  type VerdictEvent,
} from '../../src/core/index.ts';
import {newNonce, SessionLogReader} from '../../src/log/index.ts';

export interface PipedOptions {
  /** COTTY_HOME. */
  readonly cottyHome: string;
  /** The shell's. */
  readonly home: string;
  /** What it tells of commands beside its output; default nothing. */
  readonly tells?: 'prompts' | 'signals';
  /** More for the shell's rc file. */
  readonly rc?: string;
}

/** Terminals that were there before anybody adopts them are made by {@link PipedBackend.startForeign}. */
export class PipedBackend implements Backend {
  readonly kind = 'iterm2';
  readonly #options: PipedOptions;
  readonly #foreign = new Map<string, PipedShell>();
  readonly #links = new Set<PipedLink>();

  constructor(options: PipedOptions) {
    this.#options = options;
  }

  /** A person's own terminal; returns its id. */
  startForeign(): string {
    const id = `w${this.#foreign.size}`;
    this.#foreign.set(id, new PipedShell(this.#options));
    return id;
  }

  /** What such a terminal has printed, to nobody of cotty's. */
  foreign(id: string): PipedShell {
    const shell = this.#foreign.get(id);
    if (!shell) throw new Error(`There is no foreign terminal ${id}.`);
    return shell;
  }

  async open(): Promise<TerminalLink> {
    return this.#link(new PipedShell(this.#options), false);
  }

  async resume(): Promise<readonly TerminalLink[]> {
    return [];
  }

  async discover(): Promise<readonly ForeignTerminal[]> {
    const adopted = new Set([...this.#links].filter(link => link.facts.alive).map(({shell}) => shell));
    return [...this.#foreign]
      .filter(([, shell]) => !adopted.has(shell))
      .map(([id]) => ({id, backend: this.kind, title: `terminal ${id}`, cwd: null, program: null}));
  }

  async adopt(id: string): Promise<TerminalLink> {
    const shell = this.#foreign.get(id);
    if (!shell) throw new CottyError('unknown_session', `There is no terminal ${id}.`, 'List them again.');
    return this.#link(shell, true);
  }

  async recall(): Promise<undefined> {
    return undefined;
  }

  async known(): Promise<readonly SessionId[]> {
    return [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const shells = new Set([...this.#foreign.values(), ...[...this.#links].map(({shell}) => shell)]);
    await Promise.all([...shells].map(shell => shell.end()));
  }

  #link(shell: PipedShell, isForeign: boolean): PipedLink {
    const link = new PipedLink(shell, this.#options, isForeign);
    this.#links.add(link);
    return link;
  }
}

/** bash on a terminal of script(1)'s. */
export class PipedShell {
  readonly #child: ChildProcess;
  readonly #output: Readable;
  readonly #input: Writable;
  readonly #news: Readable;

  constructor({home, tells, rc = ''}: PipedOptions) {
    const rcFile = join(home, `piped-${uniqueId(6)}.rc`);
    writeFileSync(rcFile, `${RC}\n${NEWS[tells ?? 'nothing']}\n${rc}\n`);
    const {PATH, TMPDIR} = process.env;
    this.#child = spawn('script', ['-qfec', `exec bash --rcfile ${rcFile} -i`, '/dev/null'], {
      cwd: home,
      env: {PATH, TMPDIR, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', SHELL: '/bin/bash'},
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    });
    const [input, output, , news] = this.#child.stdio;
    if (!input || !output || !news || !('read' in news) || !('read' in output)) throw new Error('A pipe is missing.');
    this.#input = input;
    this.#output = output;
    this.#news = news;
  }

  listen(
    onOutput: (bytes: Buffer) => void,
    onNews: (line: string) => void,
    onEnd: (code: number | null) => void,
  ): void {
    let rest = '';
    this.#output.on('data', onOutput);
    this.#news.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onNews(line.trimEnd());
    });
    this.#child.once('close', code => onEnd(code));
  }

  /** Nobody here hears it any more. */
  letGo(): void {
    this.#output.removeAllListeners('data').resume();
    this.#news.removeAllListeners('data').resume();
    this.#child.removeAllListeners('close');
  }

  /** Resolves with what is printed from now on, once that holds `text`. */
  async prints(text: string): Promise<string> {
    let printed = '';
    for await (const [bytes] of onData(this.#output)) {
      printed += bytes.toString('utf8');
      if (printed.includes(text)) break;
    }
    return printed;
  }

  type(bytes: Uint8Array): void {
    this.#input.write(bytes);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    // With script its tty is gone, which hangs up the shell.
    this.#child.kill('SIGKILL');
    await ended;
  }
}

async function* onData(stream: Readable): AsyncGenerator<[Buffer]> {
  for (;;) yield (await once(stream, 'data')) as [Buffer];
}

/** What stands at its prompt. */
const PROMPT = 'person@somewhere> ';
const RC = `PS1='${PROMPT}'; bind 'set enable-bracketed-paste off'`;

/** Numbers its prompts; the end of a command has the number of the prompt that it was typed at. */
const MONITOR = String.raw`
__prompt=0
PROMPT_COMMAND='printf "end %s %s\n" "$__prompt" "$?" >&3; __prompt=$((__prompt+1)); printf "prompt %s\n" "$__prompt" >&3'
PS0='$(printf "start %s %s\n" "$__prompt" "$(HISTTIMEFORMAT= history 1)" >&3)'`;

/** Whoever gives the shell a line leaves its id here; at the next prompt the shell says on its channel how that line ended. */
const GIVEN = '.given';
const SIGNALS = String.raw`
__prompt=0
PROMPT_COMMAND='__status=$?; __prompt=$((__prompt+1)); if [ -s ~/.given ]; then printf "done %s %s %s\n" "$__prompt" "$(cat ~/.given)" "$__status" >&3; : > ~/.given; fi'`;

const NEWS = {nothing: '', prompts: MONITOR, signals: SIGNALS} as const;

/** `start 3   12  make`: the prompt's number, the history's, the line. */
const STARTED = /^start (\d+)\s+\d+\s+(.*)$/;

const capabilities: TerminalCapabilities = {
  resize: false,
  signal: false,
  close: true,
  release: true,
  outlivesServer: false,
  processes: false,
  ttyModes: false,
  environment: false,
  dropInput: false,
  repair: false,
  promptMonitor: false,
};

export class PipedLink implements TerminalLink {
  readonly log: SessionLogReader;
  readonly shell: PipedShell;
  readonly capabilities: TerminalCapabilities;
  readonly journal: SessionJournal;
  readonly #options: PipedOptions;
  readonly #input: LoggedInput;
  readonly #news: string[] = [];
  readonly #places = new PromptPlaces();
  #facts: TerminalFacts;

  constructor(shell: PipedShell, options: PipedOptions, isForeign: boolean) {
    const {cottyHome, home, tells} = options;
    const sessionId = parseSessionId(`iterm:${uniqueId(10)}`);
    if (!sessionId || !createSessionDirectory(cottyHome, sessionId)) throw new Error('This id is no id.');
    const directory = sessionDirectory(cottyHome, sessionId).log;
    this.#options = options;
    this.shell = shell;
    this.capabilities = {...capabilities, release: isForeign, promptMonitor: tells === 'prompts'};
    const journalOptions = {directory, nonce: newNonce(), eventKey: uniqueId(20), clock: systemClock};
    this.journal = new SessionJournal({...journalOptions, segmentBytes: undefined, maxBytes: undefined});
    const opened = {
      sessionId,
      name: 'piped',
      argv: ['bash'],
      pid: null,
      tty: null,
      cols: 80,
      rows: 24,
      cwd: home,
      shellFamily: 'bash',
      integration: 'none',
    } as const;
    this.#facts = {...opened, backend: 'iterm2', alive: true};
    this.journal.append({type: 'open', ...opened});
    if (isForeign) this.journal.goOnBehindGap(null);
    this.log = SessionLogReader.open(directory, {follows: true});
    this.#input = new LoggedInput({
      journal: this.journal,
      facts: this.#facts,
      ttyMode: () => undefined,
      shellInForeground: () => null,
    });
    this.journal.listen(notice => {
      if (notice.type === 'output') this.log.advanceTo(logCursor(notice.offset + notice.length));
    });
    shell.listen(
      bytes => {
        this.#places.push(bytes);
        this.journal.appendOutput(bytes);
        this.#tellNews();
      },
      line => {
        this.#news.push(line);
        this.#tellNews();
      },
      exitStatus => this.#ended(exitStatus),
    );
  }

  get facts(): TerminalFacts {
    return this.#facts;
  }

  get standing(): TerminalStanding {
    return {seq: eventSeq(this.journal.position.nextSeq), runsCommand: false};
  }

  onNotice(listener: (notice: TerminalNotice) => void): Disposable {
    const stop = this.journal.listen(notice =>
      listener(notice.type === 'output' && notice.bytes ? {...notice, bytes: notice.bytes.slice()} : notice),
    );
    return {[Symbol.dispose]: stop};
  }

  async write(input: InputRequest): Promise<void> {
    this.journal.appendInput(this.#input.event(input), input.bytes);
    this.shell.type(input.bytes);
  }

  async submit(command: CommandRequest): Promise<void> {
    const {commandId, commandLine, by, reader} = command;
    writeFileSync(join(this.#options.home, GIVEN), commandId);
    const {bytes} = deliverCommand({...command, file: {path: '/nowhere', write: () => undefined}});
    const {lines} = this.journal.position;
    this.journal.appendCommand(
      {type: 'command', commandId, commandLine, by, lines, ...(reader ? {reader} : {})},
      this.#input.event({by, kind: 'command', bytes}),
      command.integrated,
    );
    this.shell.type(bytes);
  }

  integrate(request: IntegrationRequest, options?: {signal?: AbortSignal}): Promise<NestedShell> {
    return integrateNested(this, request, options?.signal);
  }

  judgedShell(): undefined {
    return undefined;
  }

  async askLine(): Promise<string | null> {
    return null;
  }

  async restoreLine(): Promise<void> {}

  async conclude(verdict: Omit<VerdictEvent, 'type'>): Promise<void> {
    this.journal.append({type: 'verdict', ...verdict});
  }

  async rename(name: string): Promise<void> {
    this.#facts = {...this.#facts, name};
  }

  async probe(): Promise<null> {
    this.journal.settle();
    return null;
  }

  async runsPrograms(): Promise<null> {
    return null;
  }

  async environment(): Promise<null> {
    return null;
  }

  async resize(): Promise<void> {
    throw unable('set the size of');
  }

  async signal(): Promise<void> {
    throw unable('send signals to');
  }

  async dropInput(): Promise<number> {
    throw unable('take input back from');
  }

  async repair(): Promise<void> {
    throw unable('write to the program side of');
  }

  async close(): Promise<void> {
    await this.shell.end();
  }

  async release(): Promise<void> {
    if (!this.capabilities.release) throw unable('let go of');
    this.shell.letGo();
    this.#ended(null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.log[Symbol.asyncDispose]();
  }

  /** News come by another pipe than the output, and wait for what was printed before them. */
  #tellNews(): void {
    for (let line = this.#news[0]; line !== undefined && this.#heard(line); line = this.#news[0]) this.#news.shift();
  }

  /** False while what it speaks of is not printed yet. */
  #heard(line: string): boolean {
    const [word, number, id = '', status] = line.split(' ');
    const at = this.#places.prompt(Number(number) + (word === 'end' ? 1 : 0));
    const {lines} = this.journal.position;
    const prompt = {
      type: 'prompt',
      promptId: `p${number}`,
      exitStatus: null,
      commandLine: null,
      cwd: null,
      lines,
    } as const;
    const [, , commandLine = null] = STARTED.exec(line) ?? [];
    const begins = word === 'start' ? this.#places.lineAfter(Number(number)) : at;
    if (at === undefined || begins === undefined) return false;
    if (word === 'start') this.journal.appendAt(begins, {...prompt, kind: 'commandStart', commandLine});
    else if (word === 'prompt') this.journal.append({...prompt, kind: 'prompt'});
    else if (word === 'end') this.journal.appendAt(at, {...prompt, kind: 'commandEnd', exitStatus: Number(id)});
    const commandId = word === 'done' ? parseCommandId(id) : undefined;
    if (commandId) this.journal.appendAt(at, {type: 'signal', commandId, exitStatus: Number(status), lines});
    return true;
  }

  #ended(exitStatus: number | null): void {
    if (!this.#facts.alive) return;
    this.#facts = {...this.#facts, alive: false};
    this.journal.end({exitStatus, signal: null});
  }
}

/** Where in the output prompts stand, and the lines behind those that something was typed at. */
class PromptPlaces {
  #text = '';
  readonly #prompts: number[] = [];

  push(bytes: Uint8Array): void {
    const from = Math.max(0, this.#text.length - PROMPT.length + 1);
    this.#text += Buffer.from(bytes).toString('latin1');
    for (let at = this.#text.indexOf(PROMPT, from); at >= 0; at = this.#text.indexOf(PROMPT, at + 1))
      this.#prompts.push(at);
  }

  /** The first has the number 1; undefined while it is not printed. */
  prompt(number: number): LogCursor | undefined {
    const at = this.#prompts[number - 1];
    return at === undefined ? undefined : logCursor(at);
  }

  lineAfter(number: number): LogCursor | undefined {
    const end = this.#text.indexOf('\n', this.#prompts[number - 1] ?? this.#text.length);
    return end < 0 ? undefined : logCursor(end + 1);
  }
}

function unable(what: string): CottyError {
  return new CottyError('not_supported', `Nobody can ${what} this terminal.`, 'Use a session of another backend.');
}
