import {statSync} from 'node:fs';
import {dirname} from 'node:path';
import {unsafeFile} from './refusals.ts';
import {canOthersWrite, factsOf, isOurs, ownerName} from './whose.ts';

/**
 * Throws `home_unwritable` when somebody else may be listening on the socket: it is not ours, or others may write its
 * folder. A socket belongs to who has bound it, so who answers on one of ours is a process of this user. Nothing there is fine.
 */
export function requirePrivateSocket(path: string): void {
  const socket = factsOf(path);
  if (!socket) return;
  const reason = socket.isSocket() ? undefined : 'it is no socket';
  const owner = isOurs(socket) ? undefined : `it belongs to ${ownerName(socket)}`;
  const folder = statSync(dirname(path));
  const place = isOurs(folder) && !canOthersWrite(folder) ? undefined : 'somebody else may write its folder';
  const problem = reason ?? owner ?? place;
  if (problem !== undefined)
    throw unsafeFile(
      path,
      problem,
      'Another program could answer there in place of cotty: remove it, or set COTTY_HOME to a folder of your own.',
    );
}
