import {randomBytes} from 'node:crypto';
import {chmodSync} from 'node:fs';
import {CottyError, isCottyError} from '../core/index.ts';
import {readPrivateFile, writePrivateFile} from '../private/index.ts';
import type {Home} from './home.ts';

/** The token of the HTTP interface: 256 random bits in a file that only this user reads, made when there is none. */
export function ensureToken(home: Home): string {
  return ensureSecret(home.tokenFile, 32, 'base64url', 'Make it yours and readable, remove it, or set COTTY_TOKEN.');
}

/** The secret that a file keeps, so many random bytes, made when there is none. Errors: `home_unwritable`. */
export function ensureSecret(
  file: string,
  sizeBytes: number,
  encoding: 'base64url' | 'hex',
  hint = 'Make it yours and readable, or remove it.',
): string {
  const secret = randomBytes(sizeBytes).toString(encoding);
  try {
    writePrivateFile(file, `${secret}\n`, {as: 'create'});
    return secret;
  } catch {
    return readSecret(file, hint);
  }
}

function readSecret(file: string, hint: string): string {
  try {
    const secret = readPrivateFile(file).trim();
    chmodSync(file, 0o600);
    if (secret !== '') return secret;
  } catch (cause) {
    if (isCottyError(cause)) throw cause;
    throw new CottyError('home_unwritable', `The token file ${file} can be neither read nor made.`, hint, {cause});
  }
  throw new CottyError('home_unwritable', `The token file ${file} is empty.`, 'Remove it, and a new one is made.');
}
