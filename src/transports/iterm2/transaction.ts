import type {ApiClient} from './api-client.ts';

/** While one client has a transaction open, the requests of the others wait. */
export class Transaction {
  #holder: ApiClient | null = null;
  #over = Promise.withResolvers<void>();

  /** False when there is one already. */
  begin(client: ApiClient): boolean {
    if (this.#holder) return false;
    this.#holder = client;
    this.#over = Promise.withResolvers<void>();
    return true;
  }

  /** False when this client has none. */
  end(client: ApiClient): boolean {
    if (this.#holder !== client) return false;
    this.#holder = null;
    this.#over.resolve();
    return true;
  }

  /** Resolves when this client may go on. */
  async turn(client: ApiClient): Promise<void> {
    while (this.#holder && this.#holder !== client) await this.#over.promise;
  }
}
