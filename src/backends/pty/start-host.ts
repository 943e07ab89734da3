import {spawn} from 'node:child_process';
import {closeSync, constants} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {asCottyError, CottyError, type ErrorShape, withoutOwnSecrets} from '../../core/index.ts';
import {openPrivateFile} from '../../private/index.ts';
import {connectHost, type HostClient, type HostConnection, retireHost} from './host-client.ts';
import {packageVersion} from './package-version.ts';
import {useRunDirectory} from './run-directory.ts';
import {startLockReleased, takeStartLock} from './start-lock.ts';

export interface StartHostOptions {
  /** COTTY_HOME. */
  readonly home: string;
  /** How long the host stays without sessions and clients. Default 10 000. */
  readonly idleMs?: number | undefined;
  /** Size of one session's log at which its oldest part is dropped, in a host that is started now. */
  readonly maxLogBytes?: number | undefined;
  /** Environment of the host, from which programs' environments start. Default our own. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Connects to the host of `home`; starts one when there is none, and replaces an idle one of another version. A busy one of
 * another version is used as long as it speaks our protocol.
 * Errors: `version_mismatch`, `server_unavailable`, `home_unwritable`, `cancelled`.
 */
export async function startHost(options: StartHostOptions): Promise<HostClient> {
  const {home, signal} = options;
  const run = useRunDirectory(home);
  const deadlineMs = performance.now() + START_MS;
  for (;;) {
    signal?.throwIfAborted();
    const host = await useHost(home, await connectHost(home));
    if (host) return host;
    if (performance.now() > deadlineMs) throw unavailable(`no host answered within ${START_MS / 1000} s`);
    const lockPath = join(run, 'host.starting');
    const lock = takeStartLock(lockPath);
    if (!lock) {
      await startLockReleased(lockPath);
      continue;
    }
    using _ = lock;
    // Somebody may have finished starting one since we looked.
    const present = await useHost(home, await connectHost(home));
    if (present) return present;
    await launch(options, run);
  }
}

/** Longest wait for a host, ours or one that somebody else is starting. */
const START_MS = 15_000;

/** Undefined when a host must be started. */
async function useHost(home: string, connection: HostConnection): Promise<HostClient | undefined> {
  switch (connection.type) {
    case 'absent':
      return undefined;
    case 'connected': {
      const {host, hello} = connection;
      if (hello.packageVersion === packageVersion() || hello.sessions > 0) return host;
      await host[Symbol.asyncDispose]();
      await retireHost(home);
      return undefined;
    }
    case 'mismatch': {
      const {packageVersion: version, sessions} = connection.hello;
      if (sessions > 0)
        throw new CottyError(
          'version_mismatch',
          `${sessions} sessions belong to cotty ${version}, which this version (${packageVersion()}) cannot speak to.`,
          `Close them with cotty ${version}, or use that version until they end.`,
        );
      await retireHost(home);
      return undefined;
    }
    default:
      return connection satisfies never;
  }
}

/** Starts a host that outlives us and waits until it listens (or finds another one listening). */
async function launch({home, idleMs, maxLogBytes, env, signal}: StartHostOptions, run: string): Promise<void> {
  const entry = fileURLToPath(new URL('./host/main.ts', import.meta.url));
  const log = openPrivateFile(join(run, 'host.log'), constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND);
  const idle = idleMs === undefined ? [] : ['--idle-ms', String(idleMs)];
  const limit = maxLogBytes === undefined ? [] : ['--max-log-bytes', String(maxLogBytes)];
  const child = spawn(process.execPath, [entry, '--home', home, '--ready-fd', '3', ...idle, ...limit], {
    cwd: '/',
    // A session of its own: no hang-up and no Ctrl-C of our terminal reaches it.
    detached: true,
    // Of its parent every program can read what it was started with.
    env: withoutOwnSecrets(env ?? process.env),
    stdio: ['ignore', log, log, 'pipe'],
  });
  closeSync(log);
  try {
    const answer = await firstWords(child, signal);
    if (answer === 'ready') return;
    throw answer === ''
      ? unavailable(`it ended at once; see ${join(run, 'host.log')}`)
      : CottyError.from(parseShape(answer));
  } finally {
    child.stdio[3]?.destroy();
    child.unref();
  }
}

async function firstWords(child: ReturnType<typeof spawn>, signal: AbortSignal | undefined): Promise<string> {
  const {promise, resolve, reject} = Promise.withResolvers<string>();
  const abort = () => reject(asCottyError(signal?.reason));
  signal?.addEventListener('abort', abort, {once: true});
  let text = '';
  child.once('error', error => reject(unavailable(error.message)));
  child.stdio[3]?.on('data', (bytes: Buffer) => {
    text += bytes.toString('utf8');
  });
  child.stdio[3]?.once('close', () => resolve(text.trim()));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function parseShape(text: string): ErrorShape {
  try {
    return JSON.parse(text);
  } catch {
    return unavailable('it said something unexpected').toJSON();
  }
}

function unavailable(reason: string): CottyError {
  return new CottyError(
    'server_unavailable',
    `The process that owns the terminals did not start: ${reason}.`,
    'Try again; if it goes on, run `cotty doctor`, or use --ephemeral to do without it.',
  );
}
