import {renameSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {field, numberField, type SessionId, textField} from '../core/index.ts';
import type {UnaskedMemory, UnaskedRecord} from '../engine/index.ts';
import {readPrivateFile, writePrivateFile} from '../private/index.ts';

/**
 * In a file beside each session's log. Where it cannot be read or written the session counts as one that was asked for: it lives on
 * until somebody ends it.
 */
export function unaskedMemory(sessions: string): UnaskedMemory {
  const fileOf = (id: SessionId): string => join(sessions, id, 'unasked.json');
  return {
    recall(id) {
      try {
        return parseRecord(JSON.parse(readPrivateFile(fileOf(id))));
      } catch {
        return null;
      }
    },
    keep(id, record) {
      if (record === null || !isWritten(fileOf(id), record)) remove(fileOf(id));
    },
  };
}

/** In one step, so that a reader sees the old record or the new one. */
function isWritten(file: string, record: UnaskedRecord): boolean {
  try {
    writePrivateFile(`${file}.new`, `${JSON.stringify(record)}\n`);
    renameSync(`${file}.new`, file);
    return true;
  } catch {
    return false;
  }
}

/** An old record would count from too early. */
function remove(file: string): void {
  try {
    rmSync(file, {force: true});
  } catch {
    // The disk is gone, or not ours: the log has no room there either.
  }
}

function parseRecord(value: unknown): UnaskedRecord | null {
  const openedFor = textField(value, 'openedFor');
  const users = field(value, 'users');
  if (openedFor === '' || !Array.isArray(users)) return null;
  return {
    openedFor,
    users: users.filter(user => typeof user === 'string'),
    aloneSinceMs: numberField(value, 'aloneSinceMs') ?? null,
    endedAtMs: numberField(value, 'endedAtMs') ?? null,
  };
}
