/**
 * Ends sessions that were abandoned: a tool opened them by itself, nobody named them or attached to them, nothing runs in them, and
 * every client that used them has been gone for a while. One alarm serves all of them.
 */
import type {Clock} from '../../core/index.ts';
import type {Session} from '../session/session.ts';
import type {Caller} from './caller.ts';
import {Presence} from './presence.ts';
import {type UnaskedMemory, UnaskedSession} from './unasked-session.ts';

export interface AbandonmentOptions {
  /** How long a session is left alone before it ends, in milliseconds; 0 ends none. */
  readonly afterMs: number;
  /** Default: the next server knows nothing, and leaves the sessions alone. */
  readonly memory?: UnaskedMemory | undefined;
  /** Default: a timer that keeps no process alive. */
  readonly alarm?: Alarm | undefined;
}

/** What tells one client from another. */
export type Client = Pick<Caller, 'key' | 'client'>;

/** Rings once, after so many milliseconds of the clock, unless it is disposed before. */
export type Alarm = (delayMs: number, ring: () => void) => Disposable;

interface Surroundings {
  readonly clock: Clock;
  /** Waited for before a session is ended. */
  readonly onEnding: (session: Session) => Promise<void>;
}

/** Clients of one session that may come back; of more, those that are not there are forgotten. */
const MOST_USERS = 64;

/** It is told so long before, or a tenth of the time when that is shorter. */
const NOTICE_MS = 60_000;

export class Abandonment implements Disposable {
  readonly #presence = new Presence(client => this.#clientChanged(client));
  readonly #unasked = new Map<Session, UnaskedSession>();
  readonly #subscriptions = new Map<Session, Disposable>();
  readonly #afterMs: number;
  readonly #noticeMs: number;
  readonly #memory: UnaskedMemory;
  readonly #setAlarm: Alarm;
  readonly #around: Surroundings;
  #alarm: Disposable | undefined;

  constructor({afterMs, memory = FORGETFUL, alarm = timer}: AbandonmentOptions, around: Surroundings) {
    this.#afterMs = afterMs;
    this.#noticeMs = Math.min(NOTICE_MS, afterMs / 10);
    this.#memory = memory;
    this.#setAlarm = alarm;
    this.#around = around;
  }

  /** The caller's client is there until this is disposed. */
  present(caller: Client): Disposable {
    return this.#presence.arrive(clientOf(caller));
  }

