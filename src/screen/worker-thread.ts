import type {Worker} from 'node:worker_threads';
import {asCottyError, CottyError} from '../core/index.ts';
import type {Answers, FromWorker, PoolStats, Question, ToWorker} from './worker-protocol.ts';

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The main thread's side of one screen worker: numbered questions, and a clear failure for all of them when it dies. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #nextRequest = 1;
  #death: CottyError | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => this.#settle(message));
    worker.on('error', error => this.#die(error));
    worker.on('exit', () => this.#die(new Error('The screen worker ended.')));
    worker.unref();
  }

  get alive(): boolean {
    return this.#death === undefined;
  }

  post(message: ToWorker, transfer?: ArrayBuffer): void {
    if (this.alive) this.#worker.postMessage(message, transfer ? [transfer] : []);
  }

  async ask<Q extends Question>(screen: number, question: Q, signal?: AbortSignal): Promise<Answers[Q['type']]> {
    if (signal?.aborted) throw asCottyError(signal.reason);
    // The worker answers a question with the value of its own type.
    return (await this.#request(request => ({type: 'ask', screen, request, question}), signal)) as Answers[Q['type']];
  }

  async stats(freeze: boolean): Promise<PoolStats> {
    if (!this.alive) return {screens: 0, live: 0};
    return (await this.#request(request => ({type: 'stats', request, freeze}))) as PoolStats;
  }

  async close(): Promise<void> {
    this.#death ??= new CottyError('cancelled', 'The screen pool was closed.', 'Open a new pool.');
    this.#rejectAll(this.#death);
    await this.#worker.terminate();
  }

  #request(message: (request: number) => ToWorker, signal?: AbortSignal): Promise<unknown> {
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
      this.#pending.set(request, {resolve: settled(resolve), reject: settled(reject)});
      this.#worker.ref();
      this.#worker.postMessage(message(request));
    });
  }

  #settle(message: FromWorker): void {
    const pending = this.#finish(message.request);
    if (message.type === 'answer') pending?.resolve(message.value);
    else pending?.reject(CottyError.from(message.error));
  }

  /** Takes a request off the list; with none left the worker no longer keeps the process alive. */
  #finish(request: number): Pending | undefined {
    const pending = this.#pending.get(request);
    this.#pending.delete(request);
    if (this.#pending.size === 0) this.#worker.unref();
    return pending;
  }

  #die(cause: unknown): void {
    this.#death ??= new CottyError(
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
