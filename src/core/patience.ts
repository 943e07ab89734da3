import {LinkedAbort} from './linked-abort.ts';

/** How long a caller waits: until time is up (milliseconds) or the caller goes away. Cheaper than composing abort signals. */
export class Patience extends LinkedAbort {
  #timer: NodeJS.Timeout;
  #timedOut = false;

  constructor(timeoutMs: number, caller?: AbortSignal) {
    super(caller);
    this.#timer = this.#after(timeoutMs);
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** Counts from now. Without effect when the wait is over already. */
  restart(timeoutMs: number): void {
    clearTimeout(this.#timer);
    if (!this.signal.aborted) this.#timer = this.#after(timeoutMs);
  }

  override [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    super[Symbol.dispose]();
  }

  #after(timeoutMs: number): NodeJS.Timeout {
    const onTime = (): void => {
      if (this.signal.aborted) return;
      this.#timedOut = true;
      this.abort(timeIsUp);
    };
    return setTimeout(onTime, Math.max(1, Math.min(timeoutMs, LONGEST_MS)));
  }
}

/** Largest delay of a Node timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** A reason made once: making one for every wait costs more than the wait. */
const timeIsUp = new DOMException('The wait is over.', 'TimeoutError');
