import {readFileSync, rmSync, writeFileSync} from 'node:fs';

/** Remembers beyond the server's life which session command lines go to. */
export interface SessionMemory {
  recall(): string | undefined;
  keep(id: string | null): void;
}

/** In a file. Without room for it nothing is remembered, which costs a new session at most. */
export function sessionMemory(file: string): SessionMemory {
  return {
    recall() {
      try {
        return readFileSync(file, 'utf8').trim();
      } catch {
        return undefined;
      }
    },
    keep(id) {
      try {
        if (id === null) rmSync(file, {force: true});
        else writeFileSync(file, `${id}\n`, {mode: 0o600});
      } catch {
        // As said above.
      }
    },
  };
}
