import {readFileSync} from 'node:fs';
import {basename, delimiter, isAbsolute, join, resolve} from 'node:path';
import {CottyError, type ShellFamily} from '../../core/index.ts';
import {isExecutable} from '../system/is-executable.ts';

export interface ResolvedShell {
  /** Absolute path of an executable file. */
  readonly path: string;
  readonly family: ShellFamily;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the shell to start: a path as it is, a name in `PATH`, otherwise `$SHELL`, `/bin/bash`, `/bin/sh`.
 * A `$SHELL` that does not exist is passed over; a shell that was asked for by name is not.
 * @throws CottyError `shell_missing`, with the shells of this machine in the hint.
 */
export function resolveShell(wanted: string | undefined, env: Environment): ResolvedShell {
  if (wanted !== undefined && wanted !== '') {
    const path = locate(wanted, env);
    if (path === undefined) throw missing(wanted);
    return {path, family: familyOf(path)};
  }
  for (const candidate of [env.SHELL, '/bin/bash', '/bin/sh']) {
    const path = candidate ? locate(candidate, env) : undefined;
    if (path !== undefined) return {path, family: familyOf(path)};
  }
  throw missing(env.SHELL ?? '/bin/sh');
}

/** The line editor and hook system a shell has, told from its file name (`bash-5.2`, `-zsh` and `zsh-5.9` count too). */
export function familyOf(path: string): ShellFamily {
  const name = basename(path)
    .replace(/^-/, '')
    .replace(/[-.\d]+$/, '');
  switch (name) {
    case 'bash':
    case 'zsh':
    case 'fish':
      return name;
    case 'sh':
    case 'dash':
    case 'ash':
    case 'ksh':
    case 'mksh':
    case 'oksh':
    case 'yash':
      return 'posix';
    default:
      return 'other';
  }
}

function locate(shell: string, env: Environment): string | undefined {
  if (shell.includes('/')) {
    const path = isAbsolute(shell) ? shell : resolve(shell);
    return isExecutable(path) ? path : undefined;
  }
  const folders = (env.PATH ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter).filter(isAbsolute);
  return folders.map(folder => join(folder, shell)).find(isExecutable);
}

function missing(wanted: string): CottyError {
  const found = knownShells();
  const hint =
    found.length > 0 ? `Use one of these: ${found.join(', ')}.` : 'Install a shell, or give the full path of one.';
  return new CottyError('shell_missing', `There is no executable shell ${JSON.stringify(wanted)}.`, hint);
}

/** What `/etc/shells` lists and this machine has. */
function knownShells(): string[] {
  let listed: string[];
  try {
    listed = readFileSync('/etc/shells', 'utf8').split('\n');
  } catch {
    listed = ['/bin/bash', '/bin/zsh', '/usr/bin/fish', '/bin/sh'];
  }
  const shells = listed.map(line => line.trim()).filter(line => line.startsWith('/') && familyOf(line) !== 'other');
  return [...new Set(shells)].filter(isExecutable);
}
