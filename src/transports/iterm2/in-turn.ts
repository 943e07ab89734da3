import type {Session} from '../../engine/index.ts';
import type {ApiClient} from './api-client.ts';

const turns = new WeakMap<ApiClient, WeakMap<Session, Promise<void>>>();

/** What one client sends to one session arrives in the order in which it was sent, though each piece is asked about for itself. */
export async function inTurn(client: ApiClient, session: Session, act: () => Promise<void>): Promise<void> {
  const ofClient = turns.get(client) ?? new WeakMap<Session, Promise<void>>();
  turns.set(client, ofClient);
  const done = (ofClient.get(session) ?? Promise.resolve()).then(act);
  ofClient.set(
    session,
    done.catch(() => undefined),
  );
  await done;
}
