/** For verbs that keep a door of the server open until they end, through its replacements. */
import {existsSync} from 'node:fs';
import type {Home} from '../app/index.ts';
import {CottyError, isCottyError} from '../core/index.ts';

/** The server ends as soon as its socket is gone; the rest of its home may take a moment longer. */
const DELETION_MS = 250;

/** A home that somebody deletes is not made anew: nobody knows the secrets it would have. */
export async function refuseDeletedHome(home: Home, verb: string): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, DELETION_MS));
  if (existsSync(home.run)) return;
  throw new CottyError(
    'home_unwritable',
    `${home.path} was deleted, and its sessions and token with it.`,
    `Start \`cotty ${verb}\` again to begin with a new one.`,
  );
}

/** The server was replaced: listen again on the next one. */
export function passOverLostServer(error: unknown): void {
  if (!isCottyError(error, 'server_unavailable') && !isCottyError(error, 'cancelled')) throw error;
}
