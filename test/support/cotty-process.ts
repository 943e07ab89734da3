/** The real binary, in a COTTY_HOME of its own. */
import {type ChildProcessWithoutNullStreams, type SpawnOptionsWithoutStdio, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {locateHome, stopServer} from '../../src/app/index.ts';
import {dispatch} from '../../src/cli/argv/dispatch.ts';
import {createOutput} from '../../src/cli/argv/output.ts';
import {RecordedProcess} from './processes.ts';

const binary = resolve(import.meta.dirname, '../../bin/cotty');

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home whose server, host and sessions end with it. */
export class TestHome implements AsyncDisposable {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #command: readonly [string, ...string[]];

  /** The command starts cotty; by default the launcher does. */
  static async make(
    env: NodeJS.ProcessEnv = {},
    command: readonly [string, ...string[]] = [binary],
  ): Promise<TestHome> {
    return new TestHome(await mkdtemp(join(tmpdir(), 'cotty-test-')), env, command);
  }

  private constructor(path: string, env: NodeJS.ProcessEnv, command: readonly [string, ...string[]]) {
    this.path = path;
    this.#command = command;
    const {COTTY_SESSION: _, COTTY_AGENT: _agent, COTTY_EVENT_KEY: _key, COTTY_CONFIG: _config, ...outer} = process.env;
    // Most tests are about other things than the policy: nothing is asked of what their agents run.
    this.env = {...outer, COTTY_HOME: path, COTTY_SECURITY_MODE: 'permissive', ...env};
  }

  start(...argv: readonly string[]): ChildProcessWithoutNullStreams {
    return this.startWith({}, ...argv);
  }

  /** With more in its environment. */
  startWith(env: NodeJS.ProcessEnv, ...argv: readonly string[]): ChildProcessWithoutNullStreams {
    return this.#spawn(argv, {env: {...this.env, ...env}, cwd: this.path});
  }

  /** By somebody who stands in that folder. */
  startIn(cwd: string, ...argv: readonly string[]): ChildProcessWithoutNullStreams {
    return this.#spawn(argv, {env: this.env, cwd});
  }

  #spawn(argv: readonly string[], options: SpawnOptionsWithoutStdio): ChildProcessWithoutNullStreams {
    const [file, ...words] = this.#command;
    return spawn(file, [...words, ...argv], options);
  }

  /** The same for a shell to read. */
  commandLine(...argv: readonly string[]): string {
    return [...this.#command, ...argv].map(word => `'${word}'`).join(' ');
  }

  /** Runs to its end. */
  async run(...argv: readonly string[]): Promise<Finished> {
    const child = this.start(...argv);
    child.stdin.end();
    return await finish(child);
  }

  /**
   * The same by the verb's own code in this process, for steps that a test is not about: a process for each takes more than all else in
   * many a test. Where it matters who calls, from which folder, or what the program leaves behind, call `run`.
   */
  async verb(...argv: readonly string[]): Promise<Finished> {
    // A server has the environment of whoever starts it.
    if (!(await this.#isServed())) return this.run(...argv);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const into = (pieces: Buffer[]) => ({
      write(text: string | Uint8Array) {
        pieces.push(typeof text === 'string' ? Buffer.from(text) : Buffer.from(text));
        return true;
      },
    });
    const output = createOutput(into(stdout), () => into(stderr), this.env);
    const opens = argv[0] === 'new' && !argv.some(word => /^--(?:cwd|recover)\b/.test(word));
    const exitCode = await dispatch(opens ? [...argv, '--cwd', this.path] : argv, this.env, output);
    return {exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString()};
  }

  async #isServed(): Promise<boolean> {
    try {
      process.kill(Number(await readFile(locateHome(this.env).serverPidFile, 'utf8')), 0);
      return true;
    } catch {
      return false;
    }
  }

  /** The typed value of a verb, by its own code in this process. */
  async value(verb: string, ...argv: readonly string[]): Promise<Record<string, unknown>> {
    return valueIn(await this.verb(verb, '--json', ...argv), verb, argv);
  }

  /** The typed value of a verb. */
  async json(verb: string, ...argv: readonly string[]): Promise<Record<string, unknown>> {
    return valueIn(await this.run(verb, '--json', ...argv), verb, argv);
  }

  async serverPid(): Promise<number> {
    return Number(await readFile(join(this.path, 'run/server.pid'), 'utf8'));
  }

  /** The server that runs now. */
  async server(): Promise<RecordedProcess> {
    return RecordedProcess.of(await this.serverPid());
  }

  /** Ends the server without a chance to say anything. Resolves with what it was when it is gone. */
  async killServer(): Promise<RecordedProcess> {
    const server = await this.server();
    server.signal('SIGKILL');
    await server.ended();
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What `server stop --sessions` does, without a process for it: most of what a short test would take is spent on that one.
    await stopServer(locateHome(this.env), {sessions: true}).catch(() => this.run('server', 'stop', '--sessions'));
    await rm(this.path, {recursive: true, force: true, maxRetries: 5});
  }
}

function valueIn({stdout, stderr}: Finished, verb: string, argv: readonly string[]): Record<string, unknown> {
  if (stdout === '') throw new Error(`cotty ${verb} ${argv.join(' ')} said nothing: ${stderr}`);
  return JSON.parse(stdout);
}

export async function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
  const [exitCode] = await once(child, 'close');
  return {exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString()};
}
