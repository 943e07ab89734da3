import {readFileSync} from 'node:fs';

/** How often it looks: a runner that fills memory at 2 GB/s overshoots by 100 MB. */
const PERIOD_MS = 50;
const PAGE_BYTES = 4096;

/**
 * Calls `onExceeded` when a process holds more resident memory than it may. Only Linux tells (proc(5), statm); elsewhere
 * the heap limit of the runner stands alone. Nothing else than looking is possible: no event says that memory grew.
 */
export function watchMemory(pid: number, limitBytes: number, onExceeded: () => void): Disposable {
  if (process.platform !== 'linux') return {[Symbol.dispose]() {}};
  const timer = setInterval(() => {
    if (residentBytes(pid) > limitBytes) onExceeded();
  }, PERIOD_MS);
  return {[Symbol.dispose]: () => clearInterval(timer)};
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
