import {closeSync, openSync, readSync} from 'node:fs';

/**
 * Counts what the main thread of a process writes, by the system's own account (proc_pid_io, Linux); elsewhere it tells nothing. The
 * account of the whole process would hold that of its dead children too.
 */
export class WrittenBytes implements Disposable {
  #file: number | undefined;

  constructor(pid: number) {
    try {
      this.#file = openSync(`/proc/${pid}/task/${pid}/io`, 'r');
    } catch {
      this.#file = undefined;
    }
  }

  /** Bytes so far, in whatever files; a write counts a moment after its bytes can be read. Undefined when it is not told. */
  get total(): number | undefined {
    if (this.#file === undefined) return undefined;
    try {
      const length = readSync(this.#file, text, 0, text.length, 0);
      const [, total] = /^wchar: (\d+)$/m.exec(text.toString('latin1', 0, length)) ?? [];
      return total === undefined ? undefined : Number(total);
    } catch {
      // It is gone, or became another user's.
      return undefined;
    }
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Longer than the whole file; used for one read at a time. */
const text = Buffer.alloc(512);
