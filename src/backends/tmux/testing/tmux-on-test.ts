/** For the tests of this folder: a tmux server of their own, in a folder that goes with it. */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {endTmux} from '../../../../test/support/end-tmux.ts';
import {crashesByKeptPanes} from '../kept-panes.ts';
import {TmuxBackend, type TmuxBackendOptions} from '../tmux-backend.ts';
import {TmuxProgram} from '../tmux-program.ts';

export class TmuxOnTest implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'cotty-tmux-'));
  readonly home = join(this.folder, 'cotty');
  readonly socket = join(this.folder, 'sock');
  readonly env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: this.folder,
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    TMPDIR: tmpdir(),
  };
  readonly program = new TmuxProgram(this.env, {args: NO_CONFIGURATION, home: this.home});
  readonly #backends: TmuxBackend[] = [];

  /** As a person would: prints what tmux prints. */
  tmux(...words: readonly string[]): string {
    return this.tmuxAt(this.socket, ...words);
  }

  /** The same on a server at another socket, which the test ends itself. */
  tmuxAt(socket: string, ...words: readonly string[]): string {
    const env = {...this.env, TMUX: undefined};
    return execFileSync('tmux', ['-S', socket, ...NO_CONFIGURATION, ...words], {
      encoding: 'utf8',
      env,
      stdio: 'pipe',
    });
  }

  /** Starts the server, with a session of one pane that runs this; returns the pane's name. */
  start(...argv: readonly string[]): string {
    return this.tmux(
      'new-session',
      '-d',
      '-P',
      '-F',
      '#{pane_id}',
      '-x',
      '80',
      '-y',
      '24',
      '-c',
      this.folder,
      '--',
      'env',
      ...argv,
    ).trim();
  }

  /** As `tmux -V` tells it. */
  get version(): string {
    return this.tmux('-V').trim().replace('tmux ', '');
  }

  /** Whether cotty has this tmux keep a pane until it knows how its program ended. */
  get keepsPanes(): boolean {
    return !crashesByKeptPanes(this.version);
  }

  /** One of cotty's servers, of this COTTY_HOME. */
  backend(options: Partial<TmuxBackendOptions> = {}): TmuxBackend {
    const {home, env, socket} = this;
    const backend = new TmuxBackend({home, env, socket, args: NO_CONFIGURATION, ...options});
    this.#backends.push(backend);
    return backend;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const backend of this.#backends) await backend[Symbol.asyncDispose]();
    endTmux(this.socket);
    rmSync(this.folder, {recursive: true, force: true, maxRetries: 5});
  }
}

const NO_CONFIGURATION = ['-f', '/dev/null'];
