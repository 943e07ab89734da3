import {CONTEXT_BEFORE, type SecretMask} from './secret-mask.ts';

/**
 * A stream of bytes for whoever is not to have the secrets in it, as it comes. Where its end may be the beginning of a secret that part is held back until more is known; everything
 * else goes on at once. Nothing is added or left out, so that every place stays what it is.
 */
export class MaskedStream {
  readonly #mask: SecretMask;
  /** What went before, as it was printed: a secret may have begun there. */
  #before: Uint8Array;
  #held: Uint8Array = new Uint8Array(0);

  /** `before` is what the reader has had of the stream, or what stands before in it. */
  constructor(mask: SecretMask, before: Uint8Array = new Uint8Array(0)) {
    this.#mask = mask;
    this.#before = before.subarray(-CONTEXT_BEFORE);
  }

  /** The next bytes that can go on. */
  push(bytes: Uint8Array): Uint8Array {
    if (bytes.length === 0) return bytes;
    return this.#take(bytes, window => Math.max(this.#before.length, this.#mask.undecidedFrom(window)));
  }

  /** What was held back, when nothing follows. */
  end(): Uint8Array {
    return this.#take(new Uint8Array(0), window => window.length);
  }

  /** What is not in the stream any more cannot be gone on from. */
  skip(): Uint8Array {
    const rest = this.end();
    this.#before = new Uint8Array(0);
    return rest;
  }

  #take(bytes: Uint8Array, upTo: (window: Uint8Array) => number): Uint8Array {
    const window = Buffer.concat([this.#before, this.#held, bytes]);
    const to = upTo(window);
    const told = this.#mask.maskBytes(window, this.#before.length, to);
    this.#held = window.subarray(to);
    this.#before = window.subarray(Math.max(0, to - CONTEXT_BEFORE), to);
    return told;
  }
}
