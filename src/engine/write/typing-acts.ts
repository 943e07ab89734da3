/**
 * What one call types is one act. The lease knows writers by their connection, and one connection may make several calls at once: without
 * this the text of the second would stand between the text and the Enter of the first.
 */
import {type Actor, CottyError, LinkedAbort, pause} from '../../core/index.ts';
import {isSameWriter} from './input-lease.ts';
import {isSignalCharacter} from './line-effect.ts';

/** How long a call waits for one act of its connection before it is refused. */
const PATIENCE_MS = 4000;

/** Those of one session, in the order of their calls. */
export class TypingActs {
  readonly #acts: TypingAct[] = [];

  /** A call has come that is going to type, and is over when the result is disposed of. Persons, and other connections, wait for the line alone. */
  enter(by: Actor): TypingAct {
    return new TypingAct(by, this.#acts);
  }
}

class TypingAct implements Disposable {
  readonly #by: Actor;
  readonly #all: TypingAct[];
  readonly #over = new AbortController();

  constructor(by: Actor, all: TypingAct[]) {
    this.#by = by;
    this.#all = all;
    all.push(this);
  }

  /**
   * Resolves when the calls of this agent's connection that came before are over; at once for characters that make signals, which are for whatever
   * runs. Errors: `input_held` when one of these calls takes too long, and the reason of `signal`.
   */
  async turn(parts: readonly Uint8Array[], signal: AbortSignal): Promise<void> {
    if (this.#by.type !== 'agent' || parts.every(isSignalCharacter)) return;
    for (let before = this.#before(); before; before = this.#before()) {
      const over = before.#over.signal;
      using either = new LinkedAbort(signal, over);
      await pause(PATIENCE_MS, either.signal);
      signal.throwIfAborted();
      if (!over.aborted) throw typingElsewhere();
    }
  }

  [Symbol.dispose](): void {
    const index = this.#all.indexOf(this);
    if (index >= 0) this.#all.splice(index, 1);
    this.#over.abort();
  }

  /** The first one of the same connection, if this is not that. */
  #before(): TypingAct | null {
    const first = this.#all.find(act => isSameWriter(act.#by, this.#by));
    return first === this ? null : (first ?? null);
  }
}

function typingElsewhere(): CottyError {
  return new CottyError(
    'input_held',
    'Another call of this connection is typing in this session, and its Enter was not pressed yet; nothing was typed.',
    'Call again when that call has answered, or use another session; send_control passes at once.',
  );
}
