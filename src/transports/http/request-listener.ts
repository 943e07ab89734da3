import {randomBytes} from 'node:crypto';
import {type IncomingMessage, type ServerResponse, STATUS_CODES} from 'node:http';
import type {Duplex} from 'node:stream';
import {CottyError} from '../../core/index.ts';
import type {Engine} from '../../engine/index.ts';
import {revealError} from '../../tools/index.ts';
import {approvalPaths, serveApprovalRoute} from './approval-routes.ts';
import type {BrowserLogin} from './browser-login.ts';
import {pathOf, refusalOf} from './guards.ts';
import {type McpEndpoint, mcpCallerKey} from './mcp-endpoint.ts';
import {type Counts, serveMetrics} from './metrics.ts';
import type {PersonDoor} from './person-door.ts';
import {readJsonBody} from './read-body.ts';
import {REST_PREFIX, type RestOptions, serveRest} from './rest.ts';
import {runPaths, serveRunRoute} from './run-routes.ts';
import {sendError, sendJson} from './send-json.ts';
import {serveSessionRoute, sessionPaths} from './session-routes.ts';
import {serveTerminalRoute, type TerminalRoutesOptions, terminalPaths} from './terminal-routes.ts';
import {serveTimelineRoute, type TimelineRoutesOptions, timelinePaths} from './timeline-routes.ts';
import {isPagePath, sendLoginPage, servePage} from './web-page.ts';
import {noSocketAt, type WebSockets} from './web-socket.ts';

export interface ListenerOptions extends RestOptions, TerminalRoutesOptions, TimelineRoutesOptions {
  readonly mcp: McpEndpoint;
  readonly isAuthorized: (request: IncomingMessage) => boolean;
  readonly login: BrowserLogin;
  readonly person: PersonDoor;
  readonly sockets: WebSockets;
  readonly counts: Counts;
}

/** One function for every request: guards, then the route. Never throws. */
export function requestListener(
  options: ListenerOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    options.counts.requests++;
    const refused = refusedForm(request);
    if (refused) return sendRefusal(response, refused);
    const fail = (error: unknown): void =>
      sendError(response, revealError(error, options.engine.secrets), {connection: 'close'});
    if (pathOf(request) === '/login') {
      logIn(request, response, options).catch(fail);
      return;
    }
    if (!options.isAuthorized(request)) return refuseStranger(request, response);
    route(request, response, options).catch(fail);
  };
}

/** The same guards for a connection that is to become a WebSocket. */
export function upgradeListener(
  options: ListenerOptions,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (request, socket, head) => {
    // A connection may break at any moment; nobody is left to be told.
    socket.on('error', () => socket.destroy());
    const refused = refusedForm(request);
    const path = pathOf(request);
    if (refused) refuseUpgrade(socket, refused.status, refused.error);
    else if (!options.isAuthorized(request)) refuseUpgrade(socket, 401, tokenNeeded());
    else if (path !== '/ws') refuseUpgrade(socket, 404, noSocketAt(path));
    // Both are given to browsers alone, for a link that was printed for a person.
    else options.sockets.accept(request, socket, head, options.login.isPerson(request) ? 'person' : 'agent');
  };
}

interface Refused {
  readonly status: number;
  readonly error: CottyError;
}

function refusedForm(request: IncomingMessage): Refused | undefined {
  const refusal = refusalOf(request);
  if (!refusal) return undefined;
  const {status, message, hint} = refusal;
  return {status, error: new CottyError(status === 403 ? 'denied' : 'invalid_argument', message, hint)};
}

/** Whatever follows on this connection is not looked at. */
function sendRefusal(response: ServerResponse, {status, error}: Refused): void {
  sendJson(response, status, error.toJSON(), {connection: 'close'});
}

