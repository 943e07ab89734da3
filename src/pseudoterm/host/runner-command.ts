import {existsSync} from 'node:fs';
import {basename, dirname, join, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {CottyError} from '../../core/index.ts';
import {usePrivateFolder} from '../../private/index.ts';
import {canPin, OPEN_FILES} from '../runner/pinned-path.ts';
import type {RunnerSetup} from '../runner-messages.ts';

/** Another program than the one that ships with cotty; see `serveRunner`. */
export interface RunnerProgram {
  /** Path of the module to start. */
  readonly entry: string;
  /** Folders with the code and data it needs beside cotty's own. */
  readonly readable: readonly string[];
}

/** Heap of the runner in MiB; resident memory is watched besides, for each run. */
const HEAP_MB = 1024;

/**
 * The command that starts a runner: our own Node.js under its permission model. It may read the code, the workspace and
 * the artifacts, write the last two, and start nothing. Throws `invalid_argument` for a workspace that cannot be named, and
 * `home_unwritable` when the folder of packages is not this user's.
 */
export function runnerCommand(setup: RunnerSetup, program?: RunnerProgram): readonly string[] {
  const writable = [setup.workspace, setup.artifacts];
  for (const folder of writable) refuseWildcard(folder);
  // It may also come while the runner lives.
  usePrivateFolder(setup.packages, {makes: false});
  const entry = program?.entry ?? fileURLToPath(new URL('../runner/runner-main.ts', import.meta.url));
  // What is written goes through an open folder where the system can do that.
  if (canPin) writable.push(OPEN_FILES);
  const readable = [...codeFolders(), setup.packages, ...(program?.readable ?? []), ...writable];
  refuseLongerName(setup.workspace, readable);
  return [
    process.execPath,
    '--permission',
    ...outermost(readable).map(folder => `--allow-fs-read=${folder}`),
    ...outermost(writable).map(folder => `--allow-fs-write=${folder}`),
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    `--max-old-space-size=${HEAP_MB}`,
    entry,
    JSON.stringify(setup),
  ];
}

/** This package, and the folder of packages that it is installed into. */
function codeFolders(): readonly string[] {
  const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');
  const own = ['dist', 'src', 'node_modules', 'package.json'].map(name => join(root, name)).filter(existsSync);
  const around = dirname(root);
  return basename(around) === 'node_modules' ? [...own, around] : own;
}

/** A folder that is named twice, or within another, makes Node.js 22.13 crash, or forget the outer one. */
function outermost(folders: readonly string[]): readonly string[] {
  return [...new Set(folders)].filter(folder => !folders.some(other => isBelow(folder, other)));
}

function isBelow(path: string, folder: string): boolean {
  return path !== folder && path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Seen up to Node.js 26: beside a grant of `/a/bc`, one of `/a/b` holds for what is in it and not for the folder itself. */
function refuseLongerName(workspace: string, folders: readonly string[]): void {
  const longer = folders.find(path => path !== workspace && path.startsWith(workspace) && !isBelow(path, workspace));
  if (longer === undefined) return;
  throw new CottyError(
    'invalid_argument',
    `${workspace} cannot be a workspace, because cotty needs ${longer}, whose name begins with it.`,
    'Work in a folder with another name.',
  );
}

/** The flags read `*` as a wildcard, which would open more than is meant. */
function refuseWildcard(folder: string): void {
  if (!folder.includes('*')) return;
  throw new CottyError(
    'invalid_argument',
    `A workspace cannot have "*" in its path: ${folder}.`,
    'Work in a folder with another name.',
  );
}
