import type {Actor, SessionId} from '../core/index.ts';

/** Somebody who calls tools: remembers which session they mean when they name none. */
export interface Caller {
  readonly key: string;
  readonly actor: Actor;
  activeSessionId: SessionId | null;
  /** Where new sessions of this caller start; the backend's default when unknown. */
  cwd?: string | undefined;
}

const CALLER_LIMIT = 2000;

/** Callers by key. The same key gives the same caller for as long as the server lives. */
export class Callers {
  readonly #callers = new Map<string, Caller>();

  get(key: string, actor: Actor): Caller {
    const known = this.#callers.get(key);
    if (known) return known;
    const caller: Caller = {key, actor, activeSessionId: null};
    this.#callers.set(key, caller);
    if (this.#callers.size > CALLER_LIMIT) for (const oldest of this.#callers.keys()) return this.#drop(oldest, caller);
    return caller;
  }

  #drop(key: string, made: Caller): Caller {
    this.#callers.delete(key);
    return made;
  }
}
