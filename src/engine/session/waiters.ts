import {CottyError} from '../../core/index.ts';

/** Callbacks run after every change of a session. Waits are built from these: no timer asks whether something happened. */
export class Waiters {
  readonly #checks = new Set<() => void>();

  /** Runs every check once. A check may remove itself. */
  wake(): void {
    for (const check of this.#checks) check();
  }

  get size(): number {
    return this.#checks.size;
  }

  add(check: () => void): Disposable {
    this.#checks.add(check);
    return {[Symbol.dispose]: () => void this.#checks.delete(check)};
  }

  /**
   * Resolves with the first value that comes within so many milliseconds; with undefined when there is none, or on abort. What has come by then
   * counts, also where this process had no time to read it: timers run before what sockets hold. Cheaper than a wait that ends another.
   */
  within<T>(look: () => T | undefined, ms: number, signal: AbortSignal): Promise<T | undefined> {
    const now = look();
    if (now !== undefined || signal.aborted) return Promise.resolve(now);
    return new Promise(resolve => {
      const finish = (value: T | undefined): void => {
        clearTimeout(timer);
        clearImmediate(lastRead);
        this.#checks.delete(check);
        signal.removeEventListener('abort', giveUp);
        resolve(value);
      };
      const giveUp = (): void => finish(undefined);
      const check = (): void => {
        const value = look();
        if (value !== undefined) finish(value);
      };
      let lastRead: NodeJS.Immediate | undefined;
      const timer = setTimeout(() => {
        lastRead = setImmediate(giveUp);
      }, ms);
      this.#checks.add(check);
      signal.addEventListener('abort', giveUp, {once: true});
    });
  }

  /** Resolves with the first value that is not undefined; looks once at once. Rejects with `cancelled` on abort. */
  async until<T>(look: () => T | undefined, signal: AbortSignal): Promise<T> {
    const now = look();
    if (now !== undefined) return now;
    if (signal.aborted) throw cancelled(signal);
    return new Promise<T>((resolve, reject) => {
      const finish = () => {
        this.#checks.delete(check);
        signal.removeEventListener('abort', abort);
      };
      const check = () => {
        const value = look();
        if (value === undefined) return;
        finish();
        resolve(value);
      };
      const abort = () => {
        finish();
        reject(cancelled(signal));
      };
      this.#checks.add(check);
      signal.addEventListener('abort', abort, {once: true});
    });
  }
}

function cancelled(signal: AbortSignal): CottyError {
  return new CottyError(
    'cancelled',
    'The wait was cancelled; the command was not touched.',
    'Read on with the same command_id or cursor.',
    {
      cause: signal.reason,
    },
  );
}
