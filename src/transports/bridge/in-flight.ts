import type {RequestId} from '../wire/response-id.ts';
import {markRepeated} from './client-message.ts';

/** How often a request is sent to a fresh server before it is held responsible for the server's end. */
const MAX_DELIVERIES = 4;

interface Pending {
  readonly id: RequestId;
  readonly isToolCall: boolean;
  readonly bytes: Buffer;
  deliveries: number;
}

/** The requests that have no answer yet, oldest first, kept so that they can be sent again to a replaced server. */
export class InFlight {
  readonly #pending = new Map<RequestId, Pending>();

  get size(): number {
    return this.#pending.size;
  }

  add(id: RequestId, method: string, bytes: Buffer): void {
    this.#pending.set(id, {id, isToolCall: method === 'tools/call', bytes, deliveries: 0});
  }

  has(id: RequestId): boolean {
    return this.#pending.has(id);
  }

  /** Forgets a request that was answered or cancelled. */
  delete(id: RequestId): void {
    this.#pending.delete(id);
  }

  /** Hands out the bytes to send for one request, or undefined when it is not (or no longer) to be sent. */
  deliver(id: RequestId): Buffer | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    pending.deliveries += 1;
    return pending.deliveries > 1 && pending.isToolCall ? markRepeated(pending.bytes) : pending.bytes;
  }

  /** Takes out the requests that were sent too often already. */
  takeHopeless(): RequestId[] {
    const ids = this.ids().filter(id => (this.#pending.get(id)?.deliveries ?? 0) >= MAX_DELIVERIES);
    for (const id of ids) this.#pending.delete(id);
    return ids;
  }

  /** Takes out all. */
  takeAll(): RequestId[] {
    const ids = this.ids();
    this.#pending.clear();
    return ids;
  }

  ids(): RequestId[] {
    return [...this.#pending.keys()];
  }
}
