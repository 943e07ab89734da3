import {renameSync} from 'node:fs';
import {join} from 'node:path';
import type {CheckpointFile} from '../../log/index.ts';
import {readPrivateFile, writePrivateFile} from '../../private/index.ts';

/** `checkpoint` in a session's own directory, beside its log: what a server knew of the session, readable by its owner alone. */
export function checkpointFile(sessionRoot: string): CheckpointFile {
  const path = join(sessionRoot, 'checkpoint');
  return {
    read() {
      try {
        return readPrivateFile(path);
      } catch {
        // None, or one that somebody else may have written.
        return undefined;
      }
    },
    write(text) {
      writePrivateFile(`${path}.new`, text);
      renameSync(`${path}.new`, path);
    },
  };
}
