/**
 * Who may type now. Every byte towards a program passes here, one write at a time: no two writers interleave, a
 * person's typing wins, and whoever loses is told who holds the line. In memory only: a lease is about now.
 */
import {type Actor, type Clock, CottyError, LinkedAbort, pause} from '../../core/index.ts';

/** A person keeps the line this long after the last key. */
const PERSON_HOLD_MS = 3000;
/** An agent that has typed half a line keeps it this long. */
const AGENT_HOLD_MS = 10_000;
/** How long a write waits for the holder before it is refused. */
const PATIENCE_MS = 4000;

export interface LeaseFacts {
  readonly holder: string | null;
  readonly remainingMs: number;
}

export class InputLease {
  readonly #clock: Clock;
  #holder: Actor | null = null;
  #untilMs = 0;
  /** The holder has taken it and not given it back: what they type changes nothing about that. */
  #takenUntilMs = 0;
  readonly #watchers = new Set<() => void>();
  #expiry: NodeJS.Timeout | undefined;
  /** Aborted when the line is given back; null while nobody waits for that. */
  #released: AbortController | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  /** Writes that are under way or queued. */
  #writes = 0;
  /** Those of them that are under way. */
  #begun = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  facts(): LeaseFacts {
    const remainingMs = Math.max(0, this.#untilMs - this.#clock.monotonicMs());
    return {holder: this.#holder && remainingMs > 0 ? actorName(this.#holder) : null, remainingMs};
  }

  /**
   * Runs `write` when `actor` may type; waits a little for another holder, then throws `input_held`. What `passes` waits for no other
   * write to be taken: a ^C must not stand behind input that nobody reads. What `interrupts` does not wait for an agent that types on, either.
   */
  async withLine<T>(
    actor: Actor,
    signal: AbortSignal | undefined,
    write: () => Promise<T>,
    {passes = false, interrupts = false}: {readonly passes?: boolean; readonly interrupts?: boolean} = {},
  ): Promise<T> {
    const deadline = this.#clock.monotonicMs() + PATIENCE_MS;
    for (;;) {
      const isInTheWay = !interrupts || this.#heldBy('person');
      if (actor.type === 'agent' && isInTheWay) await this.#waitForOthers(actor, deadline, signal);
      if (passes) return this.#under(write);
      // Whoever wrote while this one queued may hold the line now.
      let hasBegun = false;
      const begin = async () => {
        // Whoever gave up while they queued wants nothing written later.
        signal?.throwIfAborted();
        hasBegun = true;
        return this.#isFree(actor) ? {value: await this.#under(write)} : null;
      };
      const done =
        this.#writes === 0 ? await this.#queued(begin()) : await this.#inTurn(begin, signal, () => !hasBegun);
      if (done) return done.value;
    }
  }

  /** What somebody types is on its way, and was not taken yet. */
  get isWriting(): boolean {
    return this.#begun > 0;
  }

  async #under<T>(write: () => Promise<T>): Promise<T> {
    this.#begun++;
    try {
      return await write();
    } finally {
      this.#begun--;
    }
  }

  #inTurn<T>(begin: () => Promise<T>, signal: AbortSignal | undefined, onlyWaits: () => boolean): Promise<T> {
    return unlessAborted(this.#queued(this.#queue.then(begin)), signal, onlyWaits);
  }

