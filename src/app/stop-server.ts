import {isCottyError, numberField} from '../core/index.ts';
import {RpcClient} from '../transports/index.ts';
import {connectToRunning} from './connect-server.ts';
import type {Home} from './home.ts';
import {awaitServerEnd, findServer} from './server-process.ts';

export interface StoppedServer {
  readonly pid: number;
  /** It did not end when it was asked to, or did not even answer. */
  readonly wasKilled: boolean;
  /** How many sessions it had; null where it did not say so. */
  readonly sessions: number | null;
}

/** Ends the server of a home; resolves when its process is gone. Undefined when there was none. */
export async function stopServer(home: Home, {sessions}: {sessions: boolean}): Promise<StoppedServer | undefined> {
  const found = await findServer(home);
  const asked = await askToStop(home, sessions);
  const pid = asked?.pid ?? found;
  if (pid === undefined) return undefined;
  // One that does not even answer will not end by itself.
  const wasKilled = await awaitServerEnd(pid, asked === undefined ? 0 : ENDING_MS);
  return {pid, wasKilled, sessions: asked?.sessions ?? null};
}

const ANSWER_MS = 5000;
const CLOSING_MS = 15_000;
const ENDING_MS = 5000;

/** Of the server that was asked and has closed the connection; undefined when none answered. */
async function askToStop(home: Home, sessions: boolean): Promise<Omit<StoppedServer, 'wasKilled'> | undefined> {
  const connection = await connectToRunning({home, role: 'rpc', anyVersion: true});
  if (!connection) return undefined;
  using client = new RpcClient(connection.socket);
  const status = await within(ANSWER_MS, client.callMethod('status'));
  const pid = numberField(status, 'pid');
  if (pid === undefined) return undefined;
  await within(CLOSING_MS, client.callMethod('stop', {sessions}).catch(passOverLostConnection));
  return {pid, sessions: numberField(status, 'sessions') ?? null};
}

/** Undefined when it takes longer. */
async function within<T>(limitMs: number, task: Promise<T>): Promise<T | undefined> {
  const {promise: late, resolve} = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
    task.catch(() => undefined);
  }
}

/** It does not answer, it ends. */
function passOverLostConnection(error: unknown): void {
  if (!isCottyError(error, 'server_unavailable')) throw error;
}
