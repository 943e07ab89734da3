import {CottyError} from '../core/index.ts';

/** For a folder that cannot hold our files. `reason` is what stands behind the colon. */
export function unusableFolder(path: string, reason: string, cause?: unknown): CottyError {
  return new CottyError(
    'home_unwritable',
    `cotty cannot keep its files in ${path}: ${reason}.`,
    'Make it a folder that you own and can write, or set COTTY_HOME to one.',
    {cause},
  );
}

/** For a file or socket that somebody else may have put there. `remedy` says what to do about it. */
export function unsafeFile(path: string, reason: string, remedy: string): CottyError {
  return new CottyError('home_unwritable', `cotty does not use ${path}: ${reason}.`, remedy);
}
