import {createHash} from 'node:crypto';
import {lstatSync, mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {CottyError} from '../../core/index.ts';

/** Makes and checks the directories of the private socket (0700, ours); returns `<home>/run`. Error: `home_unwritable`. */
export function useRunDirectory(home: string): string {
  const run = join(home, 'run');
  for (const directory of new Set([run, dirname(socketPath(home))])) ensurePrivate(directory);
  return run;
}

/**
 * Where the host of `home` listens: `<home>/run/host.sock`, or, when that is longer than a Unix socket's address may be, a
 * name made from it under /tmp. Not TMPDIR: that may differ between two processes of one user, this must not.
 */
export function socketPath(home: string): string {
  const near = join(home, 'run', 'host.sock');
  if (Buffer.byteLength(near) <= LONGEST_SOCKET_PATH) return near;
  const name = createHash('sha256').update(near).digest('hex').slice(0, 24);
  return join('/tmp', `cotty-${process.getuid?.() ?? 0}`, `${name}.sock`);
}

/** `sockaddr_un.sun_path` holds 104 bytes on macOS and 108 on Linux, with the closing zero. */
const LONGEST_SOCKET_PATH = 103;

function ensurePrivate(directory: string): void {
  try {
    mkdirSync(directory, {recursive: true, mode: 0o700});
  } catch (cause) {
    throw unusable(directory, cause instanceof Error ? cause.message : String(cause), cause);
  }
  const found = lstatSync(directory);
  if (!found.isDirectory()) throw unusable(directory, 'it is not a directory');
  if (process.getuid && found.uid !== process.getuid()) throw unusable(directory, 'it belongs to another user');
  if ((found.mode & 0o077) !== 0) throw unusable(directory, 'others may enter it (chmod 700)');
}

function unusable(directory: string, reason: string, cause?: unknown): CottyError {
  return new CottyError(
    'home_unwritable',
    `${directory} cannot hold the private socket: ${reason}.`,
    'Make COTTY_HOME a directory of your own that only you can enter, or set COTTY_HOME to another one.',
    {cause},
  );
}
