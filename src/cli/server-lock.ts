import {closeSync, openSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';

/**
 * Makes this process the only server of its home, for as long as it lives. The lock is the operating system's (SQLite
 * takes it on an empty database), so it ends with the process however that dies and can never be stale.
 * Undefined when another process holds it.
 */
export function takeServerLock(file: string): Disposable | undefined {
  // SQLite would make it readable to others.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch {
    database.close();
    return undefined;
  }
  return {[Symbol.dispose]: () => database.isOpen && database.close()};
}
