/**
 * How a person's browser gets in: by a link with a code that works once, in the fragment, which browsers send to nobody. The page gives the
 * code for a cookie that no script can read and no other site can send.
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

  /**
   * What the cookie holds is made from a key that is in memory alone. Whoever opens the door again with the same key lets the same
   * browsers in; the token, which agents have, tells nothing of it.
   */
  constructor(key: string) {
    this.#secret = createHmac('sha256', key).update('cotty browser session').digest('base64url');
  }

  /** A code for one link. */
  issue(): string {
    const code = randomBytes(32).toString('base64url');
    this.#codes.set(digest(code), Date.now() + CODE_LIFE_MS);
    const [oldest] = this.#codes.keys();
    if (this.#codes.size > MOST_CODES && oldest !== undefined) this.#codes.delete(oldest);
    return code;
  }

  /** The `Set-Cookie` that a code is worth; undefined for one that is not, or not any more. */
  exchange(code: string, request: IncomingMessage): string | undefined {
    const key = digest(code);
    const endsAt = this.#codes.get(key);
    this.#codes.delete(key);
    if (endsAt === undefined || endsAt < Date.now()) return undefined;
    return `${cookieName(request)}=${this.#secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`;
  }

  hasCookie(request: IncomingMessage): boolean {
    const given = cookieOf(request, cookieName(request));
    return timingSafeEqual(Buffer.from(digest(given), 'hex'), Buffer.from(digest(this.#secret), 'hex'));
  }
}

/** Cookies do not tell ports apart. */
function cookieName({socket}: IncomingMessage): string {
  return `cotty_${socket.localPort}`;
}

function cookieOf({headers}: IncomingMessage, name: string): string {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim());
  return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
