/**
 * What every request and upgrade must pass before anything looks at it. A page in the user's browser can reach loopback,
 * so the Host must be ours (DNS rebinding), an Origin and Fetch Metadata, if any, too; and there must be the token.
 */
import {createHash, timingSafeEqual} from 'node:crypto';
import type {IncomingMessage} from 'node:http';

/** Why a request is refused. */
export interface Refusal {
  readonly status: 400 | 403 | 415;
  readonly message: string;
  readonly hint: string;
}

/** Undefined when the request may pass, as far as where it comes from and what form it has are concerned. */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
  return oddForm(request) ?? foreignHost(request) ?? foreignOrigin(request) ?? foreignSite(request) ?? oddBody(request);
}

/** The path that is asked for, without its query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').replace(/\?.*$/s, '');
}

/** The query, without the key of the page, which tells who asks and not what. */
export function queryOf({url = ''}: IncomingMessage): URLSearchParams {
  const {searchParams} = new URL(url, 'http://localhost');
  searchParams.delete('key');
  return searchParams;
}

/** Makes the check of `Authorization: Bearer <token>`; takes the same time whatever was sent. */
export function bearerCheck(token: string): (request: IncomingMessage) => boolean {
  if (token === '') throw new RangeError('the token is empty');
  const expected = digest(token);
  return request => {
    const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(given), expected);
  };
}

/** Headers that decide something here; of two, other software may believe the other one. */
const ONCE = new Set([
  'host',
  'origin',
  'authorization',
  'content-type',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
]);

/** A target in absolute form names a host of its own (RFC 9112, section 3.2.2), and only proxies are sent one. */
function oddForm(request: IncomingMessage): Refusal | undefined {
  if (!request.url?.startsWith('/'))
    return {status: 400, message: 'The request target is not a path.', hint: 'Send a path, as in GET /healthz.'};
  const seen = new Set<string>();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i]?.toLowerCase() ?? '';
    if (ONCE.has(name) && seen.has(name))
      return {status: 400, message: `The header ${name} stands there twice.`, hint: 'Send it once.'};
    seen.add(name);
  }
  return undefined;
}

function foreignHost(request: IncomingMessage): Refusal | undefined {
  const {host} = request.headers;
  if (host === undefined || host === '')
    return {status: 400, message: 'There is no Host header.', hint: 'Send Host, as HTTP/1.1 demands.'};
  const allowed = ownHosts(request);
  if (allowed.includes(host.toLowerCase())) return undefined;
  return {
    status: 403,
    message: `The host ${JSON.stringify(host)} is not this server.`,
    hint: `Call it by one of its own names: ${allowed.join(', ')}.`,
  };
}

/** Loopback names with the port that the request came in by. Port 80 may be left out, as URLs do. */
function ownHosts({socket}: IncomingMessage): readonly string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const whole = names.map(name => `${name}:${socket.localPort}`);
  return socket.localPort === 80 ? [...whole, ...names] : whole;
}

/** An origin is a scheme, a host and a port: ours is the one that the request itself was sent to. */
function foreignOrigin({headers}: IncomingMessage): Refusal | undefined {
  if (headers.origin === undefined || headers.origin === `http://${headers.host?.toLowerCase()}`) return undefined;
  return foreignPage(`The origin ${JSON.stringify(headers.origin)} is not this server's own.`);
}

/**
 * Browsers say here who caused a request, also where they send no Origin. https://www.w3.org/TR/fetch-metadata/
 * The one thing another site may cause is that a person follows a link to our first page, where nothing is done yet.
 */
function foreignSite(request: IncomingMessage): Refusal | undefined {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  if ((site === 'cross-site' || site === 'same-site') && isFollowedLink(request)) return undefined;
  return foreignPage(`A page of another origin sent this (Sec-Fetch-Site: ${site}).`);
}

function isFollowedLink(request: IncomingMessage): boolean {
  const {method, headers} = request;
  const isDocument = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return method === 'GET' && isDocument && pathOf(request) === '/';
}

function foreignPage(message: string): Refusal {
  return {status: 403, message, hint: 'Web pages cannot use cotty; call it from a program, with the token.'};
}

/** A form or a script without leave can send any other type across origins; this one needs leave, which is never given. */
function oddBody({method, headers}: IncomingMessage): Refusal | undefined {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  const isReading = method === 'GET' || method === 'HEAD' || method === 'DELETE' || method === 'OPTIONS';
  if ((isReading && !hasBody) || JSON_TYPE.test(headers['content-type'] ?? '')) return undefined;
  return {
    status: 415,
    message: `A ${method} is taken as application/json alone.`,
    hint: 'Send Content-Type: application/json and the arguments as a JSON object in UTF-8.',
  };
}

const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*("utf-8"|utf-8)[ \t]*)?$/i;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
