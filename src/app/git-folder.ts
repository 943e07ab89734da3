import {join, resolve} from 'node:path';
import {type GitSetting, type KnownPaths, readGitConfig, readGitLinks} from '../guard/index.ts';
import {bytesOf, factsOf, isLink, textOf, versionOf} from './look-at-files.ts';

export type Repository = NonNullable<ReturnType<KnownPaths['repositories']['get']>>;

/** Where the repository that has this folder for its own keeps its settings; null when it has none. */
export function repositoryIn(root: string): Repository | null {
  const own = ownRepository(root);
  return own === null ? null : {root, own, shared: sharedBy(own)};
}

function ownRepository(folder: string): string | null {
  const git = join(folder, '.git');
  const facts = factsOf(git);
  // git passes over a folder of that name that holds no repository, and looks above it.
  if (facts?.isDirectory()) return isRepository(git) ? git : null;
  const link = facts && textOf(git)?.match(/^gitdir: (.+)/s)?.[1];
  if (link !== undefined) return resolve(folder, withoutLineEnds(link));
  return isRepository(folder) ? folder : null;
}

/** As git tells it: what is above is another matter. */
function isRepository(git: string): boolean {
  const shared = sharedBy(git);
  // git asks no more of them than that they can be entered, or run.
  const hasParts = ['objects', 'refs'].every(name => (Number(factsOf(join(shared, name))?.mode ?? 0) & 0o111) !== 0);
  return (
    hasParts && (isLink(join(git, 'HEAD')) || /^(?:ref:\s*refs\/|[0-9a-f]{40})/i.test(textOf(join(git, 'HEAD')) ?? ''))
  );
}

/** A linked working tree has the settings of the repository that it belongs to. */
function sharedBy(own: string): string {
  const common = textOf(join(own, 'commondir'));
  return common === null ? own : resolve(own, withoutLineEnds(common));
}

/** Blanks are a part of the name. */
function withoutLineEnds(text: string): string {
  return text.replace(/[\r\n]+$/, '');
}

/** What git obeys in a repository, and the files that say so: those that it was read from, and those that would count if they were there. */
export interface Obeyed {
  readonly settings: readonly GitSetting[];
  readonly files: readonly string[];
}

/** Of a repository and of those within it, in which git runs itself. */
export function obeyedIn(repository: Repository): Obeyed {
  const settings: (readonly GitSetting[])[] = [];
  const files: string[] = [];
  const seen = new Set<string>();
  const further = [repository];
  while (seen.size < MOST_WITHIN) {
    const next = further.pop();
    if (!next) break;
    if (seen.has(next.own)) continue;
    seen.add(next.own);
    const alone = obeyedAlone(next);
    // An alias is told to git of one repository alone.
    settings.push(next === repository ? alone.settings : alone.settings.filter(({name}) => !name.startsWith('alias.')));
    const within = linksOf(next, alone.settings);
    const roots = within.roots.slice(0, MOST_WITHIN);
    files.push(...alone.files, ...within.files, ...roots.map(path => join(path, '.git')));
    further.push(...roots.flatMap(root => repositoryIn(root) ?? []));
    if (roots.length < within.roots.length) settings.push([FURTHER]);
  }
  if (further.length > 0) settings.push([FURTHER]);
  return {settings: settings.flat(), files};
}

/** Repositories within one that are looked at. */
const MOST_WITHIN = 200;
/** What those obey that are not looked at. */
const FURTHER: GitSetting = {name: 'include.path', value: 'of repositories within'};

function obeyedAlone({root, shared, own}: Repository): Obeyed {
  const files = [join(shared, 'config'), join(own, 'config.worktree')];
  const settings = files.flatMap(settingsIn);
  const roots = [root, treeOf(own, root, settings)];
  const folders = settings.flatMap(({name, value}) =>
    name === 'core.hookspath' ? roots.map(folder => resolve(folder, value)) : [],
  );
  // `git status` itself runs this one.
  const hooks = [join(shared, 'hooks'), ...folders].map(folder => join(folder, 'post-index-change'));
  const there = hooks.filter(hook => versionOf(hook) !== null);
  return {
    settings: [...settings, ...there.map(value => ({name: 'core.hookspath', value}))],
    files: [...files, ...hooks],
  };
}

function treeOf(own: string, root: string, settings: readonly GitSetting[]): string {
  return resolve(own, settings.findLast(({name}) => name === 'core.worktree')?.value ?? root);
}

/** Longer ones nobody has written. Bytes. */
const LONGEST_CONFIG = 4 * 1024 * 1024;

function settingsIn(file: string): readonly GitSetting[] {
  const bytes = bytesOf(file, LONGEST_CONFIG);
  const settings = readGitConfig(bytes?.toString('utf8') ?? '');
  return bytes?.length === LONGEST_CONFIG ? [...settings, FURTHER] : settings;
}

/** An index of so many bytes has some 400,000 files. */
const LONGEST_INDEX = 64 * 1024 * 1024;

function linksOf(
  {own, root}: Repository,
  settings: readonly GitSetting[],
): {readonly roots: readonly string[]; readonly files: readonly string[]} {
  const last = (wanted: string): string | undefined => settings.findLast(({name}) => name === wanted)?.value;
  const hashBytes = last('extensions.objectformat') === 'sha256' ? 32 : 20;
  const tree = treeOf(own, root, settings);
  const files: string[] = [];
  const roots: (readonly string[])[] = [];
  for (let name: string | null = 'index'; name !== null && files.length < 2; ) {
    const file: string = join(own, name);
    files.push(file);
    const {paths, shared}: ReturnType<typeof readGitLinks> = readGitLinks(
      bytesOf(file, LONGEST_INDEX) ?? Buffer.alloc(0),
      hashBytes,
    );
    roots.push(paths);
    name = shared;
  }
  return {roots: roots.flat().map(path => join(tree, path)), files};
}
