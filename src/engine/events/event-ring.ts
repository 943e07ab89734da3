/** What happened, in one order, for whoever waits: a bounded ring with cursors that say what was evicted. */
import type {SessionId} from '../../core/index.ts';
import {Waiters} from '../session/waiters.ts';

/** What an event has to say beside its kind; names in snake_case, as they are told to whoever asks. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>;

export interface EngineEvent {
  /** Grows by at least one; also across server restarts. */
  readonly cursor: number;
  /** The ring takes any kind; `event-kinds.ts` lists those that are published. */
  readonly kind: string;
  /** Null for what happened to no session. */
  readonly sessionId: SessionId | null;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly data: EventData;
}

/** Which events somebody wants. */
export interface EventFilter {
  /** No kind is every kind. */
  readonly kinds: readonly string[];
  /** Null for those of all sessions and of none. */
  readonly sessionId: SessionId | null;
}

export interface EventQuery extends EventFilter {
  /** Null for what happens from now on. */
  readonly after: number | null;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly EngineEvent[];
  /** Give this as `after` next time. */
  readonly next: number;
  /** Events after the asked cursor that are no longer kept; at least one when the cursor is of a server before this one. */
  readonly evicted: number;
}

export type EventListener = (event: EngineEvent) => void;

export class EventRing {
  readonly #capacity: number;
  readonly #waiters = new Waiters();
  readonly #subscriptions = new Set<{readonly filter: EventFilter; readonly listener: EventListener}>();
  /** Their cursors follow each other without a gap. */
  #ring: EngineEvent[] = [];
  #last: number;
  readonly #firstEver: number;

  constructor(wallMs: number, capacity = 5000) {
    this.#capacity = capacity;
    this.#last = Math.floor(wallMs) * 1000;
    this.#firstEver = this.#last + 1;
  }

  /** Where a reader that wants only news begins. */
  get last(): number {
    return this.#last;
  }

  /** `sessionId` is null for what happens to no session. */
  publish(kind: string, sessionId: SessionId | null, data: EventData): void {
    this.#last++;
    const event: EngineEvent = {cursor: this.#last, kind, sessionId, atMs: Date.now(), data};
    this.#ring.push(event);
    if (this.#ring.length > this.#capacity * 2) this.#ring = this.#ring.slice(-this.#capacity);
    for (const {filter, listener} of this.#subscriptions) if (matches(event, filter)) listener(event);
    this.#waiters.wake();
  }

  /** The listener gets every event that fits from now on, in order, before `publish` returns; it must not throw. */
  subscribe(filter: EventFilter, listener: EventListener): Disposable {
    const subscription = {filter, listener};
    this.#subscriptions.add(subscription);
    return {[Symbol.dispose]: () => void this.#subscriptions.delete(subscription)};
  }

  page(query: EventQuery): EventPage {
    const asked = query.after ?? this.#last;
    // A cursor is from before this server: from the past, or, when the wall clock was set back since, from the future.
    const isForeign = asked > this.#last || (asked > 0 && asked < this.#firstEver - 1);
    const after = isForeign ? this.#firstEver - 1 : asked;
    const oldest = this.#ring[0]?.cursor ?? this.#last + 1;
    const matching: EngineEvent[] = [];
    for (let index = Math.max(0, after + 1 - oldest); index < this.#ring.length; index++) {
      const event = this.#ring[index];
      if (event && matches(event, query)) matching.push(event);
      if (matching.length === query.limit) break;
    }
    const evicted = Math.max(0, oldest - Math.max(after + 1, this.#firstEver));
    return {
      events: matching,
      next: matching.length === query.limit ? (matching.at(-1)?.cursor ?? after) : this.#last,
      evicted: evicted + (isForeign ? 1 : 0),
    };
  }

  /** The first page that is not empty. Rejects on abort. */
  async wait(query: EventQuery, signal: AbortSignal): Promise<EventPage> {
    const fixed = {...query, after: query.after ?? this.#last};
    return this.#waiters.until(() => {
      const page = this.page(fixed);
      return page.events.length > 0 ? page : undefined;
    }, signal);
  }

  get waiting(): number {
    return this.#waiters.size;
  }
}

function matches(event: EngineEvent, {kinds, sessionId}: EventFilter): boolean {
  if (sessionId !== null && event.sessionId !== sessionId) return false;
  return kinds.length === 0 || kinds.includes(event.kind);
}
