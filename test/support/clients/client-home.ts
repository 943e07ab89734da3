import {spawn} from 'node:child_process';
import {mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {type Finished, finish} from '../cotty-process.ts';

/** The binary that a client is told to start. */
export const cotty = resolve(import.meta.dirname, '../../../bin/cotty');

/** A person's home with nothing in it, where a client is configured and run; cotty keeps its files in it as by default. */
export class ClientHome implements AsyncDisposable {
  readonly path: string;
  /** Where the client is started. */
  readonly work: string;
  readonly #env: NodeJS.ProcessEnv;

  static async make(env: NodeJS.ProcessEnv): Promise<ClientHome> {
    const home = new ClientHome(await mkdtemp(join(tmpdir(), 'cotty-client-')), env);
    await mkdir(home.work);
    return home;
  }

  private constructor(path: string, env: NodeJS.ProcessEnv) {
    this.path = path;
    this.work = join(path, 'work');
    const {PATH, LANG} = process.env;
    this.#env = {PATH, LANG, HOME: path, SHELL: '/bin/bash', TERM: 'dumb', ...env};
  }

  /** Runs a program to its end; throws what it said when it fails. */
  async run(file: string, ...argv: readonly string[]): Promise<Finished> {
    const child = spawn(file, argv, {env: this.#env, cwd: this.work});
    child.stdin.end();
    const finished = await finish(child);
    if (finished.exitCode === 0) return finished;
    throw new Error(`${file} ${argv.join(' ')} ended with ${finished.exitCode}:\n${finished.stdout}${finished.stderr}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run(cotty, 'server', 'stop', '--sessions');
    await rm(this.path, {recursive: true, force: true, maxRetries: 5});
  }
}
