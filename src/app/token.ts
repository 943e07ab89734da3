import {randomBytes} from 'node:crypto';
import {chmodSync} from 'node:fs';
import {CottyError, isCottyError} from '../core/index.ts';
import {readPrivateFile, writePrivateFile} from '../private/index.ts';
import type {Home} from './home.ts';

/** The token of the HTTP interface: 256 random bits in a file that only this user reads, made when there is none. */
export function ensureToken(home: Home): string {
  const token = randomBytes(32).toString('base64url');
  try {
    writePrivateFile(home.tokenFile, `${token}\n`, {as: 'create'});
    return token;
  } catch {
    return readToken(home);
  }
}

function readToken(home: Home): string {
  try {
    const token = readPrivateFile(home.tokenFile).trim();
    chmodSync(home.tokenFile, 0o600);
    if (token !== '') return token;
  } catch (cause) {
    if (isCottyError(cause)) throw cause;
    throw new CottyError(
      'home_unwritable',
      `The token file ${home.tokenFile} can be neither read nor made.`,
      'Make it yours and readable, remove it, or set COTTY_TOKEN.',
      {cause},
    );
  }
  throw new CottyError(
    'home_unwritable',
    `The token file ${home.tokenFile} is empty.`,
    'Remove it, and a new one is made.',
  );
}
