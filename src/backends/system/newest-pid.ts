import {openSync, readSync} from 'node:fs';

const buffer = Buffer.alloc(32);
/** Null where there is none; undefined before it was looked for. */
let descriptor: number | null | undefined;

/**
 * The number that the last process or thread got which was started in the PID namespace of this one, or in one below it: while it stays
 * the same, none was started. Undefined where the system does not tell. Source: `kernel.ns_last_pid` in proc_sys_kernel(5) and pid_namespaces(7);
 * /proc/loadavg has it too, but LXCFS shows an older one there.
 */
export function newestPid(): number | undefined {
  if (descriptor === undefined) descriptor = open();
  if (descriptor === null) return undefined;
  try {
    const length = readSync(descriptor, buffer, 0, buffer.length, 0);
    return Number(buffer.toString('latin1', 0, length)) || undefined;
  } catch {
    return undefined;
  }
}

function open(): number | null {
  try {
    return process.platform === 'linux' ? openSync('/proc/sys/kernel/ns_last_pid', 'r') : null;
  } catch {
    return null;
  }
}
