import type {InputRequest} from '../../../core/index.ts';

/**
 * How far each stream of typing was taken. A server that is killed may have handed on more than it came to say, so the next one is
 * given that again; and what the dead one has sent may be read after what the next one sends.
 */
export class TakenInput {
  readonly #upTo = new Map<string, number>();

  /** What of the input was not taken before: all of it where it belongs to no stream. */
  fresh({bytes, typedAt}: InputRequest): Uint8Array {
    if (!typedAt) return bytes;
    const upTo = this.#upTo.get(typedAt.stream) ?? 0;
    return bytes.subarray(Math.max(0, upTo - typedAt.offset));
  }

  note({bytes, typedAt}: InputRequest): void {
    if (!typedAt) return;
    const {stream, offset} = typedAt;
    const upTo = Math.max(this.#upTo.get(stream) ?? 0, offset + bytes.length);
    this.#upTo.delete(stream);
    this.#upTo.set(stream, upTo);
    const [oldest] = this.#upTo.keys();
    if (this.#upTo.size > MOST_STREAMS && oldest !== undefined) this.#upTo.delete(oldest);
  }
}

/** More terminals than are attached to one session at a time. */
const MOST_STREAMS = 200;
