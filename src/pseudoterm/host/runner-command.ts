import {existsSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {CottyError} from '../../core/index.ts';
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
 * the artifacts, write the last two, and start nothing. Throws `invalid_argument` for a workspace that cannot be named.
 */
export function runnerCommand(setup: RunnerSetup, program?: RunnerProgram): readonly string[] {
  for (const folder of [setup.workspace, setup.artifacts]) refuseWildcard(folder);
  const entry = program?.entry ?? fileURLToPath(new URL('../runner/runner-main.ts', import.meta.url));
  const readable = [...codeFolders(), ...(program?.readable ?? []), setup.workspace, setup.artifacts];
  return [
    process.execPath,
    '--permission',
    ...readable.map(folder => `--allow-fs-read=${folder}`),
    ...[setup.workspace, setup.artifacts].map(folder => `--allow-fs-write=${folder}`),
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

/** The flags read `*` as a wildcard, which would open more than is meant. */
function refuseWildcard(folder: string): void {
  if (!folder.includes('*')) return;
  throw new CottyError(
    'invalid_argument',
    `A workspace cannot have "*" in its path: ${folder}.`,
    'Work in a folder with another name.',
  );
}
