import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {readProc, readProcessRow, readProcessTable} from './process-table.ts';
import {environmentOf} from './processes.ts';

/** A process and those above it. */
export interface Ancestor {
  readonly pid: number;
  /** Tells it from another one that has its number later; NaN where the system does not tell. */
  readonly startedAtMs: number;
  readonly argv: readonly string[];
  readonly processGroup: number;
  /** The POSIX session; 0 where the system does not tell. It stays when a process loses its parent. */
  readonly posixSession: number;
  /** Names of variables it was started with; empty where the system does not tell. */
  readonly variables: readonly string[];
}

/** Longer chains do not end. */
const MOST = 64;

/** From the process itself upwards; without those that are gone, and what lies above them. */
export async function ancestryOf(pid: number): Promise<readonly Ancestor[]> {
  const rows = process.platform === 'linux' ? null : new Map((await readProcessTable()).map(row => [row.pid, row]));
  const found: Ancestor[] = [];
  for (let at = pid; at > 1 && found.length < MOST; ) {
    const row = rows ? rows.get(at) : readProcessRow(at);
    if (!row) break;
    found.push({
      pid: at,
      startedAtMs: row.startedAtMs,
      argv: await argvOf(at),
      processGroup: row.processGroup,
      posixSession: row.posixSession,
      variables: Object.keys(environmentOf(at) ?? {}),
    });
    at = row.parent;
  }
  return found;
}

async function argvOf(pid: number): Promise<readonly string[]> {
  const text = readProc(`${pid}/cmdline`);
  if (text !== undefined) return text.replace(/\0$/, '').split('\0');
  try {
    const {stdout} = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.trim().split(/\s+/);
  } catch {
    return [];
  }
}
