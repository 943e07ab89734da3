/** What this machine does to a terminal whose program's side is here, whoever owns the other side. */
import {closeSync, constants, openSync} from 'node:fs';
import type {TerminalWriter} from '../../core/index.ts';
import {InputQueue} from './input-queue.ts';
import {copySaneTermios, readTtyMode, restoreTermios} from './libc.ts';
import {readForegroundNow} from './process-table.ts';
import {processGroupsBelow, processGroupsOfSession} from './processes.ts';
import {sendSignal} from './send-signal.ts';

const REPAIR_MS = 1000;

/** As the writer's `signal`, of a terminal whose first process is `pid`. */
export async function signalTerminal(
  pid: number,
  ...[signal, target]: Parameters<TerminalWriter['signal']>
): Promise<boolean> {
  const foreground = readForegroundNow(pid);
  if (target === 'session') return sendSignal(await processGroupsOfSession(pid), signal);
  if (target === 'program') return foreground !== null && foreground !== pid && signalProgram(foreground, signal);
  return sendSignal([foreground ?? pid], signal);
}

/** To all that a process group has started, too. */
export async function signalProgram(processGroup: number, signal: NodeJS.Signals): Promise<boolean> {
  const groups = await processGroupsBelow(processGroup);
  const isSent = sendSignal(groups, signal);
  // What is stopped would never get to it.
  sendSignal(groups, 'SIGCONT');
  return isSent;
}

/** As the writer's `repair`, by the tty's path. */
export async function repairTty(
  path: string,
  bytes: Uint8Array,
  {saneTty}: {readonly saneTty: boolean},
): Promise<void> {
  const tty = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  try {
    const sane = saneTty ? copySaneTermios(tty) : undefined;
    if (sane) restoreTermios(tty, sane);
    if (bytes.length > 0) await new InputQueue(tty).write(bytes, AbortSignal.timeout(REPAIR_MS));
  } finally {
    closeSync(tty);
  }
}

/**
 * fish 3 gives every command the modes that a killed one left, without signals; but for those it makes the tty one that collects
 * lines and echoes, which no program that wants ^C for itself would ask for. `descriptor`: either side of the tty.
 */
export function makeSignalsAgain(descriptor: number, sane: Buffer | undefined): void {
  const mode = readTtyMode(descriptor);
  if (sane && mode?.canonical && mode.echo && !mode.signals) restoreTermios(descriptor, sane);
}

/** The same by the tty's path. */
export function makeSignalsAgainOn(path: string): void {
  const tty = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  try {
    makeSignalsAgain(tty, copySaneTermios(tty));
  } finally {
    closeSync(tty);
  }
}
