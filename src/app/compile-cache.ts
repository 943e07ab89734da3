import {existsSync} from 'node:fs';
import module from 'node:module';
import {join} from 'node:path';
import {usePrivateFolder} from '../private/index.ts';

/** Nothing more is loaded: what was compiled is written down now, since a process that exits by itself does not do so. */
export function storeCompiledCode(): void {
  module.flushCompileCache();
}

/**
 * Compiled code is kept in our own private folder, never in a shared temporary one: who writes there decides what runs.
 * Nothing happens where there is no such folder yet. Throws `home_unwritable` when it is in somebody else's hands.
 */
export function keepCompiledCode(run: string): void {
  if (!existsSync(run)) return;
  const folder = join(run, 'compile-cache');
  usePrivateFolder(folder);
  const mask = process.umask(0o077);
  try {
    module.enableCompileCache(folder);
  } finally {
    process.umask(mask);
  }
}
