import {createHash} from 'node:crypto';
import {dirname, join} from 'node:path';
import {usePrivateFolder} from '../../private/index.ts';

/** Makes and checks the directories of the private socket (0700, ours); returns `<home>/run`. Error: `home_unwritable`. */
export function useRunDirectory(home: string): string {
  const run = join(home, 'run');
  for (const directory of new Set([run, dirname(socketPath(home))])) usePrivateFolder(directory);
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
