import {readProcessRow} from './process-table.ts';

/** False when there is no such process, or only what is left of it until its parent has taken note. */
export function isProcessAlive(pid: number): boolean {
  if (pid <= 0) return false;
  if (process.platform === 'linux') return !ENDED.has(readProcessRow(pid)?.state ?? 'X');
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Zombie and dead, proc_pid_stat(5). */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X']);
