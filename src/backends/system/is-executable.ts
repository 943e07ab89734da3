import {accessSync, constants, statSync} from 'node:fs';

/** A file that this process may run. A folder that it may enter is none. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
