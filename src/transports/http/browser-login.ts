/**
 * How a person's browser gets in: by a link with a code that works once, in the fragment, which browsers send to nobody. The page gives the
 * code for a cookie, which no script can read and no other site can send, and for a key. A browser brings its cookies to every port of a host
 * (RFC 6265, section 8.5), so whoever listens on another one is given this one too; the key is kept where the page's own origin alone can
 * read it, and only both together are a person's.
 */
import {createHash, createHmac, randomBytes, timingSafeEqual} from 'node:crypto';
import type {IncomingMessage} from 'node:http';

/** A link that nobody has followed by then is of no use any more. */
const CODE_LIFE_MS = 10 * 60_000;
const MOST_CODES = 20;

export class BrowserLogin {
  /** By digest: when each code ends. */
  readonly #codes = new Map<string, number>();
  readonly #secret: string;
  readonly #pageKey: string;

  /**
   * What the cookie and the page hold is made from a key that is in memory alone. Whoever opens the door again with the same key lets the same
   * browsers in; the token, which agents have, tells nothing of it.
   */
  constructor(key: string) {
    this.#secret = createHmac('sha256', key).update('cotty browser session').digest('base64url');
    this.#pageKey = createHmac('sha256', key).update('cotty page').digest('base64url');
  }

  /** A code for one link. */
  issue(): string {
    const code = randomBytes(32).toString('base64url');
    this.#codes.set(digest(code), Date.now() + CODE_LIFE_MS);
    const [oldest] = this.#codes.keys();
    if (this.#codes.size > MOST_CODES && oldest !== undefined) this.#codes.delete(oldest);
    return code;
  }

  /** The `Set-Cookie`, and the key for the page to keep, that a code is worth; undefined for one that is not, or not any more. */
  exchange(code: string, request: IncomingMessage): {readonly cookie: string; readonly key: string} | undefined {
    const name = digest(code);
    const endsAt = this.#codes.get(name);
    this.#codes.delete(name);
    if (endsAt === undefined || endsAt < Date.now()) return undefined;
    const cookie = `${cookieName(request)}=${this.#secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`;
    return {cookie, key: this.#pageKey};
  }

  /** Enough for the page itself, which has nothing in it, and for nothing else. */
  hasCookie(request: IncomingMessage): boolean {
    return cookiesOf(request, cookieName(request)).some(given => isSame(given, this.#secret));
  }

  /** A page that was let in, with the cookie and the key. */
  isPerson(request: IncomingMessage): boolean {
    const {searchParams} = new URL(request.url ?? '', 'http://localhost');
    return this.hasCookie(request) && isSame(searchParams.get('key') ?? '', this.#pageKey);
  }
}

/** Cookies do not tell ports apart. */
function cookieName({socket}: IncomingMessage): string {
  return `cotty_${socket.localPort}`;
}

/** Another port's page can set more of that name, for longer paths, which come first: they stand in nobody's way. */
function cookiesOf({headers}: IncomingMessage, name: string): readonly string[] {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim());
  return pairs.filter(pair => pair.startsWith(`${name}=`)).map(pair => pair.slice(name.length + 1));
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(digest(given), 'hex'), Buffer.from(digest(expected), 'hex'));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
