import type {IncomingMessage, ServerResponse} from 'node:http';
import {CottyError, shownName} from '../../core/index.ts';
import {type Caller, type Engine, servicesOf} from '../../engine/index.ts';
import {type AnyTool, findTool} from '../../tools/index.ts';
import {openApiDocument} from './openapi.ts';
import {readJsonBody} from './read-body.ts';
import {sendJson} from './send-json.ts';

export interface RestOptions {
  readonly engine: Engine;
  readonly tools: readonly AnyTool[];
  readonly version: string;
  readonly maxBodyBytes: number;
  /** What the environment of new sessions starts from. */
  readonly env?: Caller['env'];
}

export const REST_PREFIX = '/api/v1/';

/**
 * `POST /api/v1/<tool>` and `GET /api/v1/openapi.json`. Headers: `cotty-caller` names the caller (its active session is
 * kept under that name), `cotty-request-id` makes a repeated call the same call. Throws `CottyError`.
 */
export async function serveRest(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  options: RestOptions,
): Promise<void> {
  const name = path.slice(REST_PREFIX.length);
  if (name === 'openapi.json' && request.method === 'GET') {
    return sendJson(response, 200, openApiDocument(options.tools, options.version));
  }
  const tool = findTool(options.tools, name);
  if (request.method !== 'POST') {
    const error = new CottyError(
      'invalid_argument',
      `${name} is called with POST.`,
      'Send the arguments as a JSON object.',
    );
    return sendJson(response, 405, error.toJSON(), {allow: 'POST'});
  }
  const input = await readJsonBody(request, options.maxBodyBytes);
  const callerName = shownName(header(request, 'cotty-caller') ?? '') || 'http';
  const caller = options.engine.caller(`rest:${callerName}`, {
    type: 'agent',
    name: callerName,
    via: 'http',
    credentials: {type: 'token'},
  });
  const outcome = await tool.call(input, {
    services: servicesOf(options.engine),
    caller: Object.assign(caller, {env: options.env}),
    signal: abortedWithoutReader(response),
    requestId: header(request, 'cotty-request-id'),
  });
  sendJson(response, 200, outcome.value);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function abortedWithoutReader(response: ServerResponse): AbortSignal {
  const abort = new AbortController();
  response.once('close', () => abort.abort());
  return abort.signal;
}
