import {existsSync} from 'node:fs';
import {dirname} from 'node:path';
import {whyNotFirm} from './firm-path.ts';
import {usePrivateFolder} from './private-folder.ts';
import {unsafeFile} from './refusals.ts';
import {factsOf, isOurs, ownerName} from './whose.ts';

/**
 * Makes way for a socket where a person wants it. Its own mode keeps others out, so a folder that is there stays as it is: other things lie in
 * it, which others may use. Throws `home_unwritable` when others could put something else in its place, or something else is there.
 */
export function useSocketPlace(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) usePrivateFolder(folder);
  const there = factsOf(path);
  const reason =
    there && !there.isSocket()
      ? 'it is no socket'
      : there && !isOurs(there)
        ? `it belongs to ${ownerName(there)}`
        : whyNotFirm(path);
  if (reason !== undefined) throw unsafeFile(path, reason, 'Choose another place.');
}
