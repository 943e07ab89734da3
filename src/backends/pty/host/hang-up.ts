import {readForegroundProcessGroup} from '../../system/libc.ts';
import {processFacts, processGroupsOfSession} from '../../system/processes.ts';
import {sendSignal} from '../../system/send-signal.ts';
import type {PtyProcess} from './pty-process.ts';

export interface ProgramLife {
  isAlive(): boolean;
  /** Resolves when the program has ended. */
  readonly ended: Promise<void>;
}

interface HungUp {
  /** The program on the tty is another process where it is in a sandbox. */
  readonly shellPid: number;
  readonly pty: Pick<PtyProcess, 'pid' | 'tty' | 'fd'>;
}

/** As closing a terminal window does: the shell and what is in the foreground are hung up; then, after a grace period, killed. */
export async function hangUp({pty, shellPid}: HungUp, life: ProgramLife): Promise<void> {
  await atRest({pty, shellPid}, life);
  const descriptor = pty.fd;
  if (!life.isAlive()) return;
  const {pid} = pty;
  const {ended} = life;
  const foreground = descriptor === undefined ? null : readForegroundProcessGroup(descriptor);
  const groups = [...new Set([foreground ?? pid, pid])];
  sendSignal(groups, 'SIGHUP');
  sendSignal(groups, 'SIGCONT');
  if (await settlesWithin(ended, HANG_UP_GRACE_MS)) return;
  // A shell that is killed tells its jobs nothing; one made immune to hang-ups (nohup) lives on, as it is meant to.
  sendSignal(await processGroupsOfSession(pid), 'SIGHUP');
  sendSignal(groups, 'SIGKILL');
  await settlesWithin(ended, HANG_UP_GRACE_MS);
}

/** A bash that is hung up while it makes its prompt leaves its jobs behind; so a shell gets a moment to be done with it. */
async function atRest({pty, shellPid}: HungUp, {isAlive, ended}: ProgramLife): Promise<void> {
  const {tty} = pty;
  const since = performance.now();
  while (performance.now() - since < PROMPT_GRACE_MS) {
    const descriptor = pty.fd;
    if (!isAlive() || descriptor === undefined || readForegroundProcessGroup(descriptor) !== shellPid) return;
    const shell = await processFacts(shellPid, tty);
    if (shell?.blockedOn !== 'nothing' && shell?.blockedOn !== 'other') return;
    await settlesWithin(ended, LOOK_AGAIN_MS);
  }
}

async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  const {promise: late, resolve} = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

const HANG_UP_GRACE_MS = 2000;
const PROMPT_GRACE_MS = 200;
const LOOK_AGAIN_MS = 2;
