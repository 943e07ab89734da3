/** The server as a process of the system, whether or not it answers. */
import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {setTimeout as pause} from 'node:timers/promises';
import {promisify} from 'node:util';
import {CottyError} from '../core/index.ts';
import {readPrivateFile} from '../private/index.ts';
import type {Home} from './home.ts';

/** Pid of the server that lives; undefined when there is none. */
export async function findServer(home: Home): Promise<number | undefined> {
  const pid = writtenPid(home.serverPidFile);
  return pid > 0 && (await isServer(pid)) ? pid : undefined;
}

/**
 * Resolves when the server's process has ended. One that has not within `patienceMs` is killed: true then. Throws
 * `internal` when not even that ends it.
 */
export async function awaitServerEnd(pid: number, patienceMs: number): Promise<boolean> {
  if (await hasEnded(pid, patienceMs)) return false;
  kill(pid);
  if (await hasEnded(pid, KILLED_MS)) return true;
  throw new CottyError(
    'internal',
    `The server (pid ${pid}) does not end, though it was killed.`,
    'The system holds it, perhaps in a file system that does not answer; look at it with `ps`.',
  );
}

const KILLED_MS = 5000;
const LOOK_MS = 20;

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while ((await isServer(pid)) || (await isEnding(pid))) {
    if (performance.now() > deadline) return false;
    // No child of ours: nothing tells of its end.
    await pause(LOOK_MS);
  }
  return true;
}

/** NaN where the file names none that we wrote. */
function writtenPid(file: string): number {
  try {
    return Number.parseInt(readPrivateFile(file), 10);
  } catch {
    return Number.NaN;
  }
}

/** False also when another program has got the pid meanwhile: it must not be killed. */
async function isServer(pid: number): Promise<boolean> {
  return PROGRAM.test(await commandLine(pid));
}

/** A process gives up its command line a moment before it is gone. */
async function isEnding(pid: number): Promise<boolean> {
  if (process.platform !== 'linux' || (await commandLine(pid)) !== '') return false;
  const row = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The state stands behind the name, which may hold anything: see proc_pid_stat(5).
  const state = row.slice(row.lastIndexOf(')') + 2)[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

const PROGRAM = /\bserver-main\.[jt]s\b/;

/** Empty when there is no such process, or only the memory of one. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const ps = promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]);
  return ps.then(
    ({stdout}) => stdout,
    () => '',
  );
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended this moment.
  }
}
