import {mkdirSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {join, relative, sep} from 'node:path';
import {CottyError} from '../../core/index.ts';
import {requireFirmPath} from '../../private/index.ts';

/**
 * The real path of the folder a caller works in. Clients that start their servers in `/` or in the home folder mean no
 * folder at all, and would open every secret in it: they get `COTTY_HOME/workspace`. Throws `invalid_argument`.
 */
export function workspaceOf(cwd: string | undefined, home: string): string {
  if (cwd === undefined || holdsHome(cwd)) return ownWorkspace(home);
  const facts = statSync(cwd, {throwIfNoEntry: false});
  const isOwn = facts?.isDirectory() && closedIn(home).some(path => isWithin(path, realpathSync(cwd)));
  if (isOwn) return ownWorkspace(home);
  if (facts?.isDirectory()) return realpathSync(cwd);
  throw new CottyError(
    'invalid_argument',
    `The workspace ${cwd} is not a folder.`,
    'Start the client in a folder that exists.',
  );
}

/**
 * What no command reads or writes, also where the workspace is `COTTY_HOME` itself or a folder around it: logs, pictures of sessions, which not
 * every agent may see, doors, keys, the policy and its proof.
 */
export function closedIn(home: string): readonly string[] {
  const audit = readdirSync(home).filter(name => name.startsWith('audit.'));
  return [...CLOSED, ...audit].map(name => join(home, name));
}

const CLOSED = [
  'sessions',
  join('artifacts', 'screenshots'),
  'run',
  'runs.jsonl',
  'token',
  'iterm2-cookie',
  'config.toml',
  'audit.log',
];

function holdsHome(cwd: string): boolean {
  return isWithin(cwd, homedir());
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`));
}

function ownWorkspace(home: string): string {
  const folder = join(home, 'workspace');
  requireFirmPath(folder);
  mkdirSync(folder, {recursive: true, mode: 0o700});
  return realpathSync(folder);
}
