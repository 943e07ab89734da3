import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {
  connectHost,
  createPtyBackend,
  Host,
  type HostApi,
  Iterm2Backend,
  startHost,
  TmuxBackend,
} from '../backends/index.ts';
import type {BackendKind, BackendSource} from '../core/index.ts';
import {Engine, type EngineOptions} from '../engine/index.ts';
import {openPseudoTerminalHost} from '../pseudoterm/index.ts';
import {HeadlessBrowser} from './browser/browser-pictures.ts';
import {CleanUp} from './clean-up.ts';
import type {Config} from './config-schema.ts';
import {keepFilesIn} from './kept-files.ts';
import {sandboxSettings} from './sandbox-settings.ts';
import {unaskedMemory} from './unasked-memory.ts';

export interface ComposeOptions {
  readonly config: Config;
  /** `process`: sessions belong to the host of this home and outlive us. `ephemeral`: they end with us, without a trace. */
  readonly host: {readonly type: 'process'; readonly home: string} | {readonly type: 'ephemeral'};
  /** What programs' environments start from; default our own. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** What agents may do; default: what holds when nobody configures anything. */
  readonly guard?: EngineOptions['guard'];
  /** Masks what is secret in all that tools tell; default: nothing. */
  readonly secrets?: EngineOptions['secrets'];
  readonly onUnadopted?: EngineOptions['onUnadopted'];
  readonly onBackendFailed?: EngineOptions['onBackendFailed'];
}

export interface ComposedEngine extends AsyncDisposable {
  readonly engine: Engine;
  /** Process that owns the terminals; our own when they live here. */
  hostPid(): Promise<number | null>;
}

/** Puts backends and engine together and takes over the sessions that are alive. */
export async function composeEngine(options: ComposeOptions): Promise<ComposedEngine> {
  const {config, host, env, onUnadopted, onBackendFailed} = options;
  await using cleanUp = new CleanUp();
  const home = host.type === 'process' ? host.home : await temporaryHome(cleanUp);
  const maxLogBytes = config.session.log_max_mb * 1024 * 1024;
  const start = (): Promise<HostApi> => startHost({home, env, maxLogBytes});
  const isProcess = host.type === 'process';
  const pty: BackendSource = {
    kind: 'pty',
    start: async () => {
      const api = isProcess ? await start() : new Host({home, env, maxLogBytes, killsRemains: true});
      return createPtyBackend({home, host: api, renewHost: isProcess ? start : undefined});
    },
  };
  const {session, backends} = config;
  const tmux: BackendSource = {
    kind: 'tmux',
    start: async () =>
      new TmuxBackend({
        home,
        env: env ?? process.env,
        socket: backends.tmux_socket ?? undefined,
        maxLogBytes,
        showsState: backends.tmux_status,
      }),
  };
  const iterm2: BackendSource = {
    kind: 'iterm2',
    start: async () => new Iterm2Backend({home, env: env ?? process.env, maxLogBytes, shows: backends.iterm2_shows}),
  };
  // Ephemeral sessions end with us: a pane would stay.
  const sources = isProcess ? inOrder([iterm2, tmux, pty], backends.order) : [pty];
  const engine = new Engine({
    backends: sources,
    backendsAskedFor: sources.map(({kind}) => kind).filter(kind => isProcess && !backends.order.includes(kind)),
    guard: options.guard,
    secrets: options.secrets,
    onUnadopted,
    browser: new HeadlessBrowser({home, env: env ?? process.env}),
    // Ephemeral sessions end with their one client anyway.
    abandonment:
      host.type === 'process'
        ? {afterMs: session.abandoned_minutes * 60_000, memory: unaskedMemory(join(home, 'sessions'))}
        : undefined,
    keepFile: keepFilesIn(join(home, 'artifacts', 'screenshots')),
    onBackendFailed,
    pseudoTerminal: () => openPseudoTerminalHost({home}),
    defaults: {
      timeoutMs: session.default_timeout * 1000,
      readLines: session.default_read_lines,
      maxSessions: session.max_sessions,
      shell: session.shell ?? undefined,
      sharedSize: session.size,
      sandbox: sandboxSettings(config, env ?? process.env),
      environment: {base: env ?? process.env, remove: session.env_remove, add: session.env},
    },
  });
  cleanUp.use(engine);
  await engine.start();
  const owned = cleanUp.move();
  return {
    engine,
    hostPid: async () => (isProcess ? await pidOfHost(home) : process.pid),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Those that `order` leaves out come last: sessions that live on them are to be found all the same. */
function inOrder(sources: readonly BackendSource[], order: readonly BackendKind[]): readonly BackendSource[] {
  const place = ({kind}: BackendSource): number => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return sources.toSorted((one, other) => place(one) - place(other));
}

async function temporaryHome(cleanUp: CleanUp): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'cotty-'));
  cleanUp.defer(() => rm(home, {recursive: true, force: true, maxRetries: 3}));
  return home;
}

async function pidOfHost(home: string): Promise<number | null> {
  const connection = await connectHost(home).catch(() => null);
  if (!connection) return null;
  if (connection.type === 'connected') await connection.host[Symbol.asyncDispose]();
  return connection.type === 'absent' ? null : connection.hello.pid;
}
