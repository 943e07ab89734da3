import {isCottyError, numberField} from '../core/index.ts';
import {connectSocket, RpcClient} from '../transports/index.ts';
import type {Home} from './home.ts';
import {awaitServerEnd} from './server-process.ts';
import {version} from './version.ts';

/**
 * Stops a server of another version unless somebody else is connected to it. Its sessions stay. Resolves to how many are:
 * when there are none, it is gone.
 */
export async function retireUnusedServer(home: Home): Promise<number> {
  const {socket} = await connectSocket({path: home.serverSocket, role: 'rpc', version, anyVersion: true});
  using client = new RpcClient(socket);
  const status = await client.callMethod('status');
  const connections = numberField(status, 'connections') ?? 2;
  if (connections > 1) return connections - 1;
  await client.callMethod('stop').catch((error: unknown) => {
    // It does not answer, it ends.
    if (!isCottyError(error, 'server_unavailable')) throw error;
  });
  const pid = numberField(status, 'pid');
  // It holds the lock of the home until it has ended.
  if (pid !== undefined) await awaitServerEnd(pid, ENDING_MS);
  return 0;
}

const ENDING_MS = 5000;
