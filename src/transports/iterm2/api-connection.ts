import {randomUUID} from 'node:crypto';
import {type Actor, asCottyError} from '../../core/index.ts';
import {actorOf, type Identity, isLineRefused} from '../../engine/index.ts';
import type {
  ClientConnection,
  ClientFacts,
  ClientHandlers,
  Reply,
  RequestCase,
  RequestOf,
} from '../../iterm2-api/index.ts';
import type {ApiClient} from './api-client.ts';
import type {Endpoint} from './endpoint.ts';
import {guardedConnection} from './guarded-connection.ts';
import type {RequestContext} from './handler.ts';
import {Subscriptions} from './news/subscriptions.ts';
import {handlers} from './requests/handlers.ts';

/** What changes windows, tabs or focus: its news come behind its reply. */
const CHANGING: ReadonlySet<RequestCase> = new Set([
  'createTabRequest',
  'splitPaneRequest',
  'closeRequest',
  'activateRequest',
  'reorderTabsRequest',
  'setTabLayoutRequest',
  'setPropertyRequest',
  'savedArrangementRequest',
]);

const NO_REQUEST = 'Invalid request. Upgrade iTerm2 to a newer version.';

/** Serves one client until it is gone. */
export function serveApiClient(
  endpoint: Endpoint,
  open: ClientConnection,
  {facts, identity}: {readonly facts: ClientFacts; readonly identity: Identity},
): ClientHandlers {
  const gone = new AbortController();
  const actor = typist(actorOf(identity, `iterm2:${randomUUID()}`));
  const connection = guardedConnection(open, endpoint, actor);
  const client: ApiClient = {
    facts,
    connection,
    actor,
    subscriptions: new Subscriptions(),
    signal: gone.signal,
  };
  endpoint.clients.add(client);
  return {
    onRequest({id, submessage}) {
      if (submessage.case === undefined) return connection.reply(id, {case: 'error', value: NO_REQUEST});
      return endpoint.options.engine.busyWith(() => serve(id, submessage, {endpoint, client}));
    },
    onClosed() {
      gone.abort();
      endpoint.clients.delete(client);
      client.subscriptions[Symbol.dispose]();
      endpoint.functions.withdrawAll(client);
      endpoint.transaction.end(client);
    },
  };
}

/** All that a client types is text that it sends. */
function typist(actor: Actor): Actor {
  return actor.type === 'agent' ? {...actor, tool: 'send_text'} : actor;
}

/** A request by its name. */
type Asked<Case extends RequestCase> = {[Name in Case]: {case: Name; value: RequestOf<Name>}}[Case];

async function serve<Case extends RequestCase>(id: bigint, asked: Asked<Case>, context: RequestContext): Promise<void> {
  const {endpoint, client} = context;
  await endpoint.transaction.turn(client);
  // Nobody is there any more for whom it would be done.
  if (!client.connection.isOpen) return;
  using held = CHANGING.has(asked.case) ? endpoint.terminals.hold() : null;
  const told = client.connection.reply(id, await answer(asked, context));
  held?.[Symbol.dispose]();
  await told;
}

async function answer<Case extends RequestCase>(asked: Asked<Case>, context: RequestContext): Promise<Reply> {
  try {
    const value = await handlers[asked.case](asked.value, context);
    return value === null ? {case: undefined} : replyOf(asked.case, value);
  } catch (error) {
    return {case: 'error', value: `${asCottyError(error).message} ${hintFor(error)}`};
  }
}

/** What a script can do: it calls no tools, and has no word for what an agent confirms. */
function hintFor(error: unknown): string {
  if (!isLineRefused(error)) return asCottyError(error).hint;
  const {state, approvalId} = error.refusal;
  if (state === 'needs_confirmation')
    return 'A script cannot confirm a line: a person types it, or allows it by a [[security.rule]] in config.toml.';
  return state === 'needs_approval'
    ? `A person has to approve it: cotty approve ${approvalId ?? ''}. Then send it again.`
    : error.hint;
}

/** The response of a request has its name and number. */
function replyOf(name: RequestCase, value: unknown): Reply {
  return {case: name.replace(/Request$/, 'Response'), value} as Reply;
}