function refuseUpgrade(socket: Duplex, status: number, error: CottyError): void {
  const body = `${JSON.stringify(error.toJSON())}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** A person who opens the page without being logged in is told how; programs get the error. */
function refuseStranger(request: IncomingMessage, response: ServerResponse): void {
  const isPerson = request.method === 'GET' && pathOf(request) === '/' && request.headers.accept?.includes('text/html');
  const headers = {'www-authenticate': 'Bearer realm="cotty"', connection: 'close'};
  if (isPerson) sendLoginPage(response, randomBytes(16).toString('base64'));
  else sendJson(response, 401, tokenNeeded().toJSON(), headers);
}

function tokenNeeded(): CottyError {
  return new CottyError(
    'denied',
    'A token is needed.',
    'Send `Authorization: Bearer <token>`; the token is in COTTY_TOKEN or the file `token` in COTTY_HOME.',
  );
}

/** The code of a link for a cookie and a key. */
async function logIn(
  request: IncomingMessage,
  response: ServerResponse,
  {login, person}: ListenerOptions,
): Promise<void> {
  // Before the code is used up: an agent that has read the link somewhere does not take it from the person.
  await person.refuseAgents(request.socket);
  const {code} = request.method === 'POST' ? toRecord(await readJsonBody(request, MOST_LOGIN_BYTES)) : {};
  const given = typeof code === 'string' ? login.exchange(code, request) : undefined;
  if (given) return sendJson(response, 200, {status: 'ok', key: given.key}, {'set-cookie': given.cookie});
  const error = new CottyError(
    'denied',
    'This link has been used, or is too old.',
    'Get a new one with: cotty serve --link',
  );
  sendJson(response, 401, error.toJSON(), {connection: 'close'});
}

const MOST_LOGIN_BYTES = 4096;

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? {...value} : {};
}

async function route(request: IncomingMessage, response: ServerResponse, options: ListenerOptions): Promise<void> {
  const path = pathOf(request);
  if (!servedPaths.includes(path) && !path.startsWith(REST_PREFIX) && !isPagePath(path))
    return notFound(response, path);
  if (path === '/mcp') {
    presentWhileOpen(request, response, options.engine);
    // Before it is answered: what it starts is known as an agent's from the first on.
    await options.person.noteAgent(request.socket);
    return options.mcp.handle(request, response);
  }
  if (terminalPaths.includes(path)) return serveTerminalRoute(request, response, path, options);
  if (timelinePaths.includes(path)) return serveTimelineRoute(request, response, path, options);
  if (sessionPaths.includes(path)) return serveSessionRoute(request, response, path, options);
  if (approvalPaths.includes(path)) return serveApprovalRoute(request, response, path, options);
  if (runPaths.includes(path)) return serveRunRoute(request, response, path, options);
  if (path === '/metrics') return serveMetrics(request, response, options);
  if (isPagePath(path)) return servePage(request, response, path);
  if (path === '/healthz') return sendJson(response, 200, {status: 'ok', version: options.version});
  if (path.startsWith(REST_PREFIX)) return serveRest(request, response, path, options);
  return notFound(response, path);
}

/** Besides the page, its files, and the tools: nothing else is served. `/login` and `/ws` are no routes of those who are let in. */
export const servedPaths: readonly string[] = [
  '/mcp',
  ...terminalPaths,
  ...timelinePaths,
  ...sessionPaths,
  ...approvalPaths,
  ...runPaths,
  '/metrics',
  '/healthz',
];

function notFound(response: ServerResponse, path: string): void {
  const hint =
    'There are /, /ws, /mcp, /mcp/run, /mcp/send_keys, /mcp/screenshot, /mcp/wait_for_stable_output, /timeline, /sessions, /approvals, /runs, /healthz, /metrics and /api/v1/<tool_name>; /api/v1/openapi.json describes the latter.';
  sendJson(response, 404, new CottyError('invalid_argument', `There is nothing at ${path}.`, hint).toJSON());
}

/**
 * A client of an MCP session is there while one of its requests is open, which mostly is the stream on which it listens. That it has
 * left is often said by nothing else: many never end their MCP session.
 */
function presentWhileOpen(request: IncomingMessage, response: ServerResponse, engine: Engine): void {
  const id = request.headers['mcp-session-id'];
  if (typeof id !== 'string') return;
  const present = engine.present({key: mcpCallerKey(id)});
  response.once('close', () => present[Symbol.dispose]());
}
