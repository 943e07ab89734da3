/**
 * What every conformance case runs on: an engine over one backend, one caller, one session of one shell in a home of
 * its own. Cases speak to the tools, as agents do. A later backend brings its own `Stand` and runs the same cases.
 */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {createPtyBackend, Host, startHost} from '../../src/backends/index.ts';
import type {Actor, Clock} from '../../src/core/index.ts';
import {type Caller, Engine, type EngineOptions, type Session} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {needs, needsProgramOf} from '../support/needs.ts';

export type ShellName = 'bash' | 'zsh' | 'fish' | 'dash' | 'tcsh';

/** Shells with full integration: every case that applies to a shell runs on each. */
export const fullShells: readonly ShellName[] = ['bash', 'zsh', 'fish'];

export interface StandOptions {
  readonly shell: ShellName;
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
  /** A host process instead of one in here: sessions outlive the engine. */
  readonly hostProcess?: boolean;
  readonly screens?: EngineOptions['screens'];
}

/** A result of a tool, as programs get it. */
export type Value = Readonly<Record<string, unknown>>;

export class Stand implements AsyncDisposable {
  readonly engine: Engine;
  readonly caller: Caller;
  readonly home: string;
  readonly sessionId: string;
  readonly #tools = selectTools(['terminal']);

  private constructor(engine: Engine, home: string, caller: Caller, sessionId: string) {
    this.engine = engine;
    this.home = home;
    this.caller = caller;
    this.sessionId = sessionId;
  }

  static async open(options: StandOptions): Promise<Stand> {
    needs(options.shell);
    const root = mkdtempSync(join(tmpdir(), 'cotty-case-'));
    const home = join(root, 'home');
    mkdirSync(home);
    for (const [path, text] of Object.entries({...quietHome, ...options.home})) {
      mkdirSync(dirname(join(home, path)), {recursive: true});
      writeFileSync(join(home, path), text);
    }
    const {clock, maxLogBytes, cottyHome = join(root, 'cotty')} = options;
    const env = caseEnvironment(home);
    const host = options.hostProcess
      ? await startHost({home: cottyHome, env, idleMs: 500})
      : new Host({home: cottyHome, env, maxLogBytes, clock});
    const engine = new Engine({
      backends: [createPtyBackend({home: cottyHome, host})],
      clock,
      screens: options.screens,
    });
    await engine.start();
    const caller = engine.caller('case', {type: 'agent', name: 'case'});
    const made = await findTool(selectTools(['terminal']), 'manage_session').call(
      {
        action: 'create',
        shell: options.shell,
        cwd: home,
        ...(options.env ? {env: options.env} : {}),
        ...(options.cols ? {cols: options.cols} : {}),
        ...(options.rows ? {rows: options.rows} : {}),
      },
      {engine, caller, signal: new AbortController().signal},
    );
    return new Stand(engine, root, caller, String(made.value['session_id']));
  }

  /** A new server over a host process that lives already, and one of its sessions. `home` is the folder of an earlier stand. */
  static async adopt(home: string, sessionId: string): Promise<Stand> {
    const cottyHome = join(home, 'cotty');
    const host = await startHost({home: cottyHome, env: caseEnvironment(join(home, 'home')), idleMs: 500});
    const engine = new Engine({backends: [createPtyBackend({home: cottyHome, host})]});
    await engine.start();
    return new Stand(engine, home, engine.caller('case', {type: 'agent', name: 'case'}), sessionId);
  }

  get session(): Session {
    return this.engine.session(this.sessionId);
  }

  /** Calls a tool as an agent would; `actor` makes it another agent's call. */
  async call(
    tool: string,
    input: Record<string, unknown>,
    options: {actor?: Actor; signal?: AbortSignal} = {},
  ): Promise<Value> {
    const caller = options.actor ? this.engine.caller(JSON.stringify(options.actor), options.actor) : this.caller;
    const signal = options.signal ?? new AbortController().signal;
    const withSession =
      tool === 'manage_session' && input['action'] === 'list' ? input : {session_id: this.sessionId, ...input};
    const outcome = await findTool(this.#tools, tool).call(withSession, {engine: this.engine, caller, signal});
    return outcome.value;
  }

  run(command: string, input: Record<string, unknown> = {}): Promise<Value> {
    needsProgramOf(command);
    return this.call('run_command', {command, timeout: 20, ...input});
  }

  /** Output, exit code and state of a command: what most cases are about. */
  async outcome(command: string, input: Record<string, unknown> = {}): Promise<Value> {
    const {output, exit_code, state, via} = await this.run(command, input);
    return {output, exit_code, state, via};
  }

  /** The session is usable: a plain command gives its own output and code. */
  async proof(): Promise<Value> {
    return this.outcome('echo still-here');
  }

  /** Resolves when `look` is true of the session; no timer asks, every change of the session does. */
  async until(look: (session: Session) => boolean, withinMs = 15_000): Promise<void> {
    await this.session.waiters.until(() => (look(this.session) ? true : undefined), AbortSignal.timeout(withinMs));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.engine.sessions().map(session => session.close().catch(() => undefined)));
    await this.engine[Symbol.asyncDispose]();
    rmSync(this.home, {recursive: true, force: true, maxRetries: 5});
  }
}

/** What `proof` gives when all is well. */
export const stillHere: Value = {output: 'still-here', exit_code: 0, state: 'completed', via: 'mark'};

/** An ordinary completed command. */
export function completed(output: string, exitCode: number | null = 0): Value {
  return {output, exit_code: exitCode, state: 'completed', via: 'mark'};
}

/** Without its own folder of completions a first fish reads every man page of the machine in the background. */
const quietHome: Readonly<Record<string, string>> = {'.local/share/fish/generated_completions/.keep': ''};

function caseEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    HOME: home,
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    USER: process.env['USER'] ?? 'root',
    SHELL: '/bin/bash',
    TMPDIR: tmpdir(),
  };
}
