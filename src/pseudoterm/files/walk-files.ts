import type {FileAccess, FileFacts} from '../command.ts';
import {type IgnoreRules, isIgnored, parseIgnoreFile} from './ignore-rules.ts';

export interface WalkOptions {
  /** Include what `.gitignore` excludes. `.git` is never entered. */
  readonly showIgnored: boolean;
  /** Folders below the start that are entered; 0 lists only the start. */
  readonly depth?: number;
  readonly signal: AbortSignal;
}

/** Everything below a folder, folders before their content, in name order. Links are reported and not followed. */
export async function* walkFiles(files: FileAccess, start: string, options: WalkOptions): AsyncIterable<FileFacts> {
  // Without links, since rules and entries are told by their real places.
  const real = (await files.stat(start))?.path ?? start;
  const rules = options.showIgnored ? [] : await rulesAbove(files, real);
  yield* walkFolder(files, real, rules, options.depth ?? 64, options);
}

async function* walkFolder(
  files: FileAccess,
  folder: string,
  above: IgnoreRules,
  depth: number,
  options: WalkOptions,
): AsyncIterable<FileFacts> {
  options.signal.throwIfAborted();
  const entries = await files.list(folder);
  const hasOwnRules = !options.showIgnored && entries.some(entry => baseName(entry.path) === '.gitignore');
  const rules = hasOwnRules ? [...above, ...(await rulesOf(files, folder))] : above;
  for (const entry of entries) {
    const isFolder = entry.kind === 'directory';
    if (baseName(entry.path) === '.git' || isIgnored(rules, entry.path, isFolder)) continue;
    yield entry;
    if (isFolder && depth > 0) yield* walkFolder(files, entry.path, rules, depth - 1, options);
  }
}

/** Rules of the workspace and of every folder on the way to the start, the start left out. */
async function rulesAbove(files: FileAccess, start: string): Promise<IgnoreRules> {
  const parts = start.split('/').filter(part => part !== '.' && part !== '');
  const folders = parts.map((_, i) => parts.slice(0, i).join('/') || '.');
  const rules = await Promise.all(folders.map(folder => rulesOf(files, folder)));
  return rules.flat();
}

async function rulesOf(files: FileAccess, folder: string): Promise<IgnoreRules> {
  const path = folder === '.' ? '.gitignore' : `${folder}/.gitignore`;
  const bytes = await files.read(path, {maxBytes: 1024 * 1024}).catch(() => new Uint8Array());
  return parseIgnoreFile(new TextDecoder().decode(bytes), folder);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
