import {Worker} from 'node:worker_threads';
import {asCottyError, CottyError} from '../../core/index.ts';
import type {FromPictureThread, Picture, PictureOrder, ToPictureThread} from './picture-messages.ts';

/** Fonts and glyphs are kept for the next picture so long. */
const IDLE_MS = 60_000;
/** A picture that needs more memory fails, and the server goes on. */
const LIMITS = {maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32};

interface Pending {
  resolve(picture: Picture): void;
  reject(error: unknown): void;
}

/** Draws pictures on a thread of its own, which starts with the first one and ends when none has been asked for in a while. */
export class PictureMaker implements AsyncDisposable {
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;
  #isDisposed = false;

  /** Throws `too_large` for a picture of too many pixels, `cancelled` when aborted. */
  async make(order: PictureOrder, {signal}: {readonly signal?: AbortSignal | undefined} = {}): Promise<Picture> {
    signal?.throwIfAborted();
    if (this.#isDisposed) throw new CottyError('cancelled', 'The server is ending.', 'Call again.');
    clearTimeout(this.#idle);
    const worker = this.#start();
    const id = this.#nextId++;
    const {promise, resolve, reject} = Promise.withResolvers<Picture>();
    const onAbort = (): void => reject(asCottyError(signal?.reason));
    signal?.addEventListener('abort', onAbort, {once: true});
    this.#pending.set(id, {resolve, reject});
    worker.ref();
    const message: ToPictureThread = {id, order};
    worker.postMessage(message);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#rest();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.#end();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), {resourceLimits: LIMITS});
    worker.on('message', (message: FromPictureThread) => {
      const pending = this.#pending.get(message.id);
      if (message.type === 'picture') pending?.resolve(message.picture);
      else pending?.reject(CottyError.from(message.error));
    });
    const die = (cause: unknown): void => {
      if (this.#worker === worker) this.#worker = null;
      this.#fail(cause);
    };
    worker.on('error', die);
    worker.on('exit', () => die(new Error('It has ended.')));
    this.#worker = worker;
    return worker;
  }

  #rest(): void {
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #fail(cause: unknown): void {
    const error = new CottyError(
      'internal',
      `The thread that draws pictures ended: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Call again; if it fails again, ask for format svg or text.',
      {cause},
    );
    for (const {reject} of this.#pending.values()) reject(error);
  }
}
