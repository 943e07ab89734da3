import type {ProofSpan} from '../proof/nonce-blanker.ts';

/** Where nonces stood in the part of the stream that is not understood yet. */
export class ProofsFound {
  readonly #spans = new Map<number, ProofSpan>();

  add(spans: readonly ProofSpan[]): void {
    for (const span of spans) this.#spans.set(span.at, span);
  }

  /** The one whose first byte is at this stream offset. */
  at(offset: number): ProofSpan | undefined {
    return this.#spans.get(offset);
  }

  /** Drops those before a stream offset. */
  forget(offset: number): void {
    if (this.#spans.size === 0) return;
    for (const at of this.#spans.keys()) {
      if (at >= offset) return;
      this.#spans.delete(at);
    }
  }
}
