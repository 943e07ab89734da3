/**
 * One terminal on test: an engine over one backend, one caller, and a session of one shell in a home of its own. Every
 * conformance case opens one or more and speaks to the tools, as agents do; what a case has to know beyond that it asks
 * the backend's driver. A further backend brings a driver, and the same cases run on it.
 */
import {mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {type Actor, type Clock, CottyError, isCottyError, type SandboxName} from '../../src/core/index.ts';
import {
  type Caller,
  Engine,
  type EngineDefaults,
  type EngineOptions,
  type Session,
  servicesOf,
} from '../../src/engine/index.ts';
import {hiddenFromSandboxes} from '../../src/guard/index.ts';
import {ScreenPool} from '../../src/screen/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {locate, needs, needsProgramOf, noteTerminal} from '../support/needs.ts';
import {isChosen} from './chosen-terminals.ts';
import type {BackendDriver, BackendName, ObservedProcess} from './drivers/driver.ts';
import {drivers} from './drivers/drivers.ts';
import {whatIsSeen} from './what-is-seen.ts';

export type ShellName = 'bash' | 'zsh' | 'fish' | 'dash' | 'tcsh';

/** POSIX shells that have only their prompt to say marks by; all but dash have a line editor of their own. */
export const posixShells = ['dash', 'mksh', 'ksh', 'busybox'] as const;

/** Shells with full integration: every case that applies to a shell runs on each. */
export const fullShells: readonly ShellName[] = ['bash', 'zsh', 'fish'];

/** Rows for `describe.each`: these shells on every backend, as far as they are run on it (`chosen-terminals.ts`). */
export function terminals<Shell extends ShellName>(
  shells: readonly Shell[],
): readonly {readonly backend: BackendName; readonly shell: Shell}[] {
  const rows = Object.values(drivers).flatMap(({backend}) => shells.map(shell => ({backend, shell})));
  return rows.filter(({backend}) => isChosen(backend));
}

export interface TestTerminalOptions {
  /** Files of the session's HOME, by path relative to it. */
  readonly home?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly cols?: number;
  readonly rows?: number;
  /** Size of the session's log at which its oldest part is dropped. */
  readonly maxLogBytes?: number;
  /** COTTY_HOME; default a folder that is removed afterwards. */
  readonly cottyHome?: string;
  readonly clock?: Clock;
  /** Sessions outlive the engine, in a process of their own. */
  readonly outlivesEngine?: boolean;
  readonly screens?: EngineOptions['screens'];
  readonly judge?: EngineOptions['judge'];
  /** What agents may do; without it nobody is judged, since most cases are about other things. */
  readonly guard?: EngineOptions['guard'];
  readonly abandonment?: EngineOptions['abandonment'];
  readonly maxSessions?: number;
  /** Runs in place of dash. */
  readonly posix?: (typeof posixShells)[number];
  /** Confined to a project of its own, in which it starts; what the product hides is hidden. */
  readonly sandbox?: SandboxName | undefined;
  readonly sandboxes?: EngineDefaults['sandbox'];
  /** Told what the folders are before the session is opened in them. */
  readonly prepare?: (place: {readonly home: string; readonly project: string}) => void;
}

/** An agent or a person. */
type Writer = Extract<Actor, {readonly name: string}>;

/** A result of a tool, as programs get it. */
export type Value = Readonly<Record<string, unknown>>;

interface Place {
  readonly driver: BackendDriver;
  readonly shell: ShellName;
  /** Holds the session's HOME and COTTY_HOME. */
  readonly folder: string;
}

export class TestTerminal implements AsyncDisposable {
  readonly engine: Engine;
  readonly caller: Caller;
  readonly sessionId: string;
  readonly cottyHome: string;
  readonly #place: Place;
  readonly #tools = selectTools(['terminal']);

  private constructor(engine: Engine, place: Place, sessionId: string, cottyHome: string) {
    noteTerminal(place.driver.backend, place.shell);
    this.engine = engine;
    this.caller = engine.caller('case', caseAgent);
    this.sessionId = sessionId;
    this.cottyHome = cottyHome;
    this.#place = place;
  }

  static async open(backend: BackendName, shell: ShellName, options: TestTerminalOptions = {}): Promise<TestTerminal> {
    needs(shell);
    const folder = makeCaseFolder(options.home);
    const home = homeIn(folder);
    const {
      clock,
      maxLogBytes,
      outlivesEngine,
      cottyHome = cottyHomeIn(folder),
      cols,
      rows,
      env,
      screens = sharedScreens,
      judge,
      guard,
      abandonment,
      maxSessions,
      sandbox,
      sandboxes = usualSandboxes,
      prepare,
      posix,
    } = options;
    if (posix) needs(posix);
    const project = projectIn(folder);
    if (sandbox) mkdirSync(project);
    prepare?.({home, project});
    const driver = drivers[backend];
    const source = await driver.connect({cottyHome, env: caseEnvironment(home), outlivesEngine, clock, maxLogBytes});
    const engine = new Engine({
      backends: [source],
      clock,
      screens,
      judge,
      guard,
      abandonment,
      defaults: {maxSessions, sandbox: sandboxes},
    });
    await engine.start();
    const made = await findTool(selectTools(['terminal']), 'manage_session').call(
      {
        action: 'create',
        backend,
        shell: posix === 'busybox' ? busyboxIn(folder) : (posix ?? shell),
        cwd: sandbox ? project : home,
        ...(sandbox && {sandbox}),
        ...(env && {env}),
        ...(cols && {cols}),
        ...(rows && {rows}),
      },
      {services: servicesOf(engine), caller: engine.caller('case', caseAgent), signal: new AbortController().signal},
    );
    return new TestTerminal(engine, {driver, shell, folder}, String(made.value.session_id), cottyHome);
  }

  /**
   * A new server over what lives already: `folder` is that of a terminal whose engine was in another process, or is gone.
   */
  static async adopt(backend: BackendName, shell: ShellName, folder: string, sessionId: string): Promise<TestTerminal> {
    const driver = drivers[backend];
    const cottyHome = cottyHomeIn(folder);
    const source = await driver.connect({cottyHome, env: caseEnvironment(homeIn(folder)), outlivesEngine: true});
    const engine = new Engine({backends: [source], screens: sharedScreens});
    await engine.start();
    return new TestTerminal(engine, {driver, shell, folder}, sessionId, cottyHome);
  }

  /** The same session as the next server sees it. The engine of this one goes on unless the case has ended it. */
  adoptedByNext(): Promise<TestTerminal> {
    const {driver, shell, folder} = this.#place;
    return TestTerminal.adopt(driver.backend, shell, folder, this.sessionId);
  }

  get session(): Session {
    return this.engine.session(this.sessionId);
  }

  /** Looks into the backend, and acts on it, where no tool does. */
  get driver(): BackendDriver {
    return this.#place.driver;
  }

  /** The session's HOME, in which its shell starts. */
  get home(): string {
    return homeIn(this.#place.folder);
  }

  /** What a sandboxed session may write, and starts in. */
  get project(): string {
    return projectIn(this.#place.folder);
  }

  /** A file in the session's HOME. */
  file(name: string): string {
    return join(this.home, name);
  }

  read(name: string): string {
    return readFileSync(this.file(name), 'utf8');
  }

  write(name: string, text: string | Uint8Array): void {
    writeFileSync(this.file(name), text);
  }

  /** The process whose id a program has written into a file of HOME. */
  processIn(name: string): ObservedProcess {
    return this.driver.processOf(this.read(name));
  }

  /** Calls a tool as an agent would; `actor` makes it another agent's call. */
  async call(
    tool: string,
    input: Record<string, unknown>,
    options: {actor?: Writer; signal?: AbortSignal} = {},
  ): Promise<Value> {
    const caller = options.actor ? this.engine.caller(JSON.stringify(options.actor), options.actor) : this.caller;
    const signal = options.signal ?? new AbortController().signal;
    const withSession =
      tool === 'manage_session' && input.action === 'list' ? input : {session_id: this.sessionId, ...input};
    try {
      const context = {services: servicesOf(this.engine), caller, signal};
      return (await findTool(this.#tools, tool).call(withSession, context)).value;
    } catch (error) {
      throw await this.#explained(error, withSession);
    }
  }

  /** No test wants a shell that never came to a prompt: it is told why, as far as anybody can see. */
  async #explained(error: unknown, {session_id}: {readonly session_id?: unknown}): Promise<unknown> {
    if (!isCottyError(error, 'session_busy') || !error.message.includes('did not come to a prompt in time'))
      return error;
    const seen = await whatIsSeen(this.engine.session(String(session_id)));
    return new CottyError(error.code, `${error.message} ${seen}`, error.hint);
  }

  run(command: string, input: Record<string, unknown> = {}): Promise<Value> {
    needsProgramOf(command);
    return this.call('run_command', {command, timeout: 40, ...input});
  }

  /** Output, exit code and state of a command: what most cases are about. */
  async outcome(command: string, input: Record<string, unknown> = {}): Promise<Value> {
    const {output, exit_code, state, via} = await this.run(command, input);
    return {output, exit_code, state, via};
  }

  /** What a list of sessions says of this one. */
  async state(): Promise<string> {
    const {sessions} = await this.call('manage_session', {action: 'list'});
    const rows = sessions as readonly Value[];
    return String(rows.find(row => row['session_id'] === this.sessionId)?.['state']);
  }

  /** The session is usable: a plain command gives its own output and code. */
  async proof(): Promise<Value> {
    return this.outcome('echo still-here');
  }

  /** Resolves when `look` is true of the session; no timer asks, every change of the session does. */
  async until(look: (session: Session) => boolean): Promise<void> {
    try {
      await this.session.waiters.until(() => (look(this.session) ? true : undefined), AbortSignal.timeout(PATIENCE_MS));
    } catch (error) {
      throw new Error(`What was waited for did not come: ${await whatIsSeen(this.session)}`, {cause: error});
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.engine.sessions().map(session => session.close().catch(() => undefined)));
    await this.engine[Symbol.asyncDispose]();
    this.driver.tidyUp(this.cottyHome);
    rmSync(this.#place.folder, {recursive: true, force: true, maxRetries: 5});
  }
}

/** Makes the folder that a terminal keeps everything in, with these files in its HOME. */
export function makeCaseFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-case-'));
  for (const [name, text] of Object.entries({...quietHome, ...files})) {
    const path = join(homeIn(folder), name);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text);
  }
  return folder;
}

/** What `proof` gives when all is well. */
export const stillHere: Value = {output: 'still-here', exit_code: 0, state: 'completed', via: 'mark'};

/** An ordinary completed command. */
export function completed(output: string, exitCode: number | null = 0): Value {
  return {output, exit_code: exitCode, state: 'completed', via: 'mark'};
}

/** For what should have come long ago, on a busy machine too: a case fails with the place it waited at, not by its own limit. */
const PATIENCE_MS = 40_000;

/** One thread draws for all terminals of a test file, as it does for all sessions of a server. */
const sharedScreens = new ScreenPool();

/** As the product has them when nobody configures anything. */
const usualSandboxes = {required: false, network: false, writable: [], hidden: hiddenFromSandboxes};

const caseAgent: Writer = {type: 'agent', name: 'case'};

/** A first fish reads every man page of the machine in the background, and a first zsh asks what to write into `.zshrc`. */
const quietHome: Readonly<Record<string, string>> = {
  '.local/share/fish/generated_completions/.keep': '',
  '.cache/fish/generated_completions/.keep': '',
  '.zshrc': '',
};

/** busybox is the shell whose name it is called by. */
function busyboxIn(folder: string): string {
  const link = join(folder, 'sh');
  symlinkSync(locate('busybox') ?? '', link);
  return link;
}

function homeIn(folder: string): string {
  return join(folder, 'home');
}

function projectIn(folder: string): string {
  return join(folder, 'project');
}

function cottyHomeIn(folder: string): string {
  return join(folder, 'cotty');
}

/** Nothing of the account, and nothing of the test run but where programs and temporary files are. */
function caseEnvironment(home: string): NodeJS.ProcessEnv {
  const {PATH, USER, SHELL} = process.env;
  return {HOME: home, PATH, USER, SHELL, LANG: 'C.UTF-8', TMPDIR: tmpdir()};
}
