import type {IncomingMessage, ServerResponse} from 'node:http';
import {CottyError} from '../../core/index.ts';
import type {Engine} from '../../engine/index.ts';
import {pathOf, refusalOf} from './guards.ts';
import {type McpEndpoint, mcpCallerKey} from './mcp-endpoint.ts';
import {REST_PREFIX, type RestOptions, serveRest} from './rest.ts';
import {sendError, sendJson} from './send-json.ts';

export interface ListenerOptions extends RestOptions {
  readonly mcp: McpEndpoint;
  readonly isAuthorized: (request: IncomingMessage) => boolean;
}

/** One function for every request: guards, then the route. Never throws. */
export function requestListener(
  options: ListenerOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (!mayPass(request, response, options)) return;
    route(request, response, options).catch((error: unknown) => sendError(response, error, {connection: 'close'}));
  };
}

function mayPass(request: IncomingMessage, response: ServerResponse, options: ListenerOptions): boolean {
  const refusal = refusalOf(request);
  if (refusal) {
    const {status, message, hint} = refusal;
    const error = new CottyError(status === 403 ? 'denied' : 'invalid_argument', message, hint);
    // Whatever follows on this connection is not looked at.
    sendJson(response, status, error.toJSON(), {connection: 'close'});
    return false;
  }
  if (options.isAuthorized(request)) return true;
  const error = new CottyError(
    'denied',
    'A token is needed.',
    'Send `Authorization: Bearer <token>`; the token is in COTTY_TOKEN or the file `token` in COTTY_HOME.',
  );
  sendJson(response, 401, error.toJSON(), {'www-authenticate': 'Bearer realm="cotty"', connection: 'close'});
  return false;
}

async function route(request: IncomingMessage, response: ServerResponse, options: ListenerOptions): Promise<void> {
  const path = pathOf(request);
  if (path === '/mcp') {
    presentWhileOpen(request, response, options.engine);
    return options.mcp.handle(request, response);
  }
  if (path === '/healthz') return sendJson(response, 200, {status: 'ok', version: options.version});
  if (path.startsWith(REST_PREFIX)) return serveRest(request, response, path, options);
  const hint = 'There are /mcp, /healthz and /api/v1/<tool_name>; /api/v1/openapi.json describes the latter.';
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
