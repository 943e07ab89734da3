/** How long a caller waits: until time is up or the caller goes away. Cheaper than composing abort signals. */
export class Patience implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal;
  readonly #onAbort = (): void => this.#controller.abort(this.#caller.reason);
  #timedOut = false;

  constructor(timeoutMs: number, caller: AbortSignal) {
    this.#caller = caller;
    this.#timer = setTimeout(
      () => {
        this.#timedOut = true;
        this.#controller.abort(timeIsUp);
      },
      Math.max(1, Math.min(timeoutMs, LONGEST_MS)),
    );
    if (caller.aborted) this.#onAbort();
    else caller.addEventListener('abort', this.#onAbort, {once: true});
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#onAbort);
  }
}

/** Largest delay of a Node timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** A reason made once: making one for every wait costs more than the wait. */
const timeIsUp = new DOMException('The wait is over.', 'TimeoutError');
