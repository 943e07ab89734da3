import {opendirSync, statfsSync} from 'node:fs';
import type {KnownPaths} from '../guard/index.ts';

/** A list takes as long as so many looks, in a folder of some dozens. */
const LOOKS_BEFORE = 32;
/** A folder with more is not listed. */
const MOST_NAMES = 512;
/** Of such a name the file systems below say the same, whether upper and lower case are the same in that folder or not. */
const PLAIN = /^[\x21-\x7e]{1,255}$/;

/**
 * Whether a folder surely holds nothing of that name. Whoever asks for hundreds of names in one folder is told by a list of what is there, which
 * takes less than a look for each; false where nobody knows, and it has to be looked at. `folder` is reached by no link.
 */
export function surelyLacks(folder: string, name: string, {listed}: KnownPaths): boolean {
  const known = listed.get(folder) ?? {looks: 0, names: null};
  if (known.looks === 0) listed.set(folder, known);
  if (++known.looks === LOOKS_BEFORE) known.names = namesIn(folder);
  return known.names !== null && PLAIN.test(name) && !known.names.has(name.toLowerCase());
}

/** In lower case. Null where something may be there that is not in the list, or the list would be long. */
function namesIn(folder: string): ReadonlySet<string> | null {
  if (process.platform !== 'linux') return null;
  try {
    return LISTING.has(statfsSync(folder).type) ? plainNames(folder) : null;
  } catch {
    return null;
  }
}

/** File systems that list all that they have (statfs(2)): ext4 and its elders, XFS, Btrfs, tmpfs. Others make what is asked for, or hide it. */
const LISTING: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994]);

function plainNames(folder: string): ReadonlySet<string> | null {
  const found = opendirSync(folder, {bufferSize: MOST_NAMES + 1});
  try {
    const names = new Set<string>();
    for (let entry = found.readSync(); entry; entry = found.readSync()) {
      // Where upper and lower case are the same, a name in another script may be the same as a plain one.
      if (names.size >= MOST_NAMES || !PLAIN.test(entry.name)) return null;
      names.add(entry.name.toLowerCase());
    }
    return names;
  } finally {
    found.closeSync();
  }
}
