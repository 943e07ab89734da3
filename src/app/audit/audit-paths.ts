import {readdirSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {Home} from '../home.ts';

/** Where an audit is kept. */
export interface AuditPaths {
  /** The newest file. */
  readonly log: string;
  /** Private key of the checkpoints. */
  readonly key: string;
  /** What the newest record is, noted beside the log. */
  readonly head: string;
}

export function auditPaths(home: Home, logPath: string | null): AuditPaths {
  const log = logPath ?? join(home.path, 'audit.log');
  return {log, key: join(home.path, 'audit.key'), head: join(home.path, 'audit.head')};
}

/** `audit.log.000000000123`: a file that was full, by its first record. */
export function fullFile(log: string, firstSeq: number): string {
  return `${log}.${String(firstSeq).padStart(12, '0')}`;
}

/** Files that were full, the oldest first. */
export function fullFiles(log: string): readonly {readonly path: string; readonly firstSeq: number}[] {
  const start = `${basename(log)}.`;
  return readNames(dirname(log))
    .filter(name => name.startsWith(start) && /^\d{12}$/.test(name.slice(start.length)))
    .toSorted()
    .map(name => ({path: join(dirname(log), name), firstSeq: Number(name.slice(start.length))}));
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
