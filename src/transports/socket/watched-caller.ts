import type {SessionId} from '../../core/index.ts';
import type {Caller, Engine} from '../../engine/index.ts';

/**
 * The caller, telling at once when another session becomes active: a bridge that is told before the call ends can bring
 * even the first command of a client through the server's replacement.
 */
export function watchedCaller(caller: Caller, onActiveSession: (id: SessionId | null) => void): Caller {
  return {
    key: caller.key,
    identity: caller.identity,
    actor: caller.actor,
    heard: caller.heard,
    client: caller.client,
    get cwd() {
      return caller.cwd;
    },
    get env() {
      return caller.env;
    },
    get insideSessionId() {
      return caller.insideSessionId;
    },
    get activeSessionId() {
      return caller.activeSessionId;
    },
    set activeSessionId(id) {
      if (id === caller.activeSessionId) return;
      caller.activeSessionId = id;
      onActiveSession(id);
    },
  };
}

/** Gives a caller unknown to this server the session it had with the one before, when that still lives. */
export function restoreActiveSession(caller: Caller, engine: Engine, id: SessionId | undefined): void {
  if (caller.activeSessionId !== null || id === undefined) return;
  if (engine.sessions().some(session => session.id === id && !session.isClosed)) caller.activeSessionId = id;
}
