import {rmSync, statSync, watch} from 'node:fs';
import {basename, dirname} from 'node:path';
import {isCottyError} from '../../core/index.ts';
import {readPrivateFile, writePrivateFile} from '../../private/index.ts';

/**
 * Keeps many starters from starting many hosts. Only advisory: a host itself holds a lock of the kernel's, so a mistake
 * here costs a process that ends at once. Undefined when somebody else is starting one. Throws `home_unwritable` when the
 * lock is not ours alone.
 */
export function takeStartLock(path: string): Disposable | undefined {
  if (isStale(path)) rmSync(path, {force: true});
  try {
    writePrivateFile(path, `${process.pid}\n`, {as: 'create'});
    return {[Symbol.dispose]: () => rmSync(path, {force: true})};
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
    // With a full disk there is a file but nothing in it, which would keep everybody waiting.
    rmSync(path, {force: true});
    throw error;
  }
}

/** Resolves when the lock is gone, is stale, or some time has passed; the caller looks again in any case. */
export async function startLockReleased(path: string): Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>();
  const watcher = watch(dirname(path), (_, name) => {
    if (name === null || name === basename(path)) resolve();
  });
  watcher.on('error', () => resolve());
  // Released before the watch began, or its holder was killed: a file system tells nobody about the latter.
  const timer = setTimeout(resolve, LOOK_AGAIN_MS);
  try {
    if (statSync(path, {throwIfNoEntry: false}) === undefined) return;
    await promise;
  } finally {
    clearTimeout(timer);
    watcher.close();
  }
}

const LOOK_AGAIN_MS = 250;

function isStale(path: string): boolean {
  try {
    const pid = Number(readPrivateFile(path));
    // Empty: its maker is between making and writing it, or died there.
    if (pid === 0) return Date.now() - statSync(path).mtimeMs > 1000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // Whoever put it there could keep everybody waiting.
    if (isCottyError(error)) throw error;
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
