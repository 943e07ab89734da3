import {readProc} from './process-table.ts';

/**
 * Names the sleep a process is in: how often it has been given a processor so far. While that stays the same, it has not
 * executed an instruction. Undefined when it is awake, or where the system does not count (proc_pid_schedstat, Linux).
 */
export function sleepOf(pid: number): string | undefined {
  const stat = readProc(`${pid}/stat`);
  if (stat === undefined || stat.charAt(stat.lastIndexOf(')') + 2) !== 'S') return undefined;
  const [, , turns] = readProc(`${pid}/schedstat`)?.trim().split(' ') ?? [];
  return turns === '0' ? undefined : turns;
}