  /** Whoever comes next waits for it. */
  #queued<T>(turn: Promise<T>): Promise<T> {
    this.#writes++;
    const over = (): void => void this.#writes--;
    this.#queue = turn.then(over, over);
    return turn;
  }

  /** The actor typed something that does not end the line: theirs until they submit, or the hold runs out. */
  hold(actor: Actor): void {
    if (actor.type === 'emulator' || actor.type === 'cotty') return;
    if (actor.type === 'agent' && this.#heldBy('person')) return;
    const untilMs = this.#clock.monotonicMs() + (actor.type === 'person' ? PERSON_HOLD_MS : AGENT_HOLD_MS);
    this.#hold(actor, this.isHeldBy(actor) ? Math.max(untilMs, this.#takenUntilMs) : untilMs);
  }

  /** The line is this writer's for so long, whatever they type, or until they give it back. */
  take(actor: Actor, ttlMs: number): void {
    this.#hold(actor, this.#clock.monotonicMs() + ttlMs);
    this.#takenUntilMs = this.#untilMs;
  }

  /** Ends what this writer began with {@link take}. */
  give(actor: Actor): void {
    if (!this.isHeldBy(actor)) return;
    this.#takenUntilMs = 0;
    this.release(actor);
  }

  isHeldBy(actor: Actor): boolean {
    return this.#holder !== null && this.facts().holder !== null && isSameWriter(this.#holder, actor);
  }

  /** Called whenever another one holds the line, or nobody. */
  watch(listener: () => void): Disposable {
    this.#watchers.add(listener);
    return {[Symbol.dispose]: () => void this.#watchers.delete(listener)};
  }

  #hold(actor: Actor, untilMs: number): void {
    const isNew = !this.isHeldBy(actor);
    if (isNew) this.#takenUntilMs = 0;
    this.#holder = actor;
    this.#untilMs = untilMs;
    if (isNew) this.#tell();
  }

  /** Now, and when it is over. */
  #tell(): void {
    if (this.#watchers.size === 0) return;
    clearTimeout(this.#expiry);
    const {holder, remainingMs} = this.facts();
    if (holder !== null) this.#expiry = setTimeout(() => this.#tell(), remainingMs + 1).unref();
    for (const watcher of this.#watchers) watcher();
  }

  /** The line was submitted or discarded by its holder. */
  release(actor: Actor): void {
    if (!this.#holder || !isSameWriter(this.#holder, actor)) return;
    if (this.#takenUntilMs > this.#clock.monotonicMs()) return;
    this.#untilMs = 0;
    this.#tell();
    this.#released?.abort();
    this.#released = null;
  }

  /** Gives the line back when `act` fails: what stands there then is anybody's. */
  async orRelease(actor: Actor, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.release(actor);
      throw error;
    }
  }

  #isFree(actor: Actor): boolean {
    const held = this.#holder && this.#untilMs > this.#clock.monotonicMs();
    return actor.type !== 'agent' || !held || isSameWriter(this.#holder ?? actor, actor);
  }

  #heldBy(type: Actor['type']): boolean {
    return this.#holder?.type === type && this.#untilMs > this.#clock.monotonicMs();
  }

  async #waitForOthers(actor: Actor, deadline: number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const now = this.#clock.monotonicMs();
      const holder = this.#holder;
      if (!holder || this.#isFree(actor)) return;
      if (now >= deadline)
        throw new CottyError(
          'input_held',
          `${actorName(holder)}${actorName(holder) === actorName(actor) ? ', on another connection,' : ''} is typing in this session.`,
          `Wait ${Math.ceil((this.#untilMs - now) / 1000)} s and call again, or use another session.`,
        );
      signal?.throwIfAborted();
      this.#released ??= new AbortController();
      using news = new LinkedAbort(signal, this.#released.signal);
      await pause(Math.min(this.#untilMs, deadline) - now, news.signal);
    }
  }
}

/** What `turn` gives; an abort while it only waits is the end of it. One that has begun says itself how far it came. */
async function unlessAborted<T>(
  turn: Promise<T>,
  signal: AbortSignal | undefined,
  onlyWaits: () => boolean,
): Promise<T> {
  if (!signal) return turn;
  const {promise, reject} = Promise.withResolvers<never>();
  const onAbort = (): void => {
    if (onlyWaits()) reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, {once: true});
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([turn, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export function isSameWriter(one: Actor, other: Actor): boolean {
  return actorName(one) === actorName(other) && connectionOf(one) === connectionOf(other);
}

/** Another agent of the same name: logs would not tell them apart. A person is one, at however many terminals. */
export function isNamesake(one: Actor, other: Actor | null): boolean {
  return one.type === 'agent' && other !== null && actorName(one) === actorName(other) && !isSameWriter(one, other);
}

function connectionOf(actor: Actor): string | undefined {
  return 'connection' in actor ? actor.connection : undefined;
}

/** As it goes into the log, which outlives every connection. */
export function withoutConnection(actor: Actor): Actor {
  if (actor.type === 'agent') {
    const {connection: _, tool: _tool, ...lasting} = actor;
    return lasting;
  }
  if (!('connection' in actor)) return actor;
  const {connection: _, ...lasting} = actor;
  return lasting;
}

/** `agent claude`, `person anna`: how a writer is named in messages and audits. */
export function actorName(actor: Actor): string {
  return 'name' in actor ? `${actor.type} ${actor.name}` : actor.type;
}
