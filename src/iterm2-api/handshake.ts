/** The HTTP upgrade that begins a connection, on both sides. */
import type {IncomingMessage} from 'node:http';

export const SUBPROTOCOL = 'api.iterm2.com';

/** What the server says of itself: clients leave out what a lower one did not have. */
export const PROTOCOL_VERSION = '1.17';

/** iTerm2's Python library may be no older. */
const LEAST_PYTHON = 0.24;

/** What a client says of itself. */
export interface ClientFacts {
  /** What lets it in; null when it brought none. */
  readonly cookie: string | null;
  /** What it calls itself, for people to read; null when it does not say. */
  readonly name: string | null;
  /** As in `python 2.21`. */
  readonly library: string;
}

/** A status line without a body. */
export interface Refusal {
  readonly status: 400 | 401 | 406;
  readonly reason: string;
}

export const UNAUTHORIZED: Refusal = {status: 401, reason: 'Unauthorized'};

const BAD_REQUEST: Refusal = {status: 400, reason: 'Bad Request'};
const TOO_OLD: Refusal = {status: 406, reason: 'Unacceptable (upgrade Python library)'};

/** What a request for an upgrade says, or why it is refused. The rules are iTerm2's, which takes whole values and no lists. */
export function readUpgrade({method, url, httpVersion, headers}: IncomingMessage): ClientFacts | Refusal {
  const text = (name: string): string => String(headers[name] ?? '');
  const library = text('x-iterm2-library-version');
  const isSound =
    method === 'GET' &&
    url === '/' &&
    httpVersion === '1.1' &&
    text('upgrade').toLowerCase() === 'websocket' &&
    text('connection').toLowerCase() === 'upgrade' &&
    text('sec-websocket-protocol') === SUBPROTOCOL &&
    Number.parseInt(text('sec-websocket-version'), 10) >= 13 &&
    text('sec-websocket-key') !== '' &&
    hostOf(text('origin')) === 'localhost' &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(text('host')) &&
    headers['content-length'] === undefined;
  const [, program, version] = /^(\S+) (\d+(?:\.\d+)*)$/.exec(library) ?? [];
  if (!isSound || program === undefined) return BAD_REQUEST;
  if (program === 'python' && Number.parseFloat(version ?? '') < LEAST_PYTHON) return TOO_OLD;
  return {cookie: text('x-iterm2-cookie') || null, name: text('x-iterm2-advisory-name') || null, library};
}

export function isRefusal(read: ClientFacts | Refusal): read is Refusal {
  return 'status' in read;
}

/** The bytes of a refusal. */
export function refusalText({status, reason}: Refusal): string {
  return `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n\r\n`;
}

export interface ClientIdentity {
  /** Name and version without blanks inside, e.g. `cotty` and `1.0`. */
  readonly library: readonly [name: string, version: string];
  /** Shown to the person who is asked. */
  readonly name: string;
  readonly cookie?: string | undefined;
  readonly key?: string | undefined;
  /** False: without a valid cookie the server refuses, and shows no dialog. */
  readonly mayAsk?: boolean | undefined;
}

/** Headers of a client, beside those of every WebSocket. */
export function clientHeaders({library, name, cookie, key, mayAsk = false}: ClientIdentity): Record<string, string> {
  return {
    'x-iterm2-library-version': library.join(' '),
    'x-iterm2-advisory-name': name,
    ...(cookie !== undefined && {'x-iterm2-cookie': cookie}),
    ...(key !== undefined && {'x-iterm2-key': key}),
    ...(!mayAsk && {'x-iterm2-disable-auth-ui': 'true'}),
  };
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).hostname : null;
}
