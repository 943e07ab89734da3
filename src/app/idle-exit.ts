/** Calls back once it was told `idle` for long enough without a break. A limit of 0 never does. */
export class IdleExit implements Disposable {
  readonly #limitMs: number;
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onIdle: () => void) {
    this.#limitMs = limitMs;
    this.#onIdle = onIdle;
  }

  update(isIdle: boolean): void {
    if (!isIdle || this.#limitMs === 0) this[Symbol.dispose]();
    else this.#timer ??= setTimeout(this.#onIdle, this.#limitMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
