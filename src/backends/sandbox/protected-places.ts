/**
 * What programs outside run, or obey, of a project's files: a sandboxed session reads and does not write it. What is not there
 * yet could be made there, so a placeholder lies in its place for as long as the session lives.
 */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as rest} from 'node:timers/promises';
import {CottyError} from '../../core/index.ts';
import {notedPlaceholders, notePlaceholders} from './placeholder-list.ts';

export interface ProtectedPlaces {
  /** To be mounted read-only. */
  readonly readOnly: readonly string[];
  /** To be mounted as they are before that, so that nobody moves them away together with what is protected in them. */
  readonly anchored: readonly string[];
  /** To be called when the session has ended, or could not be opened; the placeholders that nobody needs any more are removed then. */
  readonly release: () => Promise<void>;
}

/** Of editors, of agents, and of those who set up a machine for the project. */
const FOLDERS = ['.vscode', '.idea', '.claude', '.cursor', '.devcontainer'];
/** With what says nothing in them. */
const FILES: Readonly<Record<string, string>> = {'.mcp.json': '{"mcpServers": {}}\n', '.cotty.toml': ''};
/**
 * `commondir` would name another folder, whose hooks and settings git obeys then; this one names its own, as if there were none.
 * https://git-scm.com/docs/gitrepository-layout
 */
const GIT_FILES: Readonly<Record<string, string>> = {config: '', 'config.worktree': '', commondir: '.\n'};
/** Nothing reads these unless it was told to, in one of the places above. */
const IF_THERE = ['.husky', '.githooks', '.envrc', '.pre-commit-config.yaml', '.git/modules', '.git/worktrees'];

/** Makes the placeholders, and keeps them. Throws `invalid_argument` for a symbolic link in one of these places, since it could be replaced. */
export function protectPlaces(project: string, cottyHome: string): ProtectedPlaces {
  // Before the first is made: a session that ends meanwhile must not remove it.
  users.set(project, (users.get(project) ?? 0) + 1);
  const release = async (): Promise<void> => {
    users.set(project, (users.get(project) ?? 0) - 1);
    await removePlaceholders(project);
    note(cottyHome);
  };
  try {
    const places = placesIn(project);
    note(cottyHome);
    return {...places, release};
  } catch (error) {
    void release();
    throw error;
  }
}

/** Removes what a host before this one was killed too suddenly to remove, as far as no sandbox needs it. */
export async function removeForgottenPlaceholders(cottyHome: string): Promise<void> {
  const noted = notedPlaceholders(cottyHome).filter(([path]) => !placeholders.has(path));
  if (noted.length === 0) return;
  for (const [path, text] of noted) placeholders.set(path, text);
  for (const ms of GONE_MS) {
    await rest(ms);
    const mounted = mountedPlaces();
    const unused = noted.filter(([path]) => placeholders.has(path) && !isUsed(path) && !mounted.has(path));
    for (const [path, text] of unused.toReversed()) removePlaceholder(path, text);
    if (noted.every(([path]) => !placeholders.has(path))) break;
  }
  note(cottyHome);
}

function isUsed(path: string): boolean {
  return [...users].some(([project, count]) => count > 0 && path.startsWith(`${project}/`));
}

/** What cannot be noted is not remembered; the sandbox is as safe. */
function note(cottyHome: string): void {
  try {
    notePlaceholders(cottyHome, [...placeholders]);
  } catch {
    // A home that is full or gone.
  }
}

/** Sessions of this process that are confined to a project, or are about to be. */
const users = new Map<string, number>();

function placesIn(project: string): Omit<ProtectedPlaces, 'release'> {
  const git = join(project, '.git');
  const facts = factsOf(git);
  const readOnly: string[] = [];
  if (facts?.isDirectory()) {
    readOnly.push(folderAt(join(git, 'hooks')));
    for (const [name, text] of Object.entries(GIT_FILES)) readOnly.push(fileAt(join(git, name), text));
  } else readOnly.push(facts?.isFile() ? git : folderAt(git));
  for (const name of FOLDERS) readOnly.push(folderAt(join(project, name)));
  for (const [name, text] of Object.entries(FILES)) readOnly.push(fileAt(join(project, name), text));
  for (const name of IF_THERE) {
    const path = join(project, name);
    const found = factsOf(path);
    if (found) readOnly.push(unlinked(path, found));
  }
  return {readOnly, anchored: facts?.isDirectory() ? [git] : []};
}

/** The same by name, for a system that protects what is not there. */
export function placesToProtect(project: string): readonly string[] {
  const git = ['hooks', ...Object.keys(GIT_FILES)].map(name => join('.git', name));
  return [...git, ...FOLDERS, ...Object.keys(FILES), ...IF_THERE].map(name => join(project, name));
}

/** Placeholders that this process has made and not removed yet, with what is in them; null for a folder. */
const placeholders = new Map<string, string | null>();

function folderAt(path: string): string {
  const facts = factsOf(path);
  if (facts) return unlinked(path, facts);
  mkdirSync(path);
  placeholders.set(path, null);
  return path;
}

function fileAt(path: string, text: string): string {
  const facts = factsOf(path);
  if (facts) return unlinked(path, facts);
  writeFileSync(path, text, {flag: 'wx'});
  placeholders.set(path, text);
  return path;
}

function unlinked(path: string, facts: Stats): string {
  if (!facts.isSymbolicLink()) return path;
  throw new CottyError(
    'invalid_argument',
    `${path} is a symbolic link, which a sandbox cannot keep from being replaced.`,
    'Put what it points to in its place, or give another folder as cwd.',
  );
}

/** A sandbox that was killed takes a moment to be gone. */
const GONE_MS = [0, 50, 200, 1000, 3000];

/** Removes those placeholders of a project that nobody has filled, and that no sandbox needs any more, of whichever process. */
async function removePlaceholders(project: string): Promise<void> {
  for (const ms of GONE_MS) {
    await rest(ms);
    const ours = [...placeholders].filter(([path]) => path.startsWith(`${project}/`));
    if (ours.length === 0 || (users.get(project) ?? 0) > 0) return;
    const mounted = mountedPlaces();
    for (const [path, text] of ours.toReversed()) if (!mounted.has(path)) removePlaceholder(path, text);
  }
}

function removePlaceholder(path: string, text: string | null): void {
  placeholders.delete(path);
  try {
    if (text === null) rmdirSync(path);
    else if (readFileSync(path, 'utf8') === text) unlinkSync(path);
  } catch {
    // Somebody has put something there, which is theirs.
  }
}

/** Where something is mounted for any process that may be looked at. Removing such a place would take the mount away. */
function mountedPlaces(): ReadonlySet<string> {
  const views = new Map<string, string>();
  for (const name of entriesOf('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      views.set(readlinkSync(`/proc/${name}/ns/mnt`), name);
    } catch {
      // Somebody else's process.
    }
  }
  return new Set([...views.values()].flatMap(placesMountedFor));
}

/** proc_pid_mountinfo(5): the fifth field is the place, with blanks and the like in octal. */
function placesMountedFor(pid: string): readonly string[] {
  try {
    const lines = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n');
    return lines.map(line =>
      (line.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))),
    );
  } catch {
    return [];
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
