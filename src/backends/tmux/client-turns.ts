import type {ControlClient} from './control-client.ts';

/** Lets no client leave a server while another one attaches to it, nor the other way round: tmux 3.3 crashes by that (tmux pull request 5004). */
export class ClientTurns {
  readonly #attaching = new Set<Promise<unknown>>();
  readonly #leaving = new Set<ControlClient>();

  /** Resolves when a client may be started. */
  async mayAttach(): Promise<void> {
    while (this.#leaving.size > 0 && this.#attaching.size === 0)
      await Promise.all([...this.#leaving].map(leaving => leaving.ended));
  }

  /** Resolves when one that was started just now is attached. Errors: those of `ControlClient.attached`. */
  async attached(client: ControlClient): Promise<void> {
    const attached = client.attached();
    this.#attaching.add(attached);
    try {
      await attached;
    } finally {
      this.#attaching.delete(attached);
      if (this.#attaching.size === 0) this.#letLeave();
    }
  }

  /** At once, or when all that attach have done so. */
  leave(client: ControlClient): void {
    this.#leaving.add(client);
    if (this.#attaching.size === 0) this.#letLeave();
  }

  /** Resolves when nobody attaches any more, be it that they could not. */
  async allAttached(): Promise<void> {
    await Promise.allSettled(this.#attaching);
  }

  #letLeave(): void {
    for (const client of this.#leaving) {
      client[Symbol.dispose]();
      if (client.hasEnded) this.#leaving.delete(client);
      else client.ended.finally(() => this.#leaving.delete(client)).catch(() => undefined);
    }
  }
}
