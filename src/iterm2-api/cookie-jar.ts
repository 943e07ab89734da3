import {randomBytes, randomUUID, timingSafeEqual} from 'node:crypto';

/** What lets a client in without asking a person. */
export interface Cookie {
  /** 128 random bits in hexadecimal. */
  readonly cookie: string;
  /** Names the client in the server's own lists. */
  readonly key: string;
}

/** Cookies of one server. They are kept in memory alone, and are gone when it ends. */
export class CookieJar {
  readonly #cookies = new Map<string, 'once' | 'reusable'>();

  /** One for a single connection, or for as many as come. */
  issue(use: 'once' | 'reusable' = 'once'): Cookie {
    const cookie = randomBytes(16).toString('hex');
    this.#cookies.set(cookie, use);
    return {cookie, key: randomUUID().toUpperCase()};
  }

  /** Lets in whoever brings this one, as often as they come; it is kept elsewhere. */
  add(cookie: string): void {
    this.#cookies.set(cookie, 'reusable');
  }

  /** True when the cookie lets its bearer in. One for a single connection is used up by that. */
  take(given: string): boolean {
    for (const [cookie, use] of this.#cookies) {
      if (!isSame(cookie, given)) continue;
      if (use === 'once') this.#cookies.delete(cookie);
      return true;
    }
    return false;
  }
}

/** Takes as long whatever was given. */
function isSame(cookie: string, given: string): boolean {
  const [a, b] = [Buffer.from(cookie), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
