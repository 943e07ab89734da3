import {lstatSync, readdirSync, readlinkSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {FolderLook, GitSetting, KnownPaths} from '../guard/index.ts';
import {surelyLacks} from './folder-names.ts';
import {obeyedIn, type Repository, repositoryIn} from './git-folder.ts';
import {versionOf} from './look-at-files.ts';

/** Folders above each other. */
const MOST_FOLDERS = 60;
const MOST_KEPT = 100;
/** Links that lead to each other, and so nowhere. */
const MOST_LINKS = 40;
/** Names on the way of one path, with those that links add: a longer one is followed by nobody. */
const MOST_NAMES = 4096;

interface Kept {
  /** Those that it was read from, and those that would count if they were there. */
  readonly files: readonly string[];
  readonly version: string;
  readonly settings: readonly GitSetting[];
}

/** Looks into the folders of this machine. A file is read again when it has changed. `ownFiles`: cotty's, wherever they lie. */
export function folderLook(ownFiles: readonly string[] = []): FolderLook {
  const kept = new Map<string, Kept>();
  const isAnyOwn = (fits: (own: string) => boolean, known: KnownPaths): boolean =>
    ownFiles.some(file => fits(file) || fits(realPath(file, known) ?? file));
  return {
    settings: (folder, known) => {
      const place = repositoryOf(folder, known);
      if (!place) return NONE;
      const {settings} = known;
      const key = `${place.shared}\0${place.own}`;
      const seen = settings.get(key) ?? settingsOf(place, kept);
      settings.set(key, seen);
      return seen;
    },
    has: (folder, name) => versionOf(join(folder, name)) !== null,
    hasAny,
    real: (path, known) => realPath(path, known),
    isOwn: (path, known) => isAnyOwn(own => path.startsWith(own) && (path === own || path[own.length] === '.'), known),
    holdsOwn: (folder, known) => isAnyOwn(own => own.startsWith(`${folder}/`), known),
  };
}

function hasAny(folder: string, names: readonly string[]): boolean {
  let there: ReadonlySet<string> | null = null;
  try {
    there = new Set(readdirSync(folder));
  } catch {
    // It may be entered, and not listed.
  }
  const mayBe = names.filter(name => there?.has(name.replace(/\/.*/, '')) ?? true);
  return mayBe.some(name => versionOf(join(folder, name)) !== null);
}

/** One look at each folder and file on the way. What does not exist would be made in its folder, or where a link leads to nowhere yet. */
function realPath(path: string, known: KnownPaths): string | null {
  const before = known.places.get(path);
  if (before !== undefined) return before;
  const folder = path === '/' ? path : dirname(path);
  const start = folder === path ? path : realFolder(folder, known);
  const real = start === null ? null : below(start, folder, path, known);
  known.places.set(path, real);
  return real;
}

function realFolder(folder: string, known: KnownPaths): string | null {
  const before = known.places.get(folder);
  if (before !== undefined) return before;
  const real = walk('/', folder.split('/'), known);
  known.places.set(folder, real);
  return real;
}

/** Where a path leads of which the folder is known. Where no link leads there the path itself is looked at, and nothing is put together. */
function below(start: string, folder: string, path: string, known: KnownPaths): string | null {
  const name = folder === path ? '' : basename(path);
  const isPlain = start === folder && path.length === folder.length + 1 + name.length && !/^\.{0,2}$/.test(name);
  if (isPlain && folder !== '/') {
    const isMissing =
      known.targets.get(folder) === MISSING || (!known.targets.has(path) && surelyLacks(folder, name, known));
    if (isMissing) known.targets.set(path, MISSING);
    if (isMissing || typeof linkTarget(path, known) !== 'string') return path;
  }
  return walk(start, name === '' ? [] : [name], known);
}

/** Where names lead, one after the other, from a folder that is reached by no link. */
function walk(start: string, names: readonly string[], known: KnownPaths): string | null {
  const left = names.toReversed();
  let at = start;
  let links = 0;
  let steps = 0;
  /** The first folder that is not there, as far as this way knows: below it nothing is. */
  let missing = known.targets.get(start) === MISSING ? start : null;
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (++steps > MOST_NAMES) return null;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (at === missing) missing = null;
      at = dirname(at);
      continue;
    }
    const next = at === '/' ? `/${name}` : `${at}/${name}`;
    const target = missing === null ? linkTarget(next, known) : MISSING;
    if (typeof target === 'string') {
      if (++links > MOST_LINKS) return null;
      if (target.startsWith('/')) at = '/';
      for (const each of target.split('/').toReversed()) left.push(each);
      continue;
    }
    if (target === MISSING) {
      missing ??= next;
      known.targets.set(next, target);
    }
    at = next;
  }
  return at;
}

/** In the place of a link's target. */
const MISSING = false;

function linkTarget(path: string, {targets}: KnownPaths): string | null | false {
  const before = targets.get(path);
  if (before !== undefined) return before;
  const target = targetOf(path);
  targets.set(path, target);
  return target;
}

function targetOf(path: string): string | null | false {
  try {
    const facts = lstatSync(path, LOOKING);
    if (!facts) return MISSING;
    return facts.isSymbolicLink() ? readlinkSync(path) : null;
  } catch {
    return null;
  }
}

const LOOKING = {throwIfNoEntry: false} as const;

/** Where the repository of a folder keeps its settings. */
function repositoryOf(folder: string, known: KnownPaths, level = 0): Repository | null {
  const {repositories} = known;
  const before = repositories.get(folder);
  if (before !== undefined) return before;
  const own = repositoryIn(folder);
  const above = dirname(folder);
  const isLast = above === folder || level >= MOST_FOLDERS;
  const place = own ?? (isLast ? null : repositoryOf(above, known, level + 1));
  repositories.set(folder, place);
  return place;
}

const NONE: readonly GitSetting[] = [];

/** With those of the repositories within it, in which git runs itself. */
function settingsOf(repository: Repository, kept: Map<string, Kept>): readonly GitSetting[] {
  const key = `${repository.shared}\0${repository.own}`;
  const known = kept.get(key);
  if (known && known.version === versionOfAll(known.files)) return known.settings;
  const {settings, files} = obeyedIn(repository);
  kept.delete(key);
  kept.set(key, {files, version: versionOfAll(files), settings});
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return settings;
}

function versionOfAll(files: readonly string[]): string {
  return files.map(versionOf).join(', ');
}
