/** Sandboxes on Linux: bubblewrap makes the namespaces, and the session's program runs in them. */
import {execFile} from 'node:child_process';
import {delimiter, isAbsolute, join} from 'node:path';
import {promisify} from 'node:util';
import {CottyError, field} from '../../core/index.ts';
import {isExecutable} from '../system/is-executable.ts';

/** Path of bubblewrap. Our own PATH counts, not the one that whoever opens a session says. Error: `not_supported`. */
export function findBubblewrap(path: string = process.env['PATH'] ?? ''): string {
  const found = path
    .split(delimiter)
    .filter(folder => isAbsolute(folder))
    .map(folder => join(folder, 'bwrap'))
    .find(isExecutable);
  if (found !== undefined) return found;
  throw new CottyError(
    'not_supported',
    'There is no bubblewrap (bwrap) here, which makes the sandboxes.',
    'Install it, e.g. `sudo apt install bubblewrap` or `sudo dnf install bubblewrap`; `cotty doctor` tells whether it works.',
  );
}

/**
 * Makes the sandbox of a command line once and looks into it, because what goes wrong afterwards would show as text on the new terminal alone.
 * Errors: `not_supported` where the system does not permit it, `spawn_failed` where `program` cannot be started in it.
 */
export async function tryBubblewrap([first = '', ...args]: readonly string[], program = '/bin/sh'): Promise<void> {
  const look = ['/bin/sh', '-c', 'test -x "$1" || { echo "$1 is not there" >&2; exit 66; }', 'sh', program];
  try {
    await promisify(execFile)(first, [...args, '--', ...look], {env: {PATH: '/usr/bin:/bin'}, timeout: TRIAL_MS});
  } catch (cause) {
    throw refusal(program, cause);
  }
}

const TRIAL_MS = 20_000;
const NOT_THERE = 66;

function refusal(program: string, cause: unknown): CottyError {
  if (field(cause, 'code') === NOT_THERE)
    return new CottyError(
      'spawn_failed',
      `${program} is hidden from the sandbox.`,
      'Start another shell, or one that lies elsewhere.',
      {cause},
    );
  const said = String(field(cause, 'stderr') || (cause instanceof Error ? cause.message : cause)).trim();
  return new CottyError(
    'not_supported',
    `The sandbox could not be made: ${said}.`,
    /namespace|not permitted|uid map|Permission denied|No permissions/i.test(said) ? NAMESPACES : TRY_YOURSELF,
    {cause},
  );
}

/** Who forbids it most often. */
const NAMESPACES =
  'The system has to permit user namespaces: on Ubuntu 24.04 and newer an AppArmor profile for bwrap (or `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`), on Debian `sudo sysctl kernel.unprivileged_userns_clone=1`, in a container more rights for it (docker: `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`).';
const TRY_YOURSELF = '`cotty doctor` tries a sandbox of its own and tells what it finds.';
