import module from 'node:module';
import {join} from 'node:path';

/** Nothing more is loaded: what was compiled is written down now, since a process that exits by itself does not do so. */
export function storeCompiledCode(): void {
  module.flushCompileCache();
}

/** Compiled code is kept in our own private folder, never in a shared temporary one. Its folders are private as all of ours. */
export function keepCompiledCode(run: string): void {
  const mask = process.umask(0o077);
  try {
    module.enableCompileCache(join(run, 'compile-cache'));
  } finally {
    process.umask(mask);
  }
}
