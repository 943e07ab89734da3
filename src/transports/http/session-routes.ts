/** `/sessions` for the page: those that live, as they change, and those that have ended. */
import type {IncomingMessage, ServerResponse} from 'node:http';
import {CottyError} from '../../core/index.ts';
import {type Engine, servicesOf} from '../../engine/index.ts';
import {maskValue, sessionRows} from '../../tools/index.ts';
import {serveLive} from './live-list.ts';
import {type ReaderOptions, readableBy} from './reader.ts';
import {sendJson} from './send-json.ts';

export const sessionPaths: readonly string[] = ['/sessions', '/sessions/live'];

export async function serveSessionRoute(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  options: ReaderOptions,
): Promise<void> {
  const {engine} = options;
  const mayRead = readableBy(request, options);
  if (request.method !== 'GET') {
    const error = new CottyError('invalid_argument', `${path} is read with GET.`, 'Send GET.');
    return sendJson(response, 405, error.toJSON(), {allow: 'GET'});
  }
  if (path === '/sessions') return sendJson(response, 200, await rows(engine, {all: true, mayRead}));
  await serveLive(response, engine, () => rows(engine, {all: false, mayRead}));
}

/** Whoever has the token may look: what the sessions say has no secrets. */
async function rows(
  engine: Engine,
  options: Parameters<typeof sessionRows>[1],
): Promise<Awaited<ReturnType<typeof sessionRows>>> {
  return maskValue(await sessionRows(servicesOf(engine).sessions, options), engine.secrets);
}
