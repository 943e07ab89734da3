import {placeOfSession, type Session} from '../../engine/index.ts';
import type {RequestContext} from './handler.ts';

/** Throws `denied` when this client may not see what is printed and run in the session. */
export async function permitReading({endpoint, client}: RequestContext, session: Session): Promise<void> {
  const call = `read_output ${session.id}`;
  const place = placeOfSession(session);
  await endpoint.options.engine.permits?.require(client.actor, {tool: 'read_output', reads: true, place, call});
}

/** The same, for what tells of several sessions. */
export async function mayRead({endpoint, client}: RequestContext, session: Session): Promise<boolean> {
  return (await endpoint.options.engine.permits?.mayRead(client.actor, placeOfSession(session))) ?? true;
}

/** Throws `denied` when this client may not do with the session what the tool of that name does, or not before a person has said yes. */
export async function permit(
  {endpoint, client}: RequestContext,
  tool: string,
  session: Session | null,
  newName?: string,
): Promise<void> {
  const {permits} = endpoint.options.engine;
  const place = session === null ? {id: null, name: null, cwd: endpoint.options.cwd ?? null} : placeOfSession(session);
  const call = `${tool} ${session?.id ?? ''}${newName === undefined ? '' : ` ${JSON.stringify(newName)}`}`.trim();
  const naming = newName === undefined ? {} : {naming: {name: newName, isNew: false}};
  await permits?.require(client.actor, {tool, reads: false, place, call, ...naming});
}
