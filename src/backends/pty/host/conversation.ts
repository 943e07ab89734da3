/** Where the answers to a client's calls go: its present connection. */
export interface Line {
  send(frame: Buffer, options: {readonly mayWait: boolean}): void;
  /** Another connection has taken its place. */
  drop(): void;
}

/** A call as the conversation sees it. */
export interface Asked {
  readonly id: number;
  /** Does no harm when it is carried out twice. */
  readonly isRepeatable: boolean;
  /** That it was done is told a moment later by what comes of it as well. */
  readonly mayWait: boolean;
  /** Carries it out; never rejects. Null is the answer that says nothing but that it was done. */
  run(signal: AbortSignal): Promise<Buffer | null>;
  /** That answer. */
  done(): Buffer;
  /** The answer to one of so long ago that its own is forgotten. */
  forgotten(): Buffer;
}

/**
 * What one client has asked for, across its connections: when one breaks, calls are sent again by the next, and none is carried
 * out twice. A client's calls are numbered in the order in which it made them.
 */
export class Conversation {
  readonly #running = new Map<number, AbortController>();
  /** Of calls that must not be carried out twice the newest, in rings: a map would be new garbage with each of them. */
  readonly #ids: number[] = [];
  readonly #answers: (Buffer | null)[] = [];
  #next = 0;
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

  /** Carries a call out, unless it is under way or was carried out before; sends the answer. */
  async answer(asked: Asked): Promise<void> {
    const {id, isRepeatable} = asked;
    if (!isRepeatable && this.#isKnown(asked)) return;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const answer = await asked.run(controller.signal);
    this.#running.delete(id);
    if (!isRepeatable) this.#remember(id, answer);
    // A failure, and all else that says something, goes at once.
    this.#line?.send(answer ?? asked.done(), {mayWait: asked.mayWait && answer === null});
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort();
  }

  #isKnown(asked: Asked): boolean {
    const {id} = asked;
    if (id > this.#newest) {
      this.#newest = id;
      return false;
    }
    if (this.#running.has(id)) return true;
    const at = this.#ids.indexOf(id);
    this.#line?.send(at < 0 ? asked.forgotten() : (this.#answers[at] ?? asked.done()), {mayWait: false});
    return true;
  }

  #remember(id: number, answer: Buffer | null): void {
    this.#ids[this.#next] = id;
    this.#answers[this.#next] = answer;
    this.#next = (this.#next + 1) % MOST_ANSWERS;
  }
}

/** More calls than a client has open at a time. */
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
