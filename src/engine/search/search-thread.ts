import {Worker} from 'node:worker_threads';
import {asCottyError, CottyError} from '../../core/index.ts';
import type {FromSearchThread, JobResults, SearchJob, ToSearchThread} from './search-messages.ts';

export interface JobReply<Result> {
  readonly result: Result;
  /** False when the steps ended first: the result is how far it came. */
  readonly isDone: boolean;
  readonly steps: number;
}

/** A search that needs more memory fails, and the server goes on. */
const LIMITS = {maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 8};

interface Pending {
  resolve(reply: Extract<FromSearchThread, {type: 'result'}>): void;
  reject(error: unknown): void;
}

/** The server's side of the thread that searches: numbered jobs, and a clear failure for all of them when it dies. */
export class SearchThread {
  readonly #worker = new Worker(new URL('./search-worker.ts', import.meta.url), {resourceLimits: LIMITS});
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #death: CottyError | null = null;

  constructor() {
    this.#worker.on('message', (message: FromSearchThread) => this.#settle(message));
    this.#worker.on('error', error => this.#die(error));
    this.#worker.on('exit', () => this.#die(new Error('It has ended.')));
    this.#worker.unref();
  }

  get isAlive(): boolean {
    return this.#death === null;
  }

  get pending(): number {
    return this.#pending.size;
  }

  async run<Job extends SearchJob>(
    job: Job,
    steps: number,
    signal: AbortSignal,
  ): Promise<JobReply<JobResults[Job['type']]>> {
    if (this.#death) throw this.#death;
    const id = this.#nextId++;
    const {promise, resolve, reject} = Promise.withResolvers<Extract<FromSearchThread, {type: 'result'}>>();
    const onAbort = (): void => {
      this.#post({type: 'cancel', id});
      reject(asCottyError(signal.reason));
    };
    this.#pending.set(id, {resolve, reject});
    this.#worker.ref();
    signal.addEventListener('abort', onAbort, {once: true});
    this.#post({type: 'job', id, job, steps});
    try {
      const reply = await promise;
      // The thread answers a job with the result of its own type.
      return {result: reply.result as JobResults[Job['type']], isDone: reply.isDone, steps: reply.steps};
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
      // One that is being ended keeps the process alive for whoever waits for its end.
      if (this.#pending.size === 0 && this.isAlive) this.#worker.unref();
    }
  }

  async end(): Promise<void> {
    this.#fail(new CottyError('cancelled', 'The server is ending.', 'Call again.'));
    await this.#worker.terminate();
  }

  #post(message: ToSearchThread): void {
    this.#worker.postMessage(message);
  }

  #settle(message: FromSearchThread): void {
    const pending = this.#pending.get(message.id);
    if (message.type === 'result') pending?.resolve(message);
    else pending?.reject(CottyError.from(message.error));
  }

  #die(cause: unknown): void {
    this.#fail(
      new CottyError(
        'internal',
        `The thread that searches ended: ${cause instanceof Error ? cause.message : String(cause)}`,
        'Call again; if it fails again, search a smaller part: read_output with a cursor.',
        {cause},
      ),
    );
  }

  #fail(error: CottyError): void {
    this.#death ??= error;
    for (const {reject} of this.#pending.values()) reject(this.#death);
  }
}
