import {rmSync} from 'node:fs';
import {readPrivateFile, writePrivateFile} from '../private/index.ts';

/** Remembers beyond the server's life which session command lines go to. */
export interface SessionMemory {
  recall(): string | undefined;
  keep(id: string | null): void;
}

/** In a file. Without room for it, or when it is not ours alone, nothing is remembered, which costs a new session at most. */
export function sessionMemory(file: string): SessionMemory {
  return {
    recall() {
      try {
        return readPrivateFile(file).trim();
      } catch {
        return undefined;
      }
    },
    keep(id) {
      try {
        if (id === null) rmSync(file, {force: true});
        else writePrivateFile(file, `${id}\n`);
      } catch {
        // As said above.
      }
    },
  };
}
