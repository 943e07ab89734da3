/** Where what a sandbox must not see lies on this machine. */
import {readdirSync, realpathSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

/**
 * The absolute paths that patterns mean. Those below a home need not exist; of the others only those that do are named, for
 * nothing can be mounted elsewhere. Patterns that hold everywhere (such as `.env` in any folder), and those of /proc and /dev, mean nothing here.
 */
export function hiddenPlaces(patterns: readonly string[], homes: readonly string[]): readonly string[] {
  const places = patterns.flatMap(pattern => {
    const path = pattern.trim().replace(/\/\*\*$/, '');
    if (path.startsWith('~/')) return homes.flatMap(home => expanded(join(home, path.slice(2)), {exists: false}));
    return /^\/(?!proc\/|dev\/|proc$|dev$)/.test(path) ? expanded(path, {exists: true}) : [];
  });
  return [...new Set(places)];
}

function expanded(path: string, {exists}: {readonly exists: boolean}): readonly string[] {
  if (path.includes('**') || dirname(path).includes('*')) return [];
  if (path.includes('*')) {
    const pattern = new RegExp(`^${basename(path).split('*').map(escaped).join('.*')}$`);
    return entriesOf(dirname(path))
      .filter(name => pattern.test(name))
      .flatMap(name => expanded(join(dirname(path), name), {exists}));
  }
  return exists ? [realPath(path)].filter(found => found !== undefined) : [path];
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Links resolved; undefined where nothing lies, or where nobody may look. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The same place, or one below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
