/** Vitest's global setup: the tests start the real binary, so `dist/` must be what the sources say. */
import {execFileSync} from 'node:child_process';
import {resolve} from 'node:path';

export function setup(): void {
  const root = resolve(import.meta.dirname, '../..');
  execFileSync(resolve(root, 'node_modules/node/bin/node'), ['script/build.ts', '--if-stale'], {
    cwd: root,
    stdio: 'inherit',
  });
}
