import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  statSync,
} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {type FolderLook, type GitSetting, type KnownPaths, readGitConfig} from '../guard/index.ts';
import {surelyLacks} from './folder-names.ts';

/** No repository of a person's has longer settings: what is behind is not looked at. Bytes. */
const LONGEST = 256 * 1024;
/** Folders above each other. */
const MOST_FOLDERS = 60;
const MOST_KEPT = 100;
/** Links that lead to each other, and so nowhere. */
const MOST_LINKS = 40;
/** Names on the way of one path, with those that links add: a longer one is followed by nobody. */
const MOST_NAMES = 4096;

type Repository = NonNullable<ReturnType<KnownPaths['repositories']['get']>>;

interface Kept {
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
    real: (path, known) => realPath(path, known),
    isOwn: (path, known) => isAnyOwn(own => path.startsWith(own) && (path === own || path[own.length] === '.'), known),
    holdsOwn: (folder, known) => isAnyOwn(own => own.startsWith(`${folder}/`), known),
  };
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
  const own = ownRepository(folder);
  const above = dirname(folder);
  const isLast = above === folder || level >= MOST_FOLDERS;
  const place = own !== null ? {own, shared: sharedBy(own)} : isLast ? null : repositoryOf(above, known, level + 1);
  repositories.set(folder, place);
  return place;
}

function ownRepository(folder: string): string | null {
  const git = join(folder, '.git');
  const facts = factsOf(git);
  if (facts?.isDirectory()) return git;
  const link = facts && textOf(git)?.match(/^gitdir: (.+)/)?.[1];
  if (link !== undefined) return resolve(folder, link.trim());
  const isBare =
    (factsOf(join(folder, 'objects'))?.isDirectory() ?? false) &&
    ['HEAD', 'config'].every(name => versionOf(join(folder, name)) !== null);
  return isBare ? folder : null;
}

/** A linked working tree has the settings of the repository that it belongs to. */
function sharedBy(own: string): string {
  const common = textOf(join(own, 'commondir'))?.trim();
  return common === undefined ? own : resolve(own, common);
}

const NONE: readonly GitSetting[] = [];

function settingsOf({shared, own}: Repository, kept: Map<string, Kept>): readonly GitSetting[] {
  const hook = join(shared, 'hooks', 'post-index-change');
  const files = [join(shared, 'config'), join(own, 'config.worktree')];
  const version = [...files, hook].map(versionOf).join(', ');
  const key = files.join('\0');
  const known = kept.get(key);
  if (known?.version === version) return known.settings;
  // `git status` itself runs this one.
  const hooks = versionOf(hook) === null ? [] : [{name: 'core.hookspath', value: hook}];
  const settings = [...files.flatMap(file => readGitConfig(textOf(file) ?? '')), ...hooks];
  kept.delete(key);
  kept.set(key, {version, settings});
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return settings;
}

/** Another one when it has changed; null when nothing is there, or nothing that may be looked at. */
function versionOf(path: string): string | null {
  const facts = factsOf(path);
  return facts ? `${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}` : null;
}

function factsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, {throwIfNoEntry: false, bigint: true});
  } catch {
    return undefined;
  }
}

/** Null for what is no file. A pipe is not waited for. */
function textOf(path: string): string | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return null;
    // Not every file system says how long a file is.
    const bytes = Buffer.allocUnsafe(Math.min(LONGEST, Math.max(4096, facts.size)));
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
