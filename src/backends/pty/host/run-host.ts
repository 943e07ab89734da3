import {closeSync, constants, existsSync, ftruncateSync, rmSync, watch, writeSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {openPrivateFile} from '../../../private/index.ts';
import {removeForgottenPlaceholders} from '../../sandbox/index.ts';
import {tryLock} from '../../system/libc.ts';
import {tellFailure} from '../../system/tell-failure.ts';
import {socketPath, useRunDirectory} from '../run-directory.ts';
import {Host} from './host.ts';
import {HostServer} from './host-server.ts';

export interface RunHostOptions {
  readonly home: string;
  readonly idleMs: number;
  readonly maxLogBytes?: number | undefined;
  readonly onReady: () => void;
}

/** Serves the sessions of `home` until idle or SIGTERM. When another host serves them already, returns at once. */
export async function runHost({home, idleMs, maxLogBytes, onReady}: RunHostOptions): Promise<void> {
  const run = useRunDirectory(home);
  const lock = openPrivateFile(join(run, 'host.lock'), constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND);
  // Held until death, by the kernel: of many hosts started at once one gets here, and no crash leaves a stale lock.
  if (!tryLock(lock)) {
    closeSync(lock);
    return onReady();
  }
  ftruncateSync(lock);
  writeSync(lock, `${process.pid}\n`);
  const path = socketPath(home);
  // Ours is the only host, so whatever lies there is left over from a dead one.
  rmSync(path, {force: true});
  const {promise: stopped, resolve: stop} = Promise.withResolvers<void>();
  process.once('SIGTERM', () => stop());
  const host = new Host({home, maxLogBytes, onSessionEnd: () => server.checkIdle()});
  const server = new HostServer({host, sessionCount: () => host.sessionCount, onIdle: stop, idleMs});
  await server.listen(path);
  // Nobody can reach sessions whose home was deleted: they would run on unseen until the machine is switched off.
  const socketWatch = watch(dirname(path), () => {
    if (!existsSync(path)) stop();
  });
  socketWatch.on('error', () => {
    if (!existsSync(path)) stop();
  });
  // Of a host that was killed.
  removeForgottenPlaceholders(home).catch(tellFailure);
  onReady();
  await stopped;
  socketWatch.close();
  // First the socket, then the lock: a new host may start between, never beside.
  rmSync(path, {force: true});
  await server[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
  closeSync(lock);
}