  /** A tool opened the session by itself for this caller. */
  opened(session: Session, caller: Caller): void {
    if (this.#unasked.has(session)) return;
    const unasked = new UnaskedSession(session, caller.key, []);
    this.#noteUser(unasked, caller);
    this.#watch(unasked, null);
  }

  /** The session lived before this server did: what the one before knew of it goes on. Returns whom it was opened for. */
  adopted(session: Session): string | undefined {
    const record = this.#memory.recall(session.id);
    if (!record || record.endedAtMs !== null) return undefined;
    const {openedFor, users, aloneSinceMs} = record;
    const alreadyMs = aloneSinceMs === null ? null : Math.max(0, this.#around.clock.wallMs() - aloneSinceMs);
    this.#watch(new UnaskedSession(session, openedFor, users), alreadyMs);
    return openedFor;
  }

  /** A call of this caller was about the session: it is there for them as long as they are, and the count begins anew. */
  used(session: Session, caller: Caller): void {
    const unasked = this.#unasked.get(session);
    if (!unasked) return;
    const isNew = this.#noteUser(unasked, caller);
    if (unasked.aloneSinceMs !== null) unasked.countFrom(null);
    else if (!isNew) return;
    this.#keep(unasked);
    this.#look(unasked);
  }

  /** Somebody attached to it: it is theirs, and never abandoned. */
  claim(session: Session): void {
    if (this.#unasked.has(session)) this.#forget(session);
  }

  /** A tool opened it by itself, and nobody has made it their own. */
  isUnasked(session: Session): boolean {
    return this.#unasked.has(session);
  }

  /** Null for a session that is in use, or not to be ended at all. */
  endsInMs(session: Session): number | null {
    const unasked = this.#unasked.get(session);
    if (!unasked || unasked.aloneSinceMs === null || unasked.stage === 'working') return null;
    if (this.#afterMs === 0 || !this.#isAlone(unasked)) return null;
    const remainingMs = this.#endOf(unasked, unasked.aloneSinceMs) - this.#around.clock.monotonicMs();
    return Math.max(unasked.stage === 'told' ? 0 : this.#noticeMs, remainingMs);
  }

  [Symbol.dispose](): void {
    this.#alarm?.[Symbol.dispose]();
    for (const subscription of this.#subscriptions.values()) subscription[Symbol.dispose]();
    this.#subscriptions.clear();
    this.#unasked.clear();
  }

  #watch(unasked: UnaskedSession, alreadyMs: number | null): void {
    const {session} = unasked;
    this.#unasked.set(session, unasked);
    this.#subscriptions.set(
      session,
      session.waiters.add(() => this.#look(unasked)),
    );
    if (alreadyMs !== null && this.#isAlone(unasked)) unasked.countFrom(this.#around.clock.monotonicMs() - alreadyMs);
    this.#keep(unasked);
    this.#look(unasked);
    this.#plan();
  }

  #clientChanged(client: string): void {
    for (const unasked of this.#unasked.values()) {
      if (!this.#presence.has(client)) unasked.guests.delete(client);
      this.#look(unasked);
    }
  }

  #isAlone({isUnneeded, users, guests}: UnaskedSession): boolean {
    return isUnneeded && guests.size === 0 && [...users].every(client => !this.#presence.has(client));
  }

  /** True when it was not known as one. */
  #noteUser({users, guests}: UnaskedSession, {key, client}: Caller): boolean {
    const known = client === undefined ? users : guests;
    const isNew = !known.has(client ?? key);
    if (client === undefined || this.#presence.has(client)) known.add(client ?? key);
    if (users.size > MOST_USERS)
      for (const user of [...users].filter(user => !this.#presence.has(user))) users.delete(user);
    return isNew;
  }

  /** Called after every change of the session and of who is there. */
  #look(unasked: UnaskedSession): void {
    const {session} = unasked;
    if (session.isClosed) {
      this.#forget(session);
      return;
    }
    const isAlone = this.#isAlone(unasked);
    if (isAlone === (unasked.aloneSinceMs !== null)) return;
    unasked.countFrom(isAlone ? this.#around.clock.monotonicMs() : null);
    this.#keep(unasked);
    this.#plan();
  }

  /** Sets the alarm to the next moment at which there is something to do. */
  #plan(): void {
    this.#alarm?.[Symbol.dispose]();
    this.#alarm = undefined;
    if (this.#afterMs === 0) return;
    const next = Math.min(...[...this.#unasked.values()].map(unasked => this.#dueAt(unasked)));
    if (next === Number.POSITIVE_INFINITY) return;
    this.#alarm = this.#setAlarm(Math.max(0, next - this.#around.clock.monotonicMs()), () => this.#ring());
  }

  #ring(): void {
    const now = this.#around.clock.monotonicMs();
    for (const unasked of this.#unasked.values()) if (this.#dueAt(unasked) <= now) void this.#step(unasked);
    this.#plan();
  }

  #dueAt(unasked: UnaskedSession): number {
    const {aloneSinceMs, stage, isLookedAt} = unasked;
    if (aloneSinceMs === null || isLookedAt) return Number.POSITIVE_INFINITY;
    switch (stage) {
      case 'new':
        return aloneSinceMs;
      case 'working':
        return aloneSinceMs + this.#afterMs;
      case 'counting':
        return this.#endOf(unasked, aloneSinceMs) - this.#noticeMs;
      case 'told':
        return this.#endOf(unasked, aloneSinceMs);
      case 'ending':
        return Number.POSITIVE_INFINITY;
      default:
        return stage satisfies never;
    }
  }

  /** Once it was told, the whole notice passes, also when the time was over before this server began. */
  #endOf({stage, toldAtMs}: UnaskedSession, aloneSinceMs: number): number {
    const end = aloneSinceMs + this.#afterMs;
    return stage === 'told' ? Math.max(end, toldAtMs + this.#noticeMs) : end;
  }

  /** What runs in the background is looked for at each step: no event tells when it ends. */
  async #step(unasked: UnaskedSession): Promise<void> {
    const {session, aloneSinceMs, stage} = unasked;
    unasked.isLookedAt = true;
    // Where nobody can tell, something may run.
    const isWorking = (await session.link.runsPrograms().catch(() => true)) ?? true;
    unasked.isLookedAt = false;
    if (!this.#isAlone(unasked)) unasked.countFrom(null);
    if (unasked.aloneSinceMs !== null && unasked.aloneSinceMs === aloneSinceMs && this.#unasked.has(session)) {
      if (isWorking || stage === 'working') this.#countAnew(unasked, isWorking);
      else if (stage === 'new') unasked.stage = 'counting';
      else if (stage === 'counting') this.#tell(unasked);
      else if (stage === 'told') await this.#end(unasked);
    }
    this.#plan();
  }

  #countAnew(unasked: UnaskedSession, isWorking: boolean): void {
    unasked.countFrom(this.#around.clock.monotonicMs());
    unasked.stage = isWorking ? 'working' : 'counting';
    this.#keep(unasked);
  }

  #tell(unasked: UnaskedSession): void {
    unasked.stage = 'told';
    unasked.toldAtMs = this.#around.clock.monotonicMs();
    const endsInMs = this.endsInMs(unasked.session) ?? this.#noticeMs;
    unasked.session.publish('session_ending', {reason: 'abandoned', ends_in_ms: Math.round(endsInMs)});
  }

  async #end(unasked: UnaskedSession): Promise<void> {
    const {session, aloneSinceMs} = unasked;
    unasked.stage = 'ending';
    await this.#around.onEnding(session);
    if (unasked.aloneSinceMs !== aloneSinceMs || !this.#isAlone(unasked)) return;
    this.#keep(unasked, this.#around.clock.wallMs());
    try {
      await session.close();
    } catch {
      // Its owner is out of reach.
      if (this.#unasked.has(session)) this.#countAnew(unasked, true);
    }
  }

  /** It is over, or somebody's own. */
  #forget(session: Session): void {
    const unasked = this.#unasked.get(session);
    this.#subscriptions.get(session)?.[Symbol.dispose]();
    this.#subscriptions.delete(session);
    this.#unasked.delete(session);
    if (unasked?.stage !== 'ending') this.#memory.keep(session.id, null);
    this.#plan();
  }

  #keep({session, openedFor, users, aloneSinceMs}: UnaskedSession, endedAtMs: number | null = null): void {
    const {clock} = this.#around;
    const since = aloneSinceMs === null ? null : Math.round(clock.wallMs() - (clock.monotonicMs() - aloneSinceMs));
    this.#memory.keep(session.id, {openedFor, users: [...users], aloneSinceMs: since, endedAtMs});
  }
}

function clientOf({key, client}: Client): string {
  return client ?? key;
}

const FORGETFUL: UnaskedMemory = {recall: () => null, keep: () => undefined};

/** Timers take no longer delay. */
const LONGEST_MS = 2 ** 31 - 1;

function timer(delayMs: number, ring: () => void): Disposable {
  const set = setTimeout(ring, Math.min(Math.ceil(delayMs), LONGEST_MS)).unref();
  return {[Symbol.dispose]: () => clearTimeout(set)};
}
