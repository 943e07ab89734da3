import {constants} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {setTimeout as pause} from 'node:timers/promises';
import {CottyError} from '../../core/index.ts';
import type {Session} from '../../engine/index.ts';

/** A terminal that takes nothing for so long is stopped. */
const STOPPED_MS = 5000;
const STEP_MS = 2;

/** What is shown on a terminal by one is not mixed with what another shows. */
const turns = new WeakMap<Session, Promise<void>>();

/**
 * Prints on the session's terminal as any program of this user can: what is shown comes through the tty, stands in the log, and proves
 * nothing, since only the shell's own marks carry its nonce. Errors: `not_supported` where nobody knows the device, `session_busy` when it takes no more.
 */
export async function showOnTerminal(session: Session, data: Uint8Array, signal: AbortSignal): Promise<void> {
  const before = turns.get(session) ?? Promise.resolve();
  const shown = before.then(() => print(session, data, signal));
  turns.set(
    session,
    shown.catch(() => undefined),
  );
  await shown;
}

async function print({id, facts: {tty}}: Session, data: Uint8Array, signal: AbortSignal): Promise<void> {
  if (tty === null)
    throw new CottyError(
      'not_supported',
      `Nobody can tell which terminal device ${id} has.`,
      'Have a program in the session print it.',
    );
  await using device = await open(tty, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  let takenMs = performance.now();
  for (let at = 0; at < data.length; ) {
    const taken = await written(device, data.subarray(at));
    at += taken;
    if (taken > 0) takenMs = performance.now();
    else if (performance.now() - takenMs > STOPPED_MS) throw stopped(id);
    else await pause(STEP_MS, undefined, {signal});
  }
}

/** How much of it the terminal has room for. */
async function written(device: FileHandle, bytes: Uint8Array): Promise<number> {
  try {
    return (await device.write(bytes)).bytesWritten;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}

function stopped(id: string): CottyError {
  return new CottyError(
    'session_busy',
    `The terminal of ${id} takes no more: its output is stopped.`,
    'Press Ctrl+Q in it, and inject the rest again.',
  );
}
