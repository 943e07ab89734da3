/**
 * A second source of real terminals, with less to tell than a PTY of ours: bash behind script(1), of which only two pipes are held
 * here. Nobody can look at its tty or processes, set its size or send a signal. What it can tell besides its output is the test's
 * choice: news of a prompt monitor, or the end of each delivered command on a channel beside the terminal, both on descriptor 3.
 */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {linkTo, type WholeTerminal} from '../../src/backends/opening/link-to.ts';
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
  type LayoutPane,
  logCursor,
  type NestedShell,
  type PaneLayout,
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
import {GIVEN, type PipedOptions, PipedShell, PromptPlaces} from './piped-shell.ts';

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
    return linkTo(this.#link(new PipedShell(this.#options), false));
  }

  /** One window with one tab, in which every terminal has a pane. */
  readonly layout: PaneLayout = {
    windows: async () => [{id: 'w', title: 'piped', tabs: [{id: 't', title: 'piped', panes: this.#panes()}]}],
    profiles: async () => ['Default', 'Dark'],
    split: async (_sessionId, direction, {profile}) => {
      this.asked.push(`split ${direction} ${profile ?? '-'}`);
      return this.open();
    },
    focus: async sessionId => {
      this.asked.push(`focus ${sessionId}`);
    },
  };
  /** What was asked of the layout. */
  readonly asked: string[] = [];

  #panes(): readonly LayoutPane[] {
    return [...this.#links].map(({facts}, index) => ({
      id: `p${index}`,
      sessionId: facts.sessionId,
      isFocused: this.asked.at(-1) === `focus ${facts.sessionId}`,
      cols: facts.cols,
      rows: facts.rows,
    }));
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
    return linkTo(this.#link(shell, true));
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
  takesOnce: false,
  promptMonitor: false,
};

export class PipedLink implements WholeTerminal {
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
      waitsForInput: () => false,
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
    const {nextSeq, lines} = this.journal.position;
    return {seq: eventSeq(nextSeq), lines, runsCommand: false};
  }

  onNotice(listener: (notice: TerminalNotice) => void): Disposable {
    const stop = this.journal.listen(notice =>
      listener(notice.type === 'output' && notice.bytes ? {...notice, bytes: notice.bytes.slice()} : notice),
    );
    return {[Symbol.dispose]: stop};
  }

  async write(input: InputRequest): Promise<void> {
    if (input.bytes.length === 0) return;
    this.journal.appendInput(this.#input.event(input), input.bytes);
    this.shell.type(input.bytes);
  }

  async submit(command: CommandRequest): Promise<void> {
    const {commandId, commandLine, by, reader} = command;
    writeFileSync(join(this.#options.home, GIVEN), commandId);
    const nowhere = {path: '/nowhere', write: () => undefined};
    const {bytes} = deliverCommand({...command, file: {...nowhere, before: nowhere, evaluated: nowhere}});
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

  async askLine(): Promise<null> {
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

  async signal(): Promise<boolean> {
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

function unable(what: string): CottyError {
  return new CottyError('not_supported', `Nobody can ${what} this terminal.`, 'Use a session of another backend.');
}
