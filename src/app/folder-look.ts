import {closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, statSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {type FolderLook, type GitSetting, type KnownPaths, readGitConfig} from '../guard/index.ts';

/** No repository of a person's has longer settings: what is behind is not looked at. Bytes. */
const LONGEST = 256 * 1024;
/** Folders above each other. */
const MOST_FOLDERS = 60;
const MOST_KEPT = 100;
/** Links that lead to each other, and so nowhere. */
const MOST_LINKS = 40;
/** Names on the way of one path, with those that links add: a longer one is followed by nobody. */
const MOST_NAMES = 4096;

interface Kept {
  readonly version: string;
  readonly settings: readonly GitSetting[];
}

/** Looks into the folders of this machine. A file is read again when it has changed. `ownFiles`: cotty's, wherever they lie. */
export function folderLook(ownFiles: readonly string[] = []): FolderLook {
  const kept = new Map<string, Kept>();
  const ownPlaces = (known: KnownPaths): readonly string[] =>
    ownFiles.flatMap(file => [file, realPath(file, known) ?? file]);
  return {
    settings: folder => {
      const place = repositoryOf(folder);
      if (!place) return [];
      const files = [join(place.shared, 'config'), join(place.own, 'config.worktree')];
      const hook = join(place.shared, 'hooks', 'post-index-change');
      // `git status` itself runs this one.
      const hooks = versionOf(hook) === null ? [] : [{name: 'core.hookspath', value: hook}];
      return [...files.flatMap(file => settingsIn(file, kept)), ...hooks];
    },
    has: (folder, name) => versionOf(join(folder, name)) !== null,
    real: (path, known) => realPath(path, known),
    isOwn: (path, known) => ownPlaces(known).some(own => path === own || path.startsWith(`${own}.`)),
    holdsOwn: (folder, known) => ownPlaces(known).some(own => own.startsWith(`${folder}/`)),
  };
}

/** One look at each folder and file on the way. What does not exist would be made in its folder, or where a link leads to nowhere yet. */
function realPath(path: string, known: KnownPaths): string | null {
  const before = known.places.get(path);
  if (before !== undefined) return before;
  const folder = path === '/' ? path : dirname(path);
  const names = folder === path ? [] : [basename(path)];
  const start = folder === path ? path : (known.places.get(folder) ?? walk('/', folder.split('/'), known));
  if (folder !== path) known.places.set(folder, start);
  const real = start === null ? null : walk(start, names, known);
  known.places.set(path, real);
  return real;
}

/** Where names lead, one after the other, from a folder that is reached by no link. */
function walk(start: string, names: readonly string[], known: KnownPaths): string | null {
  const left = names.toReversed();
  let at = start;
  let links = 0;
  let steps = 0;
  /** The first folder that is not there: below it nothing is. */
  let missing: string | null = null;
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (++steps > MOST_NAMES) return null;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (at === missing) missing = null;
      at = dirname(at);
      continue;
    }
    const next = at === '/' ? `/${name}` : `${at}/${name}`;
    const target = missing === null ? linkTarget(next, known) : undefined;
    if (typeof target === 'string') {
      if (++links > MOST_LINKS) return null;
      if (target.startsWith('/')) at = '/';
      for (const each of target.split('/').toReversed()) left.push(each);
      continue;
    }
    if (target === undefined) missing ??= next;
    at = next;
  }
  return at;
}

function linkTarget(path: string, {targets}: KnownPaths): string | null | undefined {
  if (targets.has(path)) return targets.get(path);
  const target = targetOf(path);
  targets.set(path, target);
  return target;
}

function targetOf(path: string): string | null | undefined {
  try {
    const facts = lstatSync(path, {throwIfNoEntry: false});
    return facts && (facts.isSymbolicLink() ? readlinkSync(path) : null);
  } catch {
    return null;
  }
}

/** Where the repository of a folder keeps its settings: those of all its working trees, and of this one. */
function repositoryOf(folder: string): {readonly shared: string; readonly own: string} | null {
  for (let at = folder, level = 0; level < MOST_FOLDERS; level++, at = dirname(at)) {
    const own = ownRepository(at);
    if (own !== null) return {own, shared: sharedBy(own)};
    if (dirname(at) === at) return null;
  }
  return null;
}

function ownRepository(folder: string): string | null {
  const git = join(folder, '.git');
  if (isFolder(git)) return git;
  const link = textOf(git)?.match(/^gitdir: (.+)/)?.[1];
  if (link !== undefined) return resolve(folder, link.trim());
  const isBare =
    isFolder(join(folder, 'objects')) && ['HEAD', 'config'].every(name => versionOf(join(folder, name)) !== null);
  return isBare ? folder : null;
}

/** A linked working tree has the settings of the repository that it belongs to. */
function sharedBy(own: string): string {
  const common = textOf(join(own, 'commondir'))?.trim();
  return common === undefined ? own : resolve(own, common);
}

function settingsIn(file: string, kept: Map<string, Kept>): readonly GitSetting[] {
  const version = versionOf(file);
  if (version === null) return [];
  const known = kept.get(file);
  if (known?.version === version) return known.settings;
  const settings = readGitConfig(textOf(file) ?? '');
  kept.delete(file);
  kept.set(file, {version, settings});
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return settings;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/** Another one when it has changed; null when nothing is there, or nothing that may be looked at. */
function versionOf(path: string): string | null {
  try {
    const facts = statSync(path, {throwIfNoEntry: false, bigint: true});
    return facts ? `${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}` : null;
  } catch {
    return null;
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
