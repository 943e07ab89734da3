import type {Caller} from '../../engine/index.ts';

/**
 * A caller as one of its connections is it: where that one stands is its own affair, while the active session is common to
 * all. Every command line of a person is such a connection.
 */
export function connectionCaller(caller: Caller, own: Pick<Caller, 'cwd' | 'insideSessionId'>): Caller {
  return {
    key: caller.key,
    actor: caller.actor,
    cwd: own.cwd ?? caller.cwd,
    insideSessionId: own.insideSessionId,
    get activeSessionId() {
      return caller.activeSessionId;
    },
    set activeSessionId(id) {
      caller.activeSessionId = id;
    },
  };
}
