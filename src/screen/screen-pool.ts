import {CottyError} from '../core/index.ts';
import {Screen, type ScreenPort} from './screen.ts';
import type {PoolStats, ScreenOptions, WorkerLimits} from './worker-protocol.ts';
import {type ThreadOptions, WorkerThread} from './worker-thread.ts';
import {workerUrl} from './worker-url.ts';

export interface ScreenPoolOptions extends Partial<WorkerLimits> {
  /** Worker threads at most, beside the one for suspects; default 1. */
  readonly threads?: number | undefined;
  /** A thread that has worked at one step for longer is ended; default 2000. */
  readonly stuckAfterMs?: number | undefined;
  /** The worker's code; default cotty's own. */
  readonly worker?: URL | undefined;
}

interface NewScreen {
  readonly cols: number;
  readonly rows: number;
  readonly scrollback?: number | undefined;
  /**
   * An earlier emulator hung or failed at the same output: this one is apart from the others, and draws sequence by
   * sequence, so that what stops it is known exactly. Default false.
   */
  readonly isSuspect?: boolean | undefined;
}

/**
 * Owns the worker threads that emulate terminals. Threads start with the first screen that is used, never keep the
 * process alive by themselves, and end with the pool.
 */
export class ScreenPool implements AsyncDisposable {
  readonly #options: ThreadOptions;
  /** The last one is for suspects. */
  readonly #threads: (WorkerThread | undefined)[];
  #nextScreen = 1;
  #disposed: Promise<void> | undefined;

  constructor(options: ScreenPoolOptions = {}) {
    this.#options = {
      limits: {freezeAfterMs: options.freezeAfterMs ?? 15_000, maxLive: options.maxLive ?? 16},
      url: options.worker ?? workerUrl(),
      stuckAfterMs: options.stuckAfterMs ?? 2000,
    };
    this.#threads = new Array<undefined>(Math.max(1, options.threads ?? 1) + 1).fill(undefined);
  }

  /** Makes a screen; costs nothing until it is fed or read. Throws `invalid_argument` for impossible sizes. */
  createScreen({cols, rows, scrollback = 2000, isSuspect = false}: NewScreen): Screen {
    if (this.#disposed) throw new CottyError('cancelled', 'The screen pool was closed.', 'Open a new pool.');
    const id = this.#nextScreen++;
    return new Screen(this.#port(id, {cols, rows, scrollback, isSuspect}), {cols, rows});
  }

  /** How many screens exist and how many of them hold an emulator at the moment. */
  stats(): Promise<PoolStats> {
    return this.#stats(false);
  }

  /** Gives back the memory of every idle screen now; happens by itself after a while without use. */
  freezeIdle(): Promise<PoolStats> {
    return this.#stats(true);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposed ??= Promise.all(this.#threads.map(thread => thread?.close())).then(() => undefined);
    return this.#disposed;
  }

  async #stats(freeze: boolean): Promise<PoolStats> {
    const parts = await Promise.all(this.#threads.map(thread => thread?.stats(freeze) ?? {screens: 0, live: 0}));
    return parts.reduce((sum, part) => ({screens: sum.screens + part.screens, live: sum.live + part.live}));
  }

  /** One screen's door to its thread, which is chosen and started at first use and stays the same. */
  #port(id: number, options: ScreenOptions): ScreenPort {
    let thread: WorkerThread | undefined;
    const open = (): WorkerThread => {
      if (thread) return thread;
      if (this.#disposed) throw new CottyError('cancelled', 'The screen pool was closed.', 'Open a new pool.');
      const ordinary = this.#threads.length - 1;
      thread = this.#thread(options.isSuspect ? ordinary : id % ordinary);
      thread.post({type: 'create', screen: id, options});
      return thread;
    };
    return {
      id,
      post: message => open().post(message),
      ask: (question, signal) => open().ask(id, question, signal),
      loss: () => thread?.lossOf(id),
      close: () => thread?.forget(id),
    };
  }

  /** A thread that died is replaced for new screens; its old screens keep failing so that their owners replay them. */
  #thread(index: number): WorkerThread {
    const present = this.#threads[index];
    if (present?.alive) return present;
    const thread = new WorkerThread(this.#options);
    this.#threads[index] = thread;
    return thread;
  }
}
