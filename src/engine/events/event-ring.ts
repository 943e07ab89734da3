/** What happened, in one order, for whoever waits: a bounded ring with cursors that say what was evicted. */
import type {SessionId} from '../../core/index.ts';
import {Waiters} from '../session/waiters.ts';

export type EventKind =
  | 'session_opened'
  | 'session_ending'
  | 'session_closed'
  | 'command_started'
  | 'command_finished'
  | 'awaiting_input'
  | 'secret_wanted'
  | 'tui'
  | 'watch_match'
  | 'watch_ended'
  | 'custom';

export type EventData = Readonly<Record<string, string | number | boolean | null>>;

export interface EngineEvent {
  /** Grows by at least one; also across server restarts. */
  readonly cursor: number;
  readonly kind: EventKind;
  readonly sessionId: SessionId;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly data: EventData;
}

export interface EventQuery {
  readonly after: number | null;
  readonly kinds: readonly EventKind[];
  readonly sessionId: SessionId | null;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly EngineEvent[];
  /** Give this as `after` next time. */
  readonly next: number;
  /** Events after the asked cursor that are no longer kept; at least one when the cursor is of a server before this one. */
  readonly evicted: number;
}

export class EventRing {
  readonly #capacity: number;
  readonly #waiters = new Waiters();
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

  publish(kind: EventKind, sessionId: SessionId, data: EventData): void {
    this.#last++;
    this.#ring.push({cursor: this.#last, kind, sessionId, atMs: Date.now(), data});
    if (this.#ring.length > this.#capacity * 2) this.#ring = this.#ring.slice(-this.#capacity);
    this.#waiters.wake();
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

function matches(event: EngineEvent, query: EventQuery): boolean {
  if (query.sessionId !== null && event.sessionId !== query.sessionId) return false;
  return query.kinds.length === 0 || query.kinds.includes(event.kind);
}
