import {closeSync, openSync, readSync} from 'node:fs';

/** Bytes of another process's memory (proc_pid_mem(5), Linux); undefined when the system withholds it. */
export function readProcessMemory(pid: number, address: bigint, length: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(`/proc/${pid}/mem`, 'r');
    const memory = Buffer.alloc(length);
    const read = readSync(descriptor, memory, 0, length, address);
    return memory.subarray(0, read);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
