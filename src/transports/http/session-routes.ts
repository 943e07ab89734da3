/** `/sessions` for the page: those that live, as they change, and those that have ended. */
import type {IncomingMessage, ServerResponse} from 'node:http';
import {CottyError} from '../../core/index.ts';
import {type Engine, servicesOf} from '../../engine/index.ts';
import {sessionRows} from '../../tools/index.ts';
import {sendJson} from './send-json.ts';

/** What changes at once is told once. */
const PAUSE_MS = 100;
/** So that whoever stands between does not take the stream for dead. */
const ALIVE_MS = 20_000;

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
  await stream(response, engine);
}

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): the whole list each time. */
async function stream(response: ServerResponse, engine: Engine): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  let told = '';
  const tell = async (): Promise<void> => {
    const text = JSON.stringify(await sessionRows(servicesOf(engine).sessions, {all: false}));
    // Of a reader that takes nothing the newest list is enough.
    if (text === told || response.writableLength > 0) return;
    told = text;
    response.write(`data: ${text}\n\n`);
  };
  let due: NodeJS.Timeout | undefined;
  const soon = (): void => {
    due ??= setTimeout(() => {
      due = undefined;
      void tell().catch(() => response.destroy());
    }, PAUSE_MS).unref();
  };
  using _news = engine.events.subscribe({kinds: [], sessionId: null}, soon);
  const alive = setInterval(() => response.write(': alive\n\n'), ALIVE_MS).unref();
  const gone = new Promise<void>(resolve => response.once('close', resolve));
  try {
    await tell();
    await gone;
  } finally {
    clearTimeout(due);
    clearInterval(alive);
  }
}
