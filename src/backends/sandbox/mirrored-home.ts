/** A home folder as a sandbox sees it: what is there now, without what is secret. */
import {type Dirent, readdirSync, readlinkSync} from 'node:fs';
import {join} from 'node:path';
import {isWithin} from './hidden-places.ts';

/**
 * Arguments that build it anew on an empty folder in memory, entry by entry, each of them read-only. So what is hidden is not
 * there, also when somebody makes it later; and what is written beside the entries never reaches the disk. Sockets and pipes are
 * left out: a program outside listens on the other end.
 */
export function mirroredHome(home: string, hidden: readonly string[]): readonly string[] {
  return ['--tmpfs', home, ...entriesOf(home).flatMap(entry => mirrored(join(home, entry.name), entry, hidden))];
}

function mirrored(path: string, entry: Dirent, hidden: readonly string[]): readonly string[] {
  if (hidden.includes(path)) return [];
  if (entry.isSymbolicLink()) return ['--symlink', readlinkSync(path), path];
  if (entry.isFile()) return ['--ro-bind-try', path, path];
  if (!entry.isDirectory()) return [];
  if (!hidden.some(place => isWithin(place, path))) return ['--ro-bind-try', path, path];
  return ['--dir', path, ...entriesOf(path).flatMap(inner => mirrored(join(path, inner.name), inner, hidden))];
}

/** Nothing where the folder may not be looked into: then its owner sees nothing of it either. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true});
  } catch {
    return [];
  }
}
