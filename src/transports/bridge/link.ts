import type {Socket} from 'node:net';
import {asCottyError, type CottyError, pause} from '../../core/index.ts';

/** Pauses between attempts; the server itself needs about a third of a second to start. */
const RETRY_DELAYS_MS = [0, 100, 300, 1000, 2000];

/**
 * Gets a connected socket, trying again while the server is merely absent.
 * Throws the last `CottyError`; `signal` ends the attempts.
 */
export async function establishLink(connect: () => Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  let failure: CottyError | undefined;
  for (const delayMs of RETRY_DELAYS_MS) {
    await pause(delayMs, signal);
    signal.throwIfAborted();
    try {
      return await connect();
    } catch (error) {
      failure = asCottyError(error);
      if (failure.code !== 'server_unavailable') break;
    }
  }
  throw failure;
}
