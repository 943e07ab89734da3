import {accessSync, constants, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {resolve} from 'node:path';
import {CottyError, type OpenOptions} from '../../core/index.ts';

export interface CheckedOpening {
  readonly cols: number;
  readonly rows: number;
  readonly cwd: string;
}

/** Fills in what an opening left out, and refuses what could not work. Error: `invalid_argument`. */
export function checkedOpening(options: OpenOptions): CheckedOpening {
  const {cols = 80, rows = 24} = options;
  checkSize(cols, rows);
  const cwd = resolve(options.cwd ?? homedir());
  if (!isEnterable(cwd)) {
    if (options.cwd !== undefined)
      throw invalid(`${cwd} is not a directory that can be entered.`, 'Give a directory that exists as cwd.');
    return {cols, rows, cwd: '/'};
  }
  const variables = [...Object.entries(options.baseEnv ?? {}), ...Object.entries(options.env ?? {})];
  for (const text of [...(options.argv ?? []), ...variables.flat()])
    if (text?.includes('\0')) throw invalid('An argument or variable contains a NUL byte.', 'Remove it.');
  for (const [name] of variables)
    if (name === '' || name.includes('='))
      throw invalid(`${JSON.stringify(name)} cannot name a variable.`, 'Rename it.');
  if (options.argv?.[0] === '' || options.argv?.length === 0)
    throw invalid('argv names no program.', 'Put the program first, or leave argv out for a shell.');
  return {cols, rows, cwd};
}

/** A tty's size is two 16-bit numbers (struct winsize); a screen of that size would not fit into memory. */
export function checkSize(cols: number, rows: number): void {
  for (const size of [cols, rows])
    if (!Number.isInteger(size) || size < 1 || size > LARGEST)
      throw invalid(`${cols}x${rows} is no terminal size.`, `Use whole numbers from 1 to ${LARGEST}, e.g. 80x24.`);
}

const LARGEST = 5000;

function isEnterable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function invalid(message: string, hint: string): CottyError {
  return new CottyError('invalid_argument', message, hint);
}
