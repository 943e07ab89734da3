import {randomBytes} from 'node:crypto';

/**
 * A nonce: 24 characters of base64url, 138 random bits. The first is always the same, and one that is rare in what programs
 * print, so that finding nonces costs a flood of output next to nothing.
 */
export function newNonce(): string {
  return `Q${randomBytes(18).toString('base64url').slice(1)}`;
}
