/** `/timeline` and what is below it: a session's whole life for the page, living or ended. */
import {once} from 'node:events';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {z} from 'zod';
import {CottyError} from '../../core/index.ts';
import {type LogFootage, makeRecording, stretchOf, type TimeLines, toCast, toGif, toHtml} from '../../engine/index.ts';
import {plainPiece} from '../../timeline/index.ts';
import {checked} from './checked.ts';
import {queryOf} from './guards.ts';
import {type ReaderOptions, requireReading} from './reader.ts';
import {sendJson} from './send-json.ts';
import {readPlayerFiles} from './web-page.ts';

export interface TimelineRoutesOptions extends ReaderOptions {
  readonly timeLines: TimeLines;
}

interface Call {
  readonly footage: LogFootage;
  readonly query: Readonly<Record<string, string>>;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

const routes: Readonly<Record<string, (call: Call) => Promise<void>>> = {
  '/timeline': async ({footage, response}) => sendJson(response, 200, await footage.refresh()),
  '/timeline/frame': frame,
  '/timeline/pieces': pieces,
  '/timeline/search': search,
  '/timeline/export': exportStretch,
};

export const timelinePaths: readonly string[] = Object.keys(routes);

/** Throws `CottyError`. */
export async function serveTimelineRoute(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  options: TimelineRoutesOptions,
): Promise<void> {
  const route = routes[path];
  if (!route) return;
  if (request.method !== 'GET') {
    const error = new CottyError('invalid_argument', `${path} is read with GET.`, 'Send GET.');
    return sendJson(response, 405, error.toJSON(), {allow: 'GET'});
  }
  const {session, ...query} = Object.fromEntries(queryOf(request));
  if (!session) throw new CottyError('unknown_session', 'This call names no session.', 'Name one with ?session=ID.');
  await requireReading(request, session, options);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await route({footage: await options.timeLines.open(session), query, response, signal: gone.signal});
}

const ms = z.coerce.number().min(-1);
const place = z.coerce.number().int().min(0);

async function frame({footage, query, response, signal}: Call): Promise<void> {
  const {at_ms, at} = checked(z.strictObject({at_ms: ms, at: place.optional()}), query);
  sendJson(response, 200, await footage.frame(at_ms, {at, signal}));
}

async function pieces({footage, query, response, signal}: Call): Promise<void> {
  const {at_ms, at} = checked(z.strictObject({at_ms: ms, at: place}), query);
  sendJson(response, 200, {pieces: (await footage.pieces({atMs: at_ms, at}, signal)).map(plainPiece)});
}

async function search({footage, query, response, signal}: Call): Promise<void> {
  const {words} = checked(z.strictObject({words: z.string().min(1).max(1000)}), query);
  sendJson(response, 200, await footage.search(words, signal));
}

const types = {cast: 'application/x-asciicast', html: 'text/html; charset=utf-8', gif: 'image/gif'} as const;

const exportQuery = z.strictObject({
  format: z.enum(['cast', 'html', 'gif']),
  from: z.string().optional(),
  to: z.string().optional(),
});

/** A download. */
async function exportStretch({footage, query, response, signal}: Call): Promise<void> {
  const {format, ...words} = checked(exportQuery, query);
  const stretch = await stretchOf(footage, words);
  const parts = {
    cast: () => toCast(footage, stretch, signal),
    html: async function* () {
      yield await toHtml(await makeRecording(footage, stretch, signal), await readPlayerFiles());
    },
    gif: () => toGif(footage, {stretch, idleLimitMs: 2000, speed: 1, theme: 'dark', scale: 1, signal}),
  };
  const all: AsyncIterable<string | Uint8Array> = parts[format]();
  let hasBegun = false;
  for await (const part of all) {
    if (!hasBegun)
      response.writeHead(200, {
        'content-type': types[format],
        'content-disposition': `attachment; filename="${fileName(footage)}.${format}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    hasBegun = true;
    if (!response.write(part)) await once(response, 'drain', {signal});
  }
  response.end();
}

function fileName({facts}: LogFootage): string {
  return (facts.name || facts.session_id).replaceAll(/[^\w.-]+/g, '-') || 'recording';
}
