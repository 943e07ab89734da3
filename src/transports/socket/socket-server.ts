/**
 * The server's private unix socket: one door for the stdio bridge (`mcp`), the command line (`rpc`) and people's
 * terminals (`attach`). The directory is for this user alone; whoever can open the socket is this user.
 */
import {chmod, mkdir, rm} from 'node:fs/promises';
import {createServer, type Server, type Socket} from 'node:net';
import {dirname} from 'node:path';
import {formatHeader, type Header, readHeader} from './header.ts';
import {identityOf, type Peer} from './peer-identity.ts';
import {serveAttach} from './serve-attach.ts';
import {serveRpc} from './serve-rpc.ts';
import type {ConnectionOptions, SocketServerOptions} from './socket-server-options.ts';

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
    const peer = options.ownPeer?.(socket) ?? null;
    if (options.ownPeer && !peer) return void socket.destroy();
    open.add(socket);
    options.onConnectionsChange?.(open.size);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      open.delete(socket);
      options.onConnectionsChange?.(open.size);
    });
    serve(socket, peer, options).catch(() => socket.destroy());
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

async function serve(socket: Socket, peer: Peer | null, options: SocketServerOptions): Promise<void> {
  socket.resume();
  const reading = readHeader(socket);
  const header = await reading.catch((error: unknown) => {
    // The other side learns from our first line what it should have said.
    socket.end(formatHeader({version: options.version, role: 'rpc', fields: {}}));
    throw error;
  });
  socket.write(formatHeader({version: options.version, role: header.role, fields: {pid: String(process.pid)}}));
  await serveRole(socket, header, {...options, identity: identityOf(header, peer)});
}

async function serveRole(socket: Socket, header: Header, options: ConnectionOptions): Promise<void> {
  switch (header.role) {
    case 'mcp': {
      const {credentials} = options.identity;
      options.onMcpClient?.(credentials.type === 'peer' ? credentials.pid : null);
      // The MCP SDK takes a while to load; whoever only lists sessions need not wait for it.
      const {serveMcpSocket} = await import('./serve-mcp.ts');
      return serveMcpSocket(socket, header, options);
    }
    case 'rpc':
      return serveRpc(socket, header, options);
    case 'attach':
      return serveAttach(socket, options);
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
