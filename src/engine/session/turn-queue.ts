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
    if (!(await comesBeforeAbort(before, signal))) {
      release();
      return null;
    }
    return {[Symbol.dispose]: release};
  }
}

async function comesBeforeAbort(event: Promise<void>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const {promise: aborted, resolve} = Promise.withResolvers<false>();
  const onAbort = (): void => resolve(false);
  signal.addEventListener('abort', onAbort, {once: true});
  try {
    return await Promise.race([event.then(() => true), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
