/**
 * The server's private unix socket: one door for the stdio bridge (`mcp`), the command line (`rpc`) and people's
 * terminals (`attach`). The directory is for this user alone; whoever can open the socket is this user.
 */
import {chmod, mkdir, rm} from 'node:fs/promises';
import {createServer, type Server, type Socket} from 'node:net';
import {dirname} from 'node:path';
import type {Engine} from '../../engine/index.ts';
import type {AnyTool} from '../../tools/index.ts';
import {formatHeader, type Header, readHeader} from './header.ts';
import {serveAttach} from './serve-attach.ts';
import {serveRpc} from './serve-rpc.ts';

export interface SocketServerOptions {
  /** Path of the socket. Nobody may be listening there any more; a file left behind is replaced. */
  readonly path: string;
  /** This side's version of cotty. */
  readonly version: string;
  readonly engine: Engine;
  readonly tools: readonly AnyTool[];
  /** Name and version that MCP clients are told. */
  readonly serverName?: string;
  readonly instructions?: string;
  /** Tools of one MCP client, by what its bridge said with the first line; default is `tools`. */
  readonly mcpTools?: (fields: Readonly<Record<string, string>>) => readonly AnyTool[];
  /** What the role `rpc` offers beside tools, e.g. `status`. The signal aborts when the caller gives up or is gone. */
  readonly methods?: Readonly<Record<string, (params: unknown, context: {readonly signal: AbortSignal}) => unknown>>;
  /** Brings the session that the role `rpc` works in from one server to the next. */
  readonly activeSession?: {recall(): string | undefined; keep(id: string | null): void};
  /** Whether a process of this user has connected; others are sent away without a word. By default the file's mode decides. */
  readonly isOwnPeer?: (socket: Socket) => boolean;
  /** Told whenever the number of open connections changed. */
  readonly onConnectionsChange?: (open: number) => void;
}

export interface SocketServer extends AsyncDisposable {
  readonly path: string;
  /** Open connections, all roles. */
  readonly connections: number;
}

/** Starts to listen. Throws what `net.Server.listen` throws, e.g. `EADDRINUSE`. */
export async function createSocketServer(options: SocketServerOptions): Promise<SocketServer> {
  await mkdir(dirname(options.path), {recursive: true, mode: 0o700});
  await rm(options.path, {force: true});
  const open = new Set<Socket>();
  const server = createServer({pauseOnConnect: true}, socket => {
    if (options.isOwnPeer?.(socket) === false) return void socket.destroy();
    open.add(socket);
    options.onConnectionsChange?.(open.size);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      open.delete(socket);
      options.onConnectionsChange?.(open.size);
    });
    serve(socket, options).catch(() => socket.destroy());
  });
  await listen(server, options.path);
  await chmod(options.path, 0o600);
  return {
    path: options.path,
    get connections() {
      return open.size;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      // Closing our end first lets what is written already arrive.
      for (const socket of open) socket.destroySoon();
      await closed;
    },
  };
}

async function serve(socket: Socket, options: SocketServerOptions): Promise<void> {
  socket.resume();
  const reading = readHeader(socket);
  const header = await reading.catch((error: unknown) => {
    // The other side learns from our first line what it should have said.
    socket.end(formatHeader({version: options.version, role: 'rpc', fields: {}}));
    throw error;
  });
  socket.write(formatHeader({version: options.version, role: header.role, fields: {pid: String(process.pid)}}));
  await serveRole(socket, header, options);
}

async function serveRole(socket: Socket, header: Header, options: SocketServerOptions): Promise<void> {
  switch (header.role) {
    case 'mcp': {
      // The MCP SDK takes a while to load; whoever only lists sessions need not wait for it.
      const {serveMcpSocket} = await import('./serve-mcp.ts');
      return serveMcpSocket(socket, header, options);
    }
    case 'rpc':
      return serveRpc(socket, header, options);
    case 'attach':
      return serveAttach(socket, header, options);
    default:
      return header.role satisfies never;
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
