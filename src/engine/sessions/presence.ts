/** Which clients are there: those that hold a connection, or have a call under way. */
export class Presence {
  readonly #connections = new Map<string, number>();
  readonly #onChange: (client: string) => void;

  /** Told when a client comes, and when the last that stood for it has gone. */
  constructor(onChange: (client: string) => void) {
    this.#onChange = onChange;
  }

  has(client: string): boolean {
    return this.#connections.has(client);
  }

  /** The client is there until this is disposed; another connection may stand for it as well. */
  arrive(client: string): Disposable {
    this.#count(client, 1);
    let isThere = true;
    return {
      [Symbol.dispose]: () => {
        if (isThere) this.#count(client, -1);
        isThere = false;
      },
    };
  }

  #count(client: string, change: 1 | -1): void {
    const before = this.#connections.get(client) ?? 0;
    const now = before + change;
    if (now > 0) this.#connections.set(client, now);
    else this.#connections.delete(client);
    if (before === 0 || now === 0) this.#onChange(client);
  }
}
