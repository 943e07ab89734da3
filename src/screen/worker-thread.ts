import {Worker} from 'node:worker_threads';
import {asCottyError, CottyError} from '../core/index.ts';
import {type Activity, Beat, type FeedPlace} from './watch/beat.ts';
import {Watchdog} from './watch/watchdog.ts';
import type {Answers, FromWorker, PoolStats, Question, ToWorker, WorkerStart} from './worker-protocol.ts';

interface Pending {
  readonly screen: number | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Why a screen must be made anew. */
export interface ScreenLoss {
  /** True when the thread or the emulator failed at this very screen; false when it went down with another. */
  readonly isOwn: boolean;
  /** What of its output the failure came from, when it came from output. */
  readonly place: FeedPlace | undefined;
}

export interface ThreadOptions extends Pick<WorkerStart, 'limits'> {
  /** The worker's code. */
  readonly url: URL;
  /** A step that lasts longer ends the thread. */
  readonly stuckAfterMs: number;
}

/**
 * The main thread's side of one screen worker: numbered questions, and a clear failure for all of them when it dies or
 * hangs.
 */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #beat: Beat;
  readonly #watchdog: Watchdog;
  readonly #pending = new Map<number, Pending>();
  readonly #failed = new Map<number, FeedPlace>();
  #nextRequest = 1;
  #death: CottyError | undefined;
  #diedOf: Activity | undefined;

  constructor({url, limits, stuckAfterMs}: ThreadOptions) {
    const memory = new SharedArrayBuffer(Beat.sizeBytes);
    const workerData: WorkerStart = {limits, beat: memory};
    this.#beat = new Beat(memory);
    const worker = new Worker(url, {workerData, resourceLimits: {maxYoungGenerationSizeMb: YOUNG_MB}});
    this.#worker = worker;
    this.#watchdog = new Watchdog(this.#beat, {
      limitMs: stuckAfterMs,
      isAwaited: () => this.#pending.size > 0,
      onStuck: () => {
        this.#die(new Error('The screen worker hangs.'));
        void worker.terminate();
      },
    });
    worker.on('message', (message: FromWorker) => this.#settle(message));
    worker.on('error', error => this.#die(error));
    worker.on('exit', () => this.#die(new Error('The screen worker ended.')));
    worker.unref();
  }

  get alive(): boolean {
    return this.#death === undefined;
  }

  /** Undefined while the screen is whole. */
  lossOf(screen: number): ScreenLoss | undefined {
    const failed = this.#failed.get(screen);
    if (failed) return {isOwn: true, place: failed};
    if (this.alive) return undefined;
    const isOwn = this.#diedOf?.screen === screen;
    return {isOwn, place: isOwn ? this.#diedOf?.place : undefined};
  }

  post(message: ToWorker, transfer?: ArrayBuffer): void {
    if (!this.alive) return;
    this.#worker.postMessage(message, transfer ? [transfer] : []);
    this.#watchdog.watch();
  }

  /** Nobody will ask about this screen any more. */
  forget(screen: number): void {
    this.#failed.delete(screen);
    this.post({type: 'dispose', screen});
  }

  async ask<Q extends Question>(screen: number, question: Q, signal?: AbortSignal): Promise<Answers[Q['type']]> {
    if (signal?.aborted) throw asCottyError(signal.reason);
    // The worker answers a question with the value of its own type.
    return (await this.#request({screen, signal}, request => ({
      type: 'ask',
      screen,
      request,
      question,
    }))) as Answers[Q['type']];
  }

  async stats(freeze: boolean): Promise<PoolStats> {
    if (!this.alive) return {screens: 0, live: 0};
    return (await this.#request({}, request => ({type: 'stats', request, freeze}))) as PoolStats;
  }

  async close(): Promise<void> {
    this.#death ??= new CottyError('cancelled', 'The screen pool was closed.', 'Open a new pool.');
    this.#rejectAll(this.#death);
    this.#watchdog[Symbol.dispose]();
    await this.#worker.terminate();
  }

  #request(
    {screen, signal}: {screen?: number | undefined; signal?: AbortSignal | undefined},
    message: (request: number) => ToWorker,
  ): Promise<unknown> {
    if (this.#death) return Promise.reject(this.#death);
    const request = this.#nextRequest++;
    return new Promise((resolve, reject) => {
      const abort = (): void => this.#finish(request)?.reject(asCottyError(signal?.reason));
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal?.removeEventListener('abort', abort);
          settle(value);
        };
      signal?.addEventListener('abort', abort, {once: true});
      this.#pending.set(request, {screen, resolve: settled(resolve), reject: settled(reject)});
      this.#worker.ref();
      this.post(message(request));
    });
  }

  #settle(message: FromWorker): void {
    const pending = this.#finish(message.request);
    if (message.type === 'answer') {
      pending?.resolve(message.value);
    } else {
      if (message.place && pending?.screen !== undefined) this.#failed.set(pending.screen, message.place);
      pending?.reject(CottyError.from(message.error));
    }
  }

  /**
   * Takes a request off the list; with none left the worker no longer keeps the process alive. One that is being ended does, for
   * whoever waits for its end.
   */
  #finish(request: number): Pending | undefined {
    const pending = this.#pending.get(request);
    this.#pending.delete(request);
    if (this.#pending.size === 0 && this.alive) this.#worker.unref();
    return pending;
  }

  #die(cause: unknown): void {
    if (this.#death) return;
    this.#watchdog[Symbol.dispose]();
    this.#diedOf = this.#beat.activity;
    this.#death = new CottyError(
      'internal',
      'The thread that emulates this screen ended unexpectedly.',
      'Make a new screen and replay the session log into it.',
      {cause},
    );
    this.#rejectAll(this.#death);
  }

  #rejectAll(error: CottyError): void {
    for (const request of [...this.#pending.keys()]) this.#finish(request)?.reject(error);
  }
}

/** Keeps the garbage of many screens from settling as resident memory. */
const YOUNG_MB = 8;
