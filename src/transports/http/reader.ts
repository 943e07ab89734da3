/** Who reads by HTTP, and what of. */
import type {IncomingMessage} from 'node:http';
import type {Actor} from '../../core/index.ts';
import {type Engine, type NamedPlace, placeOfCall} from '../../engine/index.ts';
import type {BrowserLogin} from './browser-login.ts';

export interface ReaderOptions {
  readonly engine: Engine;
  readonly login: Pick<BrowserLogin, 'isPerson'>;
}

/** A browser that was let in is a person's; whoever has the token alone is an agent. */
function readerOf(request: IncomingMessage, {login}: Pick<ReaderOptions, 'login'>): Actor {
  return login.isPerson(request)
    ? {type: 'person', name: 'browser', via: 'http'}
    : {type: 'agent', name: 'http', via: 'http'};
}

/** Throws `denied` for an agent that may not read the session, living or ended. */
export async function requireReading(
  request: IncomingMessage,
  session: string,
  options: ReaderOptions & {readonly tool?: string},
): Promise<void> {
  const {engine, tool = 'read_output'} = options;
  const {permits} = engine;
  if (!permits) return;
  const place = await placeOfCall(engine, {activeSessionId: null}, {sessionId: session});
  const call = `${tool} ${JSON.stringify({session_id: session})}`;
  await permits.require(readerOf(request, options), {tool, reads: true, place, call});
}

/** What of several sessions they may see. */
export function readableBy(request: IncomingMessage, options: ReaderOptions) {
  const reader = readerOf(request, options);
  return async (place: NamedPlace): Promise<boolean> => (await options.engine.permits?.mayRead(reader, place)) ?? true;
}
