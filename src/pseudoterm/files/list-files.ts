import type {FileAccess, FileFacts} from '../command.ts';
import type {FileOperation, FileReply} from './file-operations.ts';
import {walkFiles} from './walk-files.ts';

/** A folder and what is in it, down to `depth` levels. */
export async function listFiles(
  {path, depth, limit, showIgnored}: Extract<FileOperation, {type: 'list'}>,
  files: FileAccess,
  signal: AbortSignal,
): Promise<FileReply> {
  const entries: FileFacts[] = [];
  for await (const entry of walkFiles(files, path, {showIgnored, depth: depth - 1, signal})) {
    if (entries.length >= limit) return {type: 'listed', entries, truncated: true};
    entries.push(entry);
  }
  return {type: 'listed', entries, truncated: false};
}
