/** When checkpoints are kept: one after the other, and so seldom that they never take more than a small part of the server's time. */
export interface Keeping {
  keep(): void;
}

/** What changes much in this time is kept once. */
const SOON_MS = 1000;
/** Between two of them at least, and as many times as long as the last one took, also where nothing else was due by then. */
const PAUSE_MS = 20;
const PAUSE_FACTOR = 50;

export class CheckpointPace implements Disposable {
  readonly #due = new Set<Keeping>();
  #timer: NodeJS.Timeout | undefined;
  /** By `performance.now()`. */
  #notBeforeMs = 0;

  /** Has it kept when its turn comes. Asking twice is asking once. */
  soon(keeping: Keeping): void {
    this.#due.add(keeping);
    this.#timer ??= setTimeout(() => this.#next(), Math.max(SOON_MS, this.#notBeforeMs - performance.now())).unref();
  }

  /** It is not kept any more unless it asks again. */
  forget(keeping: Keeping): void {
    this.#due.delete(keeping);
  }

  [Symbol.dispose](): void {
    this.#due.clear();
    clearTimeout(this.#timer);
  }

  #next(): void {
    this.#timer = undefined;
    const [keeping] = this.#due;
    if (!keeping) return;
    this.#due.delete(keeping);
    const sinceMs = performance.now();
    keeping.keep();
    const nowMs = performance.now();
    const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (nowMs - sinceMs));
    this.#notBeforeMs = nowMs + pauseMs;
    if (this.#due.size > 0) this.#timer ??= setTimeout(() => this.#next(), pauseMs).unref();
  }
}
