/** How long a caller waits: until time is up or the caller goes away. Cheaper than composing abort signals. */
export class Patience implements Disposable {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal;
  readonly #onAbort = (): void => this.#controller.abort(this.#caller.reason);
  #timedOut = false;

  constructor(timeoutMs: number, caller: AbortSignal) {
    this.#caller = caller;
    this.#timer = this.#after(timeoutMs);
    if (caller.aborted) this.#onAbort();
    else caller.addEventListener('abort', this.#onAbort, {once: true});
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** Counts from now. Without effect when the wait is over already. */
  restart(timeoutMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#controller.signal.aborted) this.#timer = this.#after(timeoutMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#onAbort);
  }

  #after(timeoutMs: number): NodeJS.Timeout {
    const onTime = (): void => {
      this.#timedOut = true;
      this.#controller.abort(timeIsUp);
    };
    return setTimeout(onTime, Math.max(1, Math.min(timeoutMs, LONGEST_MS)));
  }
}

/** Largest delay of a Node timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** A reason made once: making one for every wait costs more than the wait. */
const timeIsUp = new DOMException('The wait is over.', 'TimeoutError');
