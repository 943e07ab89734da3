/** The folder that a sandboxed session may write. */
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {CottyError} from '../../core/index.ts';
import {isWithin} from './hidden-places.ts';

export interface ProjectSurroundings {
  readonly homes: readonly string[];
  readonly cottyHome: string;
  /** What the sandbox must not see. */
  readonly hidden: readonly string[];
}

/** Folders in which the doors to programs outside lie. */
const SHARED = ['/tmp', '/private/tmp', '/var/tmp', '/run', '/var/run', '/dev/shm'];
/** The machine's own. */
const SYSTEM = ['/etc', '/usr', '/bin', '/sbin', '/lib', '/lib64', '/boot', '/proc', '/sys', '/dev', '/run', '/System'];

/**
 * The top of the repository that `cwd` is in, else `cwd` itself; its links are resolved already. Throws `invalid_argument` for
 * a folder that is no project: writing there would reach what the sandbox is to keep safe.
 */
export function projectOf(cwd: string, surroundings: ProjectSurroundings): string {
  const top = repositoryOf(cwd);
  // A home that is itself a repository (of start-up files) makes no project of all that lies in it.
  const project = top !== undefined && reasonAgainst(top, surroundings) === undefined ? top : cwd;
  const reason = reasonAgainst(project, surroundings);
  if (reason === undefined) return project;
  throw new CottyError(
    'invalid_argument',
    `A sandboxed session writes to its project alone, and ${project} is none: ${reason}.`,
    'Give the folder of a project as cwd.',
  );
}

function repositoryOf(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Why nobody may be let write there; undefined when they may. */
export function reasonAgainst(folder: string, {homes, cottyHome, hidden}: ProjectSurroundings): string | undefined {
  if (homes.some(home => isWithin(home, folder))) return 'it holds your home folder';
  if (isWithin(cottyHome, folder) || isWithin(folder, cottyHome)) return "cotty's own files are there";
  if (SHARED.some(shared => isWithin(shared, folder))) return 'programs outside keep their sockets there';
  if (SYSTEM.some(system => isWithin(folder, system))) return 'it belongs to the system';
  if (hidden.some(place => isWithin(folder, place))) return 'it is among what a sandbox must not see';
  return undefined;
}
