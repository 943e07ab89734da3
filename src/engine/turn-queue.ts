/** A fair mutex whose waiters can give up. */
export class TurnQueue {
  #tail: Promise<void> = Promise.resolve();
  #holders = 0;

  /** Holders and waiters together. */
  get length(): number {
    return this.#holders;
  }

  /** Resolves with the key to give back, or null when the signal fired first. */
  async take(signal: AbortSignal): Promise<Disposable | null> {
    const before = this.#holders === 0 ? null : this.#tail;
    let giveBack = (): void => undefined;
    const mine = new Promise<void>(resolve => {
      giveBack = resolve;
    });
    this.#tail = before ? before.then(() => mine) : mine;
    this.#holders++;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      this.#holders--;
      giveBack();
    };
    if (!before) return {[Symbol.dispose]: release};
    const gaveUp = await Promise.race([before.then(() => false), aborted(signal)]);
    if (!gaveUp) return {[Symbol.dispose]: release};
    release();
    return null;
  }
}

function aborted(signal: AbortSignal): Promise<true> {
  if (signal.aborted) return Promise.resolve(true);
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(true), {once: true}));
}
