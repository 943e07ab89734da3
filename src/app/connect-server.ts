/**
 * Connects to the background server and starts one when there is none. Loads neither the MCP SDK nor zod: the bridge of
 * every MCP client goes through here, and its start is a budget.
 */
import {CottyError, isCottyError} from '../core/index.ts';
import {connectSocket, type ServerConnection, type SocketRole} from '../transports/index.ts';
import {type Home, prepareHome} from './home.ts';
import {version} from './version.ts';

export interface ConnectRequest {
  readonly home: Home;
  readonly role: SocketRole;
  /** Said to the server with the first line: who calls, and from where. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Also talk to a server of another version, to look at it or to stop it. */
  readonly anyVersion?: boolean;
}

/** Throws `server_unavailable` when no server could be started, `version_mismatch` when a busy one is of another version. */
export async function connectOrStart(request: ConnectRequest): Promise<ServerConnection> {
  refuseInSandbox();
  const running = await connectOrMakeRoom(request);
  if (running) return running;
  prepareHome(request.home);
  const {startServer} = await import('./start-server.ts');
  let connection: ServerConnection | undefined;
  await startServer(request.home, async () => {
    connection ??= await connectOrMakeRoom(request);
    return connection !== undefined;
  });
  return connection ?? (await connect(request));
}

/** The server's files and socket are not to be seen from inside: one that were started there would know of no session. */
function refuseInSandbox(): void {
  if (process.env.COTTY_SANDBOX === undefined) return;
  throw new CottyError(
    'server_unavailable',
    "This shell runs in a sandbox, from which cotty's server cannot be reached.",
    'Use cotty from another terminal. Inside, `cotty notify` and `cotty exec` work as everywhere.',
  );
}

/** Undefined when no server runs, or when an unused one of another version was told to make room. */
async function connectOrMakeRoom(request: ConnectRequest): Promise<ServerConnection | undefined> {
  try {
    return await connectToRunning(request);
  } catch (error) {
    if (!isCottyError(error, 'version_mismatch')) throw error;
    const {retireUnusedServer} = await import('./retire-server.ts');
    const others = await retireUnusedServer(request.home);
    if (others === 0) return undefined;
    throw inUse(error, others);
  }
}

/** Says what an old server is kept by. */
function inUse(error: Error, connections: number): CottyError {
  const who = connections === 1 ? 'something is' : `${connections} others are`;
  return new CottyError(
    'version_mismatch',
    `${error.message} It cannot be replaced while ${who} connected to it: an MCP client, such as an agent or an editor, or an attached terminal.`,
    'Restart that client, or run `cotty server stop`: sessions stay, and the next call starts a server of this version.',
    {cause: error},
  );
}

/** Undefined when no server runs. */
export async function connectToRunning(request: ConnectRequest): Promise<ServerConnection | undefined> {
  try {
    return await connect(request);
  } catch (error) {
    if (isCottyError(error, 'server_unavailable')) return undefined;
    throw error;
  }
}

async function connect(request: ConnectRequest): Promise<ServerConnection> {
  const {home, role, fields = {}, anyVersion = false} = request;
  prepareHome(home, {makes: false});
  return connectSocket({path: home.serverSocket, role, version, fields, anyVersion});
}
