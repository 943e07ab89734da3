/** Where the answers to a client's calls go: its present connection. */
export interface Line {
  send(frame: Buffer): void;
  /** Another connection has taken its place. */
  drop(): void;
}

/**
 * What one client has asked for, across its connections: when one breaks, calls are sent again by the next, and none is carried
 * out twice. A client's calls are numbered in the order in which it made them.
 */
export class Conversation {
  readonly #running = new Map<number, AbortController>();
  /** Of calls that must not be carried out twice; the newest. */
  readonly #answers = new Map<number, Buffer>();
  #newest = 0;
  #line: Line | null = null;

  /** Answers go to this one from now on. */
  takeUp(line: Line): void {
    const before = this.#line;
    this.#line = line;
    before?.drop();
  }

  leave(line: Line): void {
    if (this.#line === line) this.#line = null;
  }

  /** False when nobody is there to hear. */
  get isHeld(): boolean {
    return this.#line !== null;
  }

  /**
   * Carries a call out, unless it is under way or was carried out before; sends the answer. `onForgotten` gives the answer to one of
   * so long ago that its own is forgotten.
   */
  async answer(
    id: number,
    call: {readonly isRepeatable: boolean; run(signal: AbortSignal): Promise<Buffer>; onForgotten(): Buffer},
  ): Promise<void> {
    if (!call.isRepeatable && this.#running.has(id)) return;
    const known = this.#answers.get(id) ?? (!call.isRepeatable && id <= this.#newest ? call.onForgotten() : undefined);
    if (known) {
      this.#line?.send(known);
      return;
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    if (!call.isRepeatable) this.#newest = Math.max(this.#newest, id);
    const frame = await call.run(controller.signal);
    this.#running.delete(id);
    if (!call.isRepeatable) this.#remember(id, frame);
    this.#line?.send(frame);
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort();
  }

  #remember(id: number, frame: Buffer): void {
    this.#answers.set(id, frame);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }
}

/** More calls than a client has open at a time; their answers are short. */
const MOST_ANSWERS = 500;

/** The conversations of a host's clients, by the name that the client has given its own. */
export class Conversations {
  readonly #known = new Map<string, Conversation>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** Goes on with the conversation, or begins it. One without a name ends with its connection. */
  join(name: string | undefined): {readonly conversation: Conversation; readonly resumed: boolean} {
    if (name === undefined) return {conversation: new Conversation(), resumed: false};
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
    const known = this.#known.get(name);
    const conversation = known ?? new Conversation();
    this.#known.set(name, conversation);
    return {conversation, resumed: known !== undefined};
  }

  /** Nobody is there any more: it is kept for a while. */
  leave(name: string | undefined): void {
    if (name === undefined || this.#known.get(name)?.isHeld) return;
    clearTimeout(this.#timers.get(name));
    const forget = () => {
      this.#timers.delete(name);
      this.#known.delete(name);
    };
    this.#timers.set(name, setTimeout(forget, KEPT_MS).unref());
  }
}

/** A client gives a call up long before. */
const KEPT_MS = 60_000;
