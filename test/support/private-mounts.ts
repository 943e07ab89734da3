/** File systems that only the program under test sees: small, read-only, or with few terminals. */
import {type ChildProcessWithoutNullStreams, spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {cotty} from './clients/client-home.ts';
import type {TestHome} from './cotty-process.ts';

/** As root a mount namespace is enough; others may have one inside a user namespace of their own. */
const unshare = ['unshare', process.getuid?.() === 0 ? '--mount' : '--map-root-user', '--mount'] as const;

/** True where `prelude` can be carried out. Mounts are part of the kernel's namespaces, not of every container. */
export function canPrepare(prelude: string): boolean {
  const [file, ...words] = unshare;
  const home = mkdtempSync(join(tmpdir(), 'cotty-mount-'));
  const {status} = spawnSync(file, [...words, 'sh', '-ec', prelude], {env: {...process.env, COTTY_HOME: home}});
  rmSync(home, {recursive: true});
  return status === 0;
}

/**
 * `cotty mcp` after `prelude` (shell, with `$COTTY_HOME`) in a mount namespace of its own. Its server and its sessions are
 * in there too, and end with it.
 */
export function startPrepared(home: TestHome, prelude: string): ChildProcessWithoutNullStreams {
  const [file, ...words] = unshare;
  const script = `${prelude}\n"$1" mcp || status=$?\n"$1" server stop --sessions >&2 || true\nexit "\${status:-0}"`;
  return spawn(file, [...words, 'sh', '-ec', script, 'sh', cotty], {env: home.env, cwd: '/'});
}
