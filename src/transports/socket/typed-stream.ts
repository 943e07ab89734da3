import type {TypedAt} from '../../core/index.ts';

/** What somebody types at a session, over however many connections: each byte is kept until a server has said that it was taken. */
export class TypedStream {
  readonly #name = `${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  #pieces: Uint8Array[] = [];
  /** Bytes before the first of them. */
  #from = 0;
  #upTo = 0;

  /** The first byte that is not known to be taken. */
  get start(): TypedAt {
    return {stream: this.#name, offset: this.#from};
  }

  /** Behind the last byte that was typed. */
  get end(): number {
    return this.#upTo;
  }

  get keptBytes(): number {
    return this.#upTo - this.#from;
  }

  push(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#upTo += bytes.length;
  }

  /** From that place on, which is not before `start`. */
  since(offset: number): Buffer {
    const fresh: Uint8Array[] = [];
    for (let end = this.#upTo, at = this.#pieces.length - 1; end > offset && at >= 0; at--) {
      const piece = this.#pieces[at] ?? NOTHING;
      end -= piece.length;
      fresh.unshift(piece.subarray(Math.max(0, offset - end)));
    }
    return Buffer.concat(fresh);
  }

  taken(upTo: number): void {
    for (let [first] = this.#pieces; first && this.#from < upTo; [first] = this.#pieces) {
      const taken = Math.min(first.length, upTo - this.#from);
      this.#from += taken;
      if (taken === first.length) this.#pieces.shift();
      else this.#pieces[0] = first.subarray(taken);
    }
  }
}

const NOTHING = new Uint8Array(0);
