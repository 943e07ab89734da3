import type {ClientOriginatedMessage} from './generated/api_pb.js';

/** What a client has not read of its answers, at most, before further requests of it are served. */
const MOST_BACKLOG_BYTES = 16 * 1024 * 1024;
/** So many requests of one client are under way at once, and so many wait, before no more are read. */
const MOST_AT_ONCE = 32;
const MOST_WAITING = 1000;

export interface RequestTurnsOptions {
  serve(request: ClientOriginatedMessage): void | Promise<void>;
  backlogBytes(): number;
  /** No more is to be read from the client, or again. */
  onFull(isFull: boolean): void;
}

/** Hands on the requests of one client in their order, and no faster than it reads the answers. */
export class RequestTurns {
  readonly #options: RequestTurnsOptions;
  readonly #waiting: ClientOriginatedMessage[] = [];
  #atOnce = 0;
  #isFull = false;

  constructor(options: RequestTurnsOptions) {
    this.#options = options;
  }

  take(request: ClientOriginatedMessage): void {
    // Somebody waits for it, perhaps this client itself.
    if (request.submessage.case === 'serverOriginatedRpcResultRequest') return void this.#options.serve(request);
    this.#waiting.push(request);
    this.goOn();
  }

  /** The client has read something, or a request was served. */
  goOn(): void {
    while (this.#atOnce < MOST_AT_ONCE && this.#options.backlogBytes() <= MOST_BACKLOG_BYTES) {
      const next = this.#waiting.shift();
      if (!next) break;
      void this.#serve(next);
    }
    const isFull = this.#waiting.length > MOST_WAITING;
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    this.#options.onFull(isFull);
  }

  async #serve(request: ClientOriginatedMessage): Promise<void> {
    // A function may take as long as it likes, and call others.
    const counts = request.submessage.case === 'invokeFunctionRequest' ? 0 : 1;
    this.#atOnce += counts;
    try {
      await this.#options.serve(request);
    } finally {
      this.#atOnce -= counts;
      this.goOn();
    }
  }
}
