import {randomUUID} from 'node:crypto';
import type {SessionId} from '../../core/index.ts';
import type {Caller} from '../../engine/index.ts';

interface Connection extends Pick<Caller, 'cwd' | 'env' | 'insideSessionId'> {
  /** Told when another session becomes active. */
  readonly onActiveSession: (id: SessionId | null) => void;
}

/**
 * A caller as one of its connections is it: where that one stands is its own affair, while the active session is common to
 * all. Every command line of a person is such a connection.
 */
export function connectionCaller(caller: Caller, own: Connection): Caller {
  return {
    key: caller.key,
    actor: caller.actor,
    client: `${caller.key}:${randomUUID()}`,
    cwd: own.cwd ?? caller.cwd,
    env: own.env,
    insideSessionId: own.insideSessionId,
    // A person who asks again wants to see it again.
    heard: new Map(),
    get activeSessionId() {
      return caller.activeSessionId;
    },
    set activeSessionId(id) {
      if (id === caller.activeSessionId) return;
      caller.activeSessionId = id;
      own.onActiveSession(id);
    },
  };
}
