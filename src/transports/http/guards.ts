/**
 * What every request and upgrade must pass before anything looks at it. A page in the user's browser can reach loopback,
 * so the Host must be ours (DNS rebinding) and an Origin, if any, too; and there must be the token.
 */
import {createHash, timingSafeEqual} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

/** Why the request is refused for where it comes from; undefined when it may pass. */
export function foreignOrigin(request: IncomingMessage): string | undefined {
  const host = validateHostHeader(request.headers.host, localhostAllowedHostnames());
  if (!host.ok) return host.message;
  const origin = validateOriginHeader(request.headers.origin, localhostAllowedOrigins());
  return origin.ok ? undefined : origin.message;
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

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
