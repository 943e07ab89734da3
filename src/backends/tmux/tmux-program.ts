import {execFile} from 'node:child_process';
import {delimiter, isAbsolute, join} from 'node:path';
import {promisify} from 'node:util';
import {CottyError, withoutOwnSecrets} from '../../core/index.ts';
import {isExecutable} from '../system/is-executable.ts';
import {requireDescriptors} from '../system/require-descriptors.ts';
import {ClientRecords} from './client-records.ts';
import {ControlClient, type ControlClientOptions} from './control-client.ts';
import {isBefore32, isTooOld, OLDEST_TMUX} from './tmux-version.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface TmuxLimits {
  /** Output that is older than this is given up by tmux, which would else keep all of it. */
  readonly pauseAfterS: number;
  /** A server that says nothing for so long, though it was asked, does not answer. */
  readonly mostSilentMs: number;
}

/** The tmux of this machine: what starts its clients. Arguments go to it as they are, never through a shell. */
export class TmuxProgram {
  /** Of its clients; undefined for who attaches none. */
  readonly records: ClientRecords | undefined;
  readonly #env: Environment;
  /** More arguments in front of each command, e.g. `-f FILE` for a server that is started. */
  readonly #args: readonly string[];
  readonly #limits: TmuxLimits;
  #path: string | undefined;
  #version: Promise<string> | null = null;

  constructor(
    env: Environment,
    {
      args = [],
      limits,
      home,
    }: {args?: readonly string[] | undefined; limits?: Partial<TmuxLimits> | undefined; home?: string} = {},
  ) {
    this.records = home === undefined ? undefined : new ClientRecords(home);
    this.#limits = {...USUAL_LIMITS, ...limits};
    this.#env = {...withoutOwnSecrets(env), TMUX: undefined, TMUX_PANE: undefined};
    this.#args = args;
  }

  /** Null where none is installed. */
  get path(): string | null {
    this.#path ??= (this.#env.PATH ?? '/usr/local/bin:/usr/bin:/bin')
      .split(delimiter)
      .filter(isAbsolute)
      .map(folder => join(folder, 'tmux'))
      .find(isExecutable);
    return this.#path ?? null;
  }

  /** E.g. `3.3a`; of one built from development sources, `next-3.6`. Errors: `not_supported` where none is installed. */
  version(): Promise<string> {
    this.#version ??= this.#askVersion().catch(error => {
      this.#version = null;
      throw error;
    });
    return this.#version;
  }

  /** False too where none is installed. */
  async isNewEnough(): Promise<boolean> {
    return this.path !== null && !isTooOld(await this.version());
  }

  /** Error: `not_supported`. */
  async requireNewEnough(): Promise<void> {
    const version = await this.version();
    if (isTooOld(version))
      throw new CottyError(
        'not_supported',
        `tmux ${version} is too old: sessions in its panes need tmux ${OLDEST_TMUX} or newer.`,
        'Install a newer tmux and restart its server, or use backend=pty.',
      );
  }

  /** Runs one command by a client of its own; resolves to what it prints. Errors: `server_unavailable` when no server is there, `not_supported`. */
  async run(socket: string, words: readonly string[]): Promise<readonly string[]> {
    const path = this.#required();
    requireDescriptors();
    try {
      const {stdout} = await promisify(execFile)(path, ['-u', '-S', socket, ...this.#args, ...words], {
        env: this.#env,
        maxBuffer: MOST_PRINTED_BYTES,
        timeout: this.#limits.mostSilentMs,
        // Ended by another one it says that all went well.
        killSignal: 'SIGKILL',
      });
      return stdout === '' ? [] : stdout.replace(/\n$/, '').split('\n');
    } catch (error) {
      throw failure(socket, error);
    }
  }

  /** A client in control mode, attached to a session. */
  attach(
    socket: string,
    session: string,
    {version, listener, onEnd}: Pick<ControlClientOptions, 'listener' | 'onEnd'> & {readonly version: string},
  ): ControlClient {
    // A client in control mode that has told no size decides none, on tmux 3.0 and 3.1 too (tmux resize.c, `ignore_client_size`).
    const flags = isBefore32(version) ? [] : ['-f', `ignore-size,pause-after=${this.#limits.pauseAfterS}`];
    // -E: the session's environment stays as it is.
    const attach = ['attach-session', '-E', ...flags, '-t', session];
    return new ControlClient({
      tmux: this.#required(),
      args: ['-u', '-S', socket, '-C', ...attach],
      env: this.#env,
      mostSilentMs: this.#limits.mostSilentMs,
      records: this.records,
      listener,
      onEnd,
    });
  }

  async #askVersion(): Promise<string> {
    const path = this.#required();
    requireDescriptors();
    const {stdout} = await promisify(execFile)(path, ['-V']);
    return stdout.trim().replace(/^tmux /, '');
  }

  #required(): string {
    if (this.path !== null) return this.path;
    throw new CottyError(
      'not_supported',
      'tmux is not installed.',
      `Install tmux ${OLDEST_TMUX} or newer, or use backend=pty.`,
    );
  }
}

const USUAL_LIMITS: TmuxLimits = {pauseAfterS: 60, mostSilentMs: 10_000};
const MOST_PRINTED_BYTES = 16 * 1024 * 1024;

function failure(socket: string, error: unknown): CottyError {
  if (error instanceof Error && 'killed' in error && error.killed)
    return new CottyError(
      'server_unavailable',
      `The tmux server at ${socket} does not answer.`,
      'Try again later, or look at tmux itself.',
      {cause: error},
    );
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
  if (/no server running|error connecting|server exited|lost server/.test(said) || said === '')
    return new CottyError(
      'server_unavailable',
      `No tmux server answers at ${socket}.`,
      'Start tmux, or use backend=pty.',
      {cause: error},
    );
  return new CottyError('not_supported', `tmux refuses: ${said}`, 'Look at tmux itself.', {cause: error});
}
