import {accessSync, chmodSync, constants, existsSync, mkdirSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {CottyError} from '../core/index.ts';

/** Everything cotty keeps, by path. See "Files and configuration" in the documentation. */
export interface Home {
  readonly path: string;
  readonly configFile: string;
  readonly tokenFile: string;
  /** Session logs, one folder each. */
  readonly sessions: string;
  /** Sockets, pid files, locks and the server's own log. */
  readonly run: string;
  readonly serverSocket: string;
  readonly hostSocket: string;
  readonly serverPidFile: string;
  readonly startLock: string;
  readonly serverLog: string;
}

/** Paths below `COTTY_HOME` (default `~/.cotty`); touches nothing. */
export function locateHome(env: NodeJS.ProcessEnv = process.env): Home {
  const path = resolve(env.COTTY_HOME || join(homedir(), '.cotty'));
  const run = join(path, 'run');
  return {
    path,
    configFile: env.COTTY_CONFIG ? resolve(env.COTTY_CONFIG) : join(path, 'config.toml'),
    tokenFile: join(path, 'token'),
    sessions: join(path, 'sessions'),
    run,
    serverSocket: join(run, 'server.sock'),
    hostSocket: join(run, 'host.sock'),
    serverPidFile: join(run, 'server.pid'),
    startLock: join(run, 'start.lock'),
    serverLog: join(run, 'server.log'),
  };
}

/**
 * Creates the folders, readable by this user only.
 * Throws `home_unwritable` when that is impossible, or when the folder belongs to somebody else.
 */
export function prepareHome(home: Home): void {
  try {
    for (const folder of [home.path, home.run, home.sessions]) makePrivateFolder(folder);
  } catch (error) {
    if (error instanceof CottyError) throw error;
    throw unwritable(home.path, error instanceof Error ? error.message : String(error), error);
  }
  // sockaddr_un holds 108 bytes on Linux and 104 on macOS, with the closing zero.
  if (Buffer.byteLength(home.serverSocket) > 103)
    throw unwritable(home.path, 'its path is too long for a socket (at most 103 bytes with /run/server.sock)');
}

function makePrivateFolder(folder: string): void {
  makeFolders(folder);
  const facts = statSync(folder);
  if (process.getuid && facts.uid !== process.getuid())
    throw unwritable(folder, 'it belongs to another user, who could read your terminals');
  if ((facts.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** One by one: where folders cannot be made but seem to be missing (as in /proc), Node's recursive mkdir never returns. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent);
  try {
    mkdirSync(folder, {mode: 0o700});
  } catch (error) {
    // Somebody else may have been quicker.
    if (!existsSync(folder)) throw error;
  }
}

function unwritable(path: string, reason: string, cause?: unknown): CottyError {
  return new CottyError(
    'home_unwritable',
    `cotty cannot keep its files in ${path}: ${reason}.`,
    'Make it a folder that you own and can write, or set COTTY_HOME to one.',
    {cause},
  );
}
