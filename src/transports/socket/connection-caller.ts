import {randomUUID} from 'node:crypto';
import type {SessionId} from '../../core/index.ts';
import {actorOf, type Caller} from '../../engine/index.ts';

interface Connection extends Pick<Caller, 'identity' | 'cwd' | 'env' | 'insideSessionId'> {
  /** Told when another session becomes active. */
  readonly onActiveSession: (id: SessionId | null) => void;
}

/**
 * A caller as one of its connections is it: who is at its end, and where that one stands, is its own affair, while the active session
 * is common to all. Every command line is such a connection: a person's on a terminal as well as an agent's in a pipe.
 */
export function connectionCaller(caller: Caller, own: Connection): Caller {
  return {
    key: caller.key,
    identity: own.identity,
    actor: actorOf(own.identity, caller.key),
    client: `${caller.key}:${randomUUID()}`,
    cwd: own.cwd ?? caller.cwd,
    env: own.env,
    insideSessionId: own.insideSessionId,
    // A person who asks again wants to see it again.
    heard: new Map(),
    get activeFrom() {
      return caller.activeFrom;
    },
    get activeSessionId() {
      return caller.activeSessionId;
    },
    set activeSessionId(id) {
      caller.activeFrom = own.cwd;
      if (id === caller.activeSessionId) return;
      caller.activeSessionId = id;
      own.onActiveSession(id);
    },
  };
}
