import {type Actor, type LogCursor, logCursor, type SessionId} from '../../core/index.ts';
import {actorOf, type Identity} from './identity.ts';

/** Somebody who calls tools: remembers which session they mean when they name none. */
export interface Caller {
  readonly key: string;
  readonly identity: Identity;
  /** The same as a writer, on this caller's connection: who holds a line is a connection, not a name. */
  readonly actor: Actor;
  activeSessionId: SessionId | null;
  /** Where the caller stood when that session became the active one, of callers that move about; undefined when that is not known. */
  activeFrom?: string | undefined;
  /** Up to where each session's output has been told to it. */
  readonly heard: Map<SessionId, LogCursor>;
  /** Where new sessions of this caller start; the backend's default when unknown. */
  cwd?: string | undefined;
  /** The environment it lives in, which that of new sessions starts from; the backend's default when unknown. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Names this one of those who call under the key, where each comes but once, e.g. a command line; absent where the key names one client. */
  readonly client?: string | undefined;
  /** The session this caller itself runs in: it may look at that one, and not drive it. */
  insideSessionId?: string | undefined;
}

/** The caller while it calls a tool: what it types is known as that tool's. */
export function callingAs(caller: Caller, tool: string): Caller {
  if (caller.actor.type !== 'agent') return caller;
  const {key, identity, heard, client, cwd, env, insideSessionId} = caller;
  return {
    ...{key, identity, heard, client, cwd, env, insideSessionId},
    actor: {...caller.actor, tool},
    get activeFrom() {
      return caller.activeFrom;
    },
    get activeSessionId() {
      return caller.activeSessionId;
    },
    set activeSessionId(id) {
      caller.activeSessionId = id;
    },
  };
}

const CALLER_LIMIT = 2000;

/** Callers by key. The same key gives the same caller; of very many, those that called longest ago are forgotten. */
export class Callers {
  readonly #callers = new Map<string, Caller>();

  get(key: string, identity: Identity): Caller {
    const caller = this.#callers.get(key) ?? {
      key,
      identity,
      actor: actorOf(identity, key),
      activeSessionId: null,
      heard: new Map<SessionId, LogCursor>(),
    };
    this.#callers.delete(key);
    this.#callers.set(key, caller);
    const [oldest] = this.#callers.keys();
    if (this.#callers.size > CALLER_LIMIT && oldest !== undefined) this.#callers.delete(oldest);
    return caller;
  }
}

/** The caller was told a session's output up to there. */
export function noteHeard({heard}: Caller, sessionId: SessionId, upTo: LogCursor): void {
  heard.set(sessionId, logCursor(Math.max(upTo, heard.get(sessionId) ?? 0)));
  const [oldest] = heard.keys();
  if (heard.size > HEARD_LIMIT && oldest !== undefined) heard.delete(oldest);
}

const HEARD_LIMIT = 1000;
