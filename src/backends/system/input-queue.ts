import {writeSync} from 'node:fs';
import {CottyError} from '../../core/index.ts';

/**
 * Bytes on their way into a PTY, in order, none dropped. The kernel takes some 64 KiB and then EAGAIN until the program reads;
 * libuv cannot tell when a manager side becomes writable (it blocks instead), so a refused write is tried again after a
 * growing pause. Nothing runs while the queue is empty.
 */
export class InputQueue {
  readonly #fd: number | Taker;
  readonly #entries: Entry[] = [];
  #pendingBytes = 0;
  #retry: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #closed = false;

  /** `fd`: the manager side, or what takes bytes in its place. */
  constructor(fd: number | Taker) {
    this.#fd = fd;
  }

  /** Bytes accepted by {@link write} that the kernel has not taken yet. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /**
   * Resolves when the kernel has taken all of `bytes`; `onTaken` is called at that moment. An abort withdraws what is not yet taken and
   * rejects with `cancelled`; throws `session_closed` when the terminal ends first.
   */
  write(bytes: Uint8Array, signal?: AbortSignal, onTaken?: () => void): Promise<void> {
    if (this.#closed) return Promise.reject(closedError(bytes.length));
    if (signal?.aborted) return Promise.reject(cancelledError(bytes.length));
    return new Promise((resolve, reject) => {
      const taken = (): void => {
        onTaken?.();
        resolve();
      };
      const entry: Entry = {bytes, done: 0, resolve: taken, reject, stopListening: undefined};
      if (signal) {
        const withdraw = () => this.#withdraw(entry);
        signal.addEventListener('abort', withdraw, {once: true});
        entry.stopListening = () => signal.removeEventListener('abort', withdraw);
      }
      this.#entries.push(entry);
      this.#pendingBytes += bytes.length;
      if (!this.#retry) this.#flush();
    });
  }

  /** Resolves when nothing is pending; rejects with `cancelled` on abort, with `session_closed` when the terminal ends first. */
  async drained(signal?: AbortSignal): Promise<void> {
    if (this.#pendingBytes > 0) await this.write(new Uint8Array(), signal);
  }

  /** Puts `bytes` before all that waits, and does not wait itself: a program that reads nothing takes them when it does. */
  pass(bytes: Uint8Array): void {
    if (this.#closed) return;
    const entry: Entry = {bytes, done: 0, resolve: () => {}, reject: () => {}, stopListening: undefined};
    this.#entries.unshift(entry);
    this.#pendingBytes += bytes.length;
    if (!this.#retry) this.#flush();
  }

  /** There is room again: what waits is tried at once. */
  again(): void {
    if (!this.#retry) return;
    clearTimeout(this.#retry);
    this.#flush();
  }

  /** Rejects all that waits with `cancelled`; returns how many bytes that were. */
  drop(): number {
    const dropped = this.#pendingBytes;
    this.#reject(left => cancelledError(left));
    return dropped;
  }

  /** What was taken last has gone nowhere: all that waits behind it is rejected with that error. */
  refuse(error: unknown): void {
    this.#reject(() => error);
  }

  /** The terminal is gone: everything still waiting is rejected. */
  close(): void {
    this.#closed = true;
    this.#reject(left => closedError(left));
  }

  #reject(errorOf: (leftBytes: number) => unknown): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#pendingBytes = 0;
    for (const entry of this.#entries.splice(0)) {
      entry.stopListening?.();
      entry.reject(errorOf(entry.bytes.length - entry.done));
    }
  }

  #flush(): void {
    this.#retry = undefined;
    for (let entry = this.#entries[0]; entry; entry = this.#entries[0]) {
      if (entry.done < entry.bytes.length) {
        const taken = this.#tryWrite(entry.bytes, entry.done);
        if (taken === undefined) {
          this.#later();
          return;
        }
        entry.done += taken;
        this.#pendingBytes -= taken;
        this.#pauseMs = FIRST_PAUSE_MS;
        continue;
      }
      this.#entries.shift();
      entry.stopListening?.();
      entry.resolve();
    }
  }

  /** Undefined when the kernel takes nothing now. */
  #tryWrite(bytes: Uint8Array, from: number): number | undefined {
    if (typeof this.#fd !== 'number') return this.#fd(bytes.subarray(from, from + CHUNK_BYTES));
    try {
      return writeSync(this.#fd, bytes, from, Math.min(bytes.length - from, CHUNK_BYTES));
    } catch {
      // EAGAIN: full. EIO: nobody holds the program's side now; the exit that follows closes the queue.
      return undefined;
    }
  }

  #later(): void {
    this.#retry = setTimeout(() => this.#flush(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  #withdraw(entry: Entry): void {
    const index = this.#entries.indexOf(entry);
    if (index < 0) return;
    this.#entries.splice(index, 1);
    const left = entry.bytes.length - entry.done;
    this.#pendingBytes -= left;
    entry.reject(cancelledError(left));
  }
}

/** Takes the first bytes of what it is given, and says how many; undefined when it takes nothing now. */
export type Taker = (bytes: Uint8Array) => number | undefined;

interface Entry {
  readonly bytes: Uint8Array;
  done: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  stopListening: (() => void) | undefined;
}

const CHUNK_BYTES = 16 * 1024;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 32;

function closedError(bytes: number): CottyError {
  return new CottyError(
    'session_closed',
    `The session ended before ${bytes} bytes of input were taken.`,
    'Read its output and exit status, then open a new session.',
  );
}

function cancelledError(bytes: number): CottyError {
  return new CottyError(
    'cancelled',
    `The write was cancelled; ${bytes} bytes were not delivered.`,
    'The program is not reading its input; look at the screen before typing again.',
  );
}
