/**
 * How requests reach the tools. What needs the MCP SDK, zod or an HTTP stack loads on first use, so that importing this
 * room costs nothing.
 */
import type {HttpServer, HttpServerOptions} from './http/http-server.ts';
import type {PersonDoor} from './http/person-door.ts';
import type {Iterm2Server, Iterm2ServerOptions} from './iterm2/iterm2-server.ts';
import type {McpFactory, McpFactoryOptions} from './mcp/factory.ts';
import type {LineTransportOptions} from './mcp/line-transport.ts';
import type {SocketServer} from './socket/socket-server.ts';
import type {SocketServerOptions} from './socket/socket-server-options.ts';

export {runBridge} from './bridge/bridge.ts';
/** Files of the page, for a browser that loads it without a server, and for a page that brings its own player. */
export {readPageFile, readPlayerFiles} from './http/web-page.ts';
export {type AttachEnd, type AttachedSession, attachClient} from './socket/attach-client.ts';
export {connectSocket, type ServerConnection} from './socket/connect.ts';
/** What a client's first line says of its environment. */
export {formatEnvironment} from './socket/environment-field.ts';
export type {SocketRole} from './socket/header.ts';
export {callRpc, type RpcCallOptions, RpcClient} from './socket/rpc-client.ts';
/** What somebody types, kept until a server has taken it. */
export {TypedStream} from './socket/typed-stream.ts';
export type {HttpServer, Iterm2Server, Iterm2ServerOptions, PersonDoor};

/** Loads what the first requests will need: they are answered sooner, and the server outlives an update of its files. */
export async function preloadTransports(): Promise<void> {
  await Promise.all([import('./socket/serve-mcp.ts'), import('./http/http-server.ts')]);
}

/** Listens on the server's private socket for bridges, the command line and people's terminals. */
export async function createSocketServer(options: SocketServerOptions): Promise<SocketServer> {
  const room = await import('./socket/socket-server.ts');
  return room.createSocketServer(options);
}

/** Listens on loopback HTTP: `/mcp`, `/api/v1/…`, `/healthz`. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const room = await import('./http/http-server.ts');
  return room.createHttpServer(options);
}

/** Listens on a Unix socket where scripts look for iTerm2. */
export async function createIterm2Server(options: Iterm2ServerOptions): Promise<Iterm2Server> {
  const room = await import('./iterm2/iterm2-server.ts');
  return room.createIterm2Server(options);
}

/** The MCP server for one connection or request, over whichever transport. `skillsFolder` holds a folder per skill. */
export async function createMcpFactory(
  options: McpFactoryOptions & {readonly skillsFolder?: string},
): Promise<McpFactory> {
  const {skillsFolder, ...rest} = options;
  const room = await import('./mcp/factory.ts');
  if (skillsFolder === undefined) return room.createMcpFactory(rest);
  const {loadSkills} = await import('@modelcontextprotocol/server/ext/skills/node');
  return room.createMcpFactory({...rest, skills: await loadSkills(skillsFolder)});
}

/** Serves one MCP client over a pair of streams (ephemeral mode's stdio); resolves when the client is gone. */
export async function serveMcpLines(factory: McpFactory, streams: LineTransportOptions): Promise<void> {
  const room = await import('./mcp/serve-lines.ts');
  return room.serveMcpLines(factory, streams);
}
