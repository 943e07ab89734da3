import {closeSync, constants} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {openPrivateFile} from '../private/index.ts';

/**
 * Makes this process the only server of its home, for as long as it lives. The lock is the operating system's (SQLite
 * takes it on an empty database), so it ends with the process however that dies and can never be stale.
 * Undefined when another process holds it. Throws `home_unwritable` when the file is not ours alone.
 */
export function takeServerLock(file: string): Disposable | undefined {
  // SQLite would make it readable to others, and open whatever lies there.
  closeSync(openPrivateFile(file, constants.O_RDWR | constants.O_CREAT));
  const database = new DatabaseSync(file);
  try {
    // Nothing is ever written, so that a full disk is no hindrance.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  let isHeld = true;
  return {
    [Symbol.dispose]() {
      if (isHeld) database.close();
      isHeld = false;
    },
  };
}

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;
