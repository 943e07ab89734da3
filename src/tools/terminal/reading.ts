/** Whether a caller may see what is printed in a session, for answers that tell of several. */
import type {SessionId} from '../../core/index.ts';
import {type Caller, type NamedPlace, placeOfCall, type Services} from '../../engine/index.ts';

type Activity = Services['activity'];

export function reading({permits}: Pick<Activity, 'permits'>, {actor}: Pick<Caller, 'actor'>) {
  return async (place: NamedPlace): Promise<boolean> => (await permits?.mayRead(actor, place)) ?? true;
}

/** The same by id, each looked up once. What happens to no session is for everybody. */
export function readableSessions(activity: Activity, caller: Pick<Caller, 'actor'>) {
  const mayRead = reading(activity, caller);
  const known = new Map<SessionId, Promise<boolean>>();
  const look = async (id: SessionId): Promise<boolean> =>
    mayRead(await placeOfCall(activity, {activeSessionId: null}, {sessionId: id}));
  return async (id: SessionId | null): Promise<boolean> => {
    if (id === null || !activity.permits || caller.actor.type !== 'agent') return true;
    const found = known.get(id) ?? look(id);
    known.set(id, found);
    return found;
  };
}
