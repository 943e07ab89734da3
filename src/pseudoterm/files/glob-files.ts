import type {FileAccess, FileFacts} from '../command.ts';
import {PseudoError} from '../pseudo-error.ts';
import type {FileOperation, FileReply} from './file-operations.ts';
import {compileGlob} from './glob-pattern.ts';
import {walkFiles} from './walk-files.ts';

/** Files whose path below `path` fits a glob; a glob without `/` is tried on names at every depth. Newest first. */
export async function globFiles(
  {pattern, path, limit, showIgnored}: Extract<FileOperation, {type: 'glob'}>,
  files: FileAccess,
  signal: AbortSignal,
): Promise<FileReply> {
  if (/^\/|(^|\/)\.\.(\/|$)/.test(pattern))
    throw new PseudoError('PathDenied', `"${pattern}" leads out: patterns are relative to "path".`);
  const glob = compileGlob(pattern.includes('/') ? pattern : `**/${pattern}`);
  const start = (await files.stat(path))?.path ?? path;
  const prefix = start === '.' ? '' : `${start}/`;
  const found: FileFacts[] = [];
  for await (const entry of walkFiles(files, path, {showIgnored, signal})) {
    if (entry.kind === 'file' && glob.matches(entry.path.slice(prefix.length))) found.push(entry);
  }
  const entries = found.toSorted((a, b) => b.modifiedAt - a.modifiedAt || (a.path < b.path ? -1 : 1));
  return {type: 'listed', entries: entries.slice(0, limit), truncated: entries.length > limit};
}
