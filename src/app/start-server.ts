import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, constants, fstatSync, ftruncateSync, rmSync, statSync, watch} from 'node:fs';
import {CottyError, type ErrorShape, isCottyError, withoutOwnSecrets} from '../core/index.ts';
import {openPrivateFile, readPrivateFile, writePrivateFile} from '../private/index.ts';
import {withAllocatorSettings} from './allocator-settings.ts';
import type {Home} from './home.ts';
import {nodeFlags, serverProgram} from './program-file.ts';

const START_LIMIT_MS = 20_000;
const LONGEST_LOG_BYTES = 1024 * 1024;
/** A starter that holds the lock longer than this died without giving it back. */
const STALE_LOCK_MS = 25_000;

/**
 * Starts the server unless somebody else is doing so; resolves when one answers. Of many callers at once one starts it
 * and the others wait. The lock here only saves useless starts: that there is one server is the server's own lock to keep.
 */
export async function startServer(home: Home, isRunning: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    using news = watchFolder(home.run);
    if (takeLock(home.startLock)) {
      try {
        if (!(await isRunning())) await spawnServer(home, deadline - Date.now());
      } finally {
        rmSync(home.startLock, {force: true});
      }
    }
    if (await isRunning()) return;
    await news.next();
  }
  throw notStarted(home, 'it did not answer in time');
}

function takeLock(file: string): boolean {
  try {
    writePrivateFile(file, String(process.pid), {as: 'create'});
    return true;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    // With a full disk there is a file but nothing in it: better no lock than no server.
    if (!isTaken || isStale(file)) rmSync(file, {force: true});
    return !isTaken;
  }
}

function isStale(file: string): boolean {
  try {
    const owner = Number(readPrivateFile(file));
    if (Date.now() - statSync(file).mtimeMs > STALE_LOCK_MS) return true;
    // An empty file is being written this moment.
    return owner > 0 && !isAlive(owner);
  } catch (error) {
    // Whoever put it there could keep everybody waiting.
    if (isCottyError(error)) throw error;
    return false;
  }
}

/** True while a process of that id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** News of a folder, also those between its creation and `next`; a second of silence counts as news. */
function watchFolder(folder: string): Disposable & {next(): Promise<void>} {
  const {promise, resolve} = Promise.withResolvers<void>();
  const watcher = watch(folder, () => resolve());
  watcher.on('error', () => resolve());
  const timer = setTimeout(resolve, 1000);
  return {
    next: () => promise,
    [Symbol.dispose]() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

/** The server says on a pipe `ready` once it listens, or why it could not; the pipe's end without a word means the latter. */
async function spawnServer(home: Home, limitMs: number): Promise<void> {
  const log = openLog(home.serverLog);
  const {COTTY_SESSION: _session, COTTY_EVENT_KEY: _key, ...env} = process.env;
  const child = spawn(process.execPath, [...nodeFlags, serverProgram], {
    cwd: home.path,
    env: withAllocatorSettings({...withoutOwnSecrets(env), COTTY_HOME: home.path}),
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  });
  closeSync(log);
  child.unref();
  const ready = child.stdio[3];
  if (!ready || !('read' in ready)) throw notStarted(home, 'there is no pipe to it');
  try {
    const said = await Promise.race([
      once(ready, 'data', {signal: AbortSignal.timeout(limitMs)}).catch(() => {
        throw notStarted(home, 'it did not answer in time');
      }),
      once(ready, 'end').then(() => undefined),
      once(child, 'error').then(([cause]) => Promise.reject(cause)),
    ]);
    if (said === undefined) await explainExit(home, child.exitCode ?? (await once(child, 'exit'))[0]);
    else readWord(home, String(said[0]).trim());
  } finally {
    ready.destroy();
  }
}

function readWord(home: Home, word: string): void {
  if (word === 'ready') return;
  const {code, message, hint}: ErrorShape = JSON.parse(word);
  if (code === 'disk_full') throw new CottyError(code, `No space left for ${home.path}.`, hint);
  // What went wrong inside of the server is told in its log.
  if (code !== 'internal') throw CottyError.from({code, message, hint});
  throw new CottyError('server_unavailable', `The cotty server could not start: ${message}.`, hint);
}

/** A log that grew long begins anew. */
function openLog(file: string): number {
  const log = openPrivateFile(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND);
  if (fstatSync(log).size > LONGEST_LOG_BYTES) ftruncateSync(log);
  return log;
}

/** Exit code 0 without a word: another server won the race, which is as good. */
async function explainExit(home: Home, exitCode: unknown): Promise<void> {
  if (exitCode !== 0) throw notStarted(home, lastLine(home.serverLog) || `it ended with exit code ${exitCode}`);
}

function lastLine(file: string): string {
  try {
    return readPrivateFile(file).trimEnd().split('\n').at(-1) ?? '';
  } catch {
    return '';
  }
}

function notStarted(home: Home, reason: string): CottyError {
  return new CottyError(
    'server_unavailable',
    `The cotty server could not start: ${reason}.`,
    `Its log is ${home.serverLog}.`,
  );
}
