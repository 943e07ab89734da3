import {homedir} from 'node:os';
import {join, resolve} from 'node:path';
import {unusableFolder, usePrivateFolder} from '../private/index.ts';

/** Everything cotty keeps, by path. See "Files and configuration" in the documentation. */
export interface Home {
  readonly path: string;
  readonly configFile: string;
  readonly tokenFile: string;
  /** The cookie that lets scripts in by iTerm2's API. */
  readonly iterm2CookieFile: string;
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
    iterm2CookieFile: join(path, 'iterm2-cookie'),
    sessions: join(path, 'sessions'),
    run,
    serverSocket: join(run, 'server.sock'),
    hostSocket: join(run, 'host.sock'),
    serverPidFile: join(run, 'server.pid'),
    startLock: join(run, 'start.lock'),
    serverLog: join(run, 'server.log'),
  };
}

export interface PrepareHomeOptions {
  /** Makes what is missing; default true. */
  readonly makes?: boolean;
}

/**
 * Creates the folders, readable by this user only, and shuts them where they were open to others.
 * Throws `home_unwritable` when that is impossible, or when a folder or the way to it is in somebody else's hands.
 */
export function prepareHome(home: Home, {makes = true}: PrepareHomeOptions = {}): void {
  for (const folder of [home.path, home.run, home.sessions]) usePrivateFolder(folder, {makes});
  // sockaddr_un holds 108 bytes on Linux and 104 on macOS, with the closing zero.
  if (Buffer.byteLength(home.serverSocket) > 103)
    throw unusableFolder(home.path, 'its path is too long for a socket (at most 103 bytes with /run/server.sock)');
}
