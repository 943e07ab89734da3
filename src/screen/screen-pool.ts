import {Worker} from 'node:worker_threads';
import {CottyError} from '../core/index.ts';
import {Screen, type ScreenPort} from './screen.ts';
import type {PoolStats, ScreenOptions, WorkerLimits} from './worker-protocol.ts';
import {WorkerThread} from './worker-thread.ts';
import {workerUrl} from './worker-url.ts';

export interface ScreenPoolOptions extends Partial<WorkerLimits> {
  /** Worker threads at most; default 1. */
  readonly threads?: number | undefined;
}

/**
 * Owns the worker threads that emulate terminals. Threads start with the first screen that is used, never keep the
 * process alive by themselves, and end with the pool.
 */
export class ScreenPool implements AsyncDisposable {
  readonly #limits: WorkerLimits;
  readonly #threads: (WorkerThread | undefined)[];
  #nextScreen = 1;
  #disposed: Promise<void> | undefined;

  constructor(options: ScreenPoolOptions = {}) {
    this.#limits = {freezeAfterMs: options.freezeAfterMs ?? 15_000, maxLive: options.maxLive ?? 16};
    this.#threads = new Array<undefined>(Math.max(1, options.threads ?? 1)).fill(undefined);
  }

  /** Makes a screen; costs nothing until it is fed or read. Throws `invalid_argument` for impossible sizes. */
  createScreen(options: {cols: number; rows: number; scrollback?: number | undefined}): Screen {
    if (this.#disposed) throw new CottyError('cancelled', 'The screen pool was closed.', 'Open a new pool.');
    const id = this.#nextScreen++;
    return new Screen(this.#port(id, {scrollback: 2000, ...definedOnly(options)}), options);
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
      thread = this.#thread(id % this.#threads.length);
      thread.post({type: 'create', screen: id, options});
      return thread;
    };
    return {
      id,
      post: message => open().post(message),
      ask: (question, signal) => open().ask(id, question, signal),
      close: () => thread?.post({type: 'dispose', screen: id}),
    };
  }

  /** A thread that died is replaced for new screens; its old screens keep failing so that their owners replay them. */
  #thread(index: number): WorkerThread {
    const present = this.#threads[index];
    if (present?.alive) return present;
    const thread = new WorkerThread(
      new Worker(workerUrl(), {workerData: this.#limits, resourceLimits: {maxYoungGenerationSizeMb: YOUNG_MB}}),
    );
    this.#threads[index] = thread;
    return thread;
  }
}

/** Keeps the garbage of many screens from settling as resident memory. */
const YOUNG_MB = 8;

function definedOnly(options: {cols: number; rows: number; scrollback?: number | undefined}): {
  cols: number;
  rows: number;
  scrollback?: number;
} {
  const {cols, rows, scrollback} = options;
  return scrollback === undefined ? {cols, rows} : {cols, rows, scrollback};
}
