import type {FileReply} from '../../engine/index.ts';
import {unexpected} from './pseudo-terminal.ts';

export interface ListValue {
  entries: {path: string; kind: 'file' | 'directory' | 'link' | 'other'; size_bytes: number; modified_at: number}[];
  truncated: boolean;
}

/** What list_files and glob_files answer. Throws for a reply that is about something else. */
export function listValue(reply: FileReply): ListValue {
  if (reply.type !== 'listed') throw unexpected(reply);
  const entries = reply.entries.map(entry => ({
    path: entry.path,
    kind: entry.kind,
    size_bytes: entry.sizeBytes,
    modified_at: entry.modifiedAt,
  }));
  return {entries, truncated: reply.truncated};
}
