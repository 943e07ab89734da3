/** `/sessions` for the page: those that live, as they change, and those that have ended. */
import type {IncomingMessage, ServerResponse} from 'node:http';
import {CottyError} from '../../core/index.ts';
import {type Engine, servicesOf} from '../../engine/index.ts';
import {sessionRows} from '../../tools/index.ts';
import {serveLive} from './live-list.ts';
import {sendJson} from './send-json.ts';

export function isSessionRoute(path: string): boolean {
  return path === '/sessions' || path === '/sessions/live';
}

export async function serveSessionRoute(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  {engine}: {readonly engine: Engine},
): Promise<void> {
  if (request.method !== 'GET') {
    const error = new CottyError('invalid_argument', `${path} is read with GET.`, 'Send GET.');
    return sendJson(response, 405, error.toJSON(), {allow: 'GET'});
  }
  if (path === '/sessions') return sendJson(response, 200, await sessionRows(servicesOf(engine).sessions, {all: true}));
  await serveLive(response, engine, () => sessionRows(servicesOf(engine).sessions, {all: false}));
}
