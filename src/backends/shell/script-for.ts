import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {CottyError, type ShellFamily} from '../../core/index.ts';

/** Path of the shipped integration script for a family; undefined for shells without one. */
export function scriptFor(family: ShellFamily): string | undefined {
  switch (family) {
    case 'bash':
    case 'zsh':
    case 'fish':
      return join(scriptFolder(), `cotty.${family}`);
    case 'posix':
      return join(scriptFolder(), 'cotty.sh');
    case 'other':
      return undefined;
    default:
      return family satisfies never;
  }
}

/** Path of the script that takes it out again; undefined for a family without one. */
export function leavingScriptFor(family: ShellFamily): string | undefined {
  return family === 'posix' || family === 'other' ? undefined : join(scriptFolder(), `leave.${family}`);
}

let folder: string | undefined;

/** The package's `shell/`, found upwards from here: this module runs from `src/` and, bundled, from `dist/`. */
function scriptFolder(): string {
  if (folder !== undefined) return folder;
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const candidate = join(at, 'shell');
    if (existsSync(join(candidate, 'cotty.bash'))) {
      folder = candidate;
      return candidate;
    }
    if (at === dirname(at))
      throw new CottyError('internal', 'The shell integration scripts are missing.', 'Install cotty again.');
  }
}

/** What of a script is to be typed. */
export function withoutComments(script: string): string {
  return script
    .split('\n')
    .filter(line => !/^\s*(#|$)/.test(line))
    .join('\n');
}
