import {homedir} from 'node:os';
import {resolve} from 'node:path';

/** A folder as somebody names it who stands in `here`: `sub`, `..`, `~/src`, `/tmp`. */
export function folderPath(name: string, here: string | undefined): string {
  const home = homedir();
  const named = name === '~' || name.startsWith('~/') ? `${home}${name.slice(1)}` : name;
  return resolve(here ?? home, named);
}
