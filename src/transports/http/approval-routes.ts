/** `/approvals` and `/secrets` for the page: what waits for a person, and what they say to it. Nothing here is for who has the token alone. */
import type {IncomingMessage, ServerResponse} from 'node:http';
import {z} from 'zod';
import {CottyError} from '../../core/index.ts';
import {type Engine, SecretsWanted} from '../../engine/index.ts';
import type {BrowserLogin} from './browser-login.ts';
import {checked} from './checked.ts';
import {serveLive} from './live-list.ts';
import type {PersonDoor} from './person-door.ts';
import {readJsonBody} from './read-body.ts';
import {RouteTable} from './route-table.ts';
import {sendJson} from './send-json.ts';

const MOST_BODY_BYTES = 16 * 1024;
/** Of those that nobody is asked any more, so many are told of with those that wait. */
const MOST_ANSWERED = 5;

interface Options {
  readonly engine: Engine;
  readonly login: BrowserLogin;
  readonly person: PersonDoor;
}

interface Call extends Options {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const routes = new RouteTable<(call: Call) => Promise<void>>({
  'GET /approvals': list,
  'GET /approvals/live': live,
  'POST /approvals/answer': answer,
  'POST /secrets': typeSecret,
});

export const approvalPaths = routes.paths;

/** Throws `CottyError`: `denied` for whoever has no browser that was let in. */
export async function serveApprovalRoute(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  {engine, login, person}: Options,
): Promise<void> {
  const route = routes.find(request.method, path, response);
  if (!route) return;
  if (!login.isPerson(request))
    throw new CottyError(
      'denied',
      'No agent answers for a person: the token opens nothing here.',
      'A person answers on the page, in the browser that was let in by a link, or with cotty approvals.',
    );
  await route({engine, login, person, request, response});
}

async function list({person, response}: Call): Promise<void> {
  sendJson(response, 200, {approvals: person.approvals()});
}

/** What waits, whenever it changes: commands that were asked about, and the sessions in which a program asks for a secret. */
async function live({engine, person, response}: Call): Promise<void> {
  let soon: () => void = () => {};
  using secrets = new SecretsWanted(engine, () => soon());
  const value = async (): Promise<unknown> => ({
    approvals: newest(person.approvals()),
    secrets: (await secrets.now()).map(({sessionId, prompt, commandLine, by}) => ({
      ...{session_id: sessionId, prompt, command_line: commandLine, by},
    })),
  });
  await serveLive(response, engine, value, tell => {
    soon = tell;
  });
}

function newest(approvals: ReturnType<PersonDoor['approvals']>): readonly unknown[] {
  const answered = approvals.filter(({state}) => state !== 'pending').slice(-MOST_ANSWERED);
  return approvals.filter(approval => approval['state'] === 'pending' || answered.includes(approval));
}

const answerSchema = z.strictObject({
  approval_id: z.string().min(1).max(100),
  decision: z.enum(['approve', 'deny']),
  scope: z.enum(['once', 'session', 'always']).default('once'),
});

async function answer({person, request, response}: Call): Promise<void> {
  const {approval_id: id, decision, scope} = checked(answerSchema, await readJsonBody(request, MOST_BODY_BYTES));
  await person.requirePerson(request.socket);
  sendJson(response, 200, person.answer({id, decision, scope}));
}

const secretSchema = z.strictObject({session_id: z.string().min(1), secret: z.string().max(4096)});

/** Nothing of the secret is in an answer, whatever is wrong with it. */
async function typeSecret({person, request, response}: Call): Promise<void> {
  const {session_id: session, secret} = checked(secretSchema, await readJsonBody(request, MOST_BODY_BYTES));
  await person.requirePerson(request.socket);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await person.typeSecret({session, secret}, gone.signal);
  sendJson(response, 200, {status: 'typed'});
}
