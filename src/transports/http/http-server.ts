import {randomBytes} from 'node:crypto';
import {createServer, type Server} from 'node:http';
import {CottyError} from '../../core/index.ts';
import {type Caller, type Engine, type Session, TimeLines} from '../../engine/index.ts';
import type {AnyTool} from '../../tools/index.ts';
import {createMcpFactory} from '../mcp/factory.ts';
import {BrowserLogin} from './browser-login.ts';
import {bearerCheck, pathOf} from './guards.ts';
import {createMcpEndpoint, mcpCallerKey} from './mcp-endpoint.ts';
import {noPersons, type PersonDoor} from './person-door.ts';
import {type ListenerOptions, requestListener, upgradeListener} from './request-listener.ts';
import {isPagePath} from './web-page.ts';
import {WebSockets} from './web-socket.ts';

export interface HttpServerOptions {
  readonly engine: Engine;
  readonly tools: readonly AnyTool[];
  /** This side's version of cotty. */
  readonly version: string;
  /** Everything needs it, even `/healthz`. */
  readonly token: string;
  /** Browsers that were let in by a server with this key are in here too. By default nobody is. */
  readonly browserKey?: string;
  /** What a person's browser may do besides; by default nothing. */
  readonly person?: PersonDoor;
  /** 0 (the default) takes a free one. */
  readonly port?: number;
  /** Name that MCP clients are told. */
  readonly serverName?: string;
  readonly instructions?: string;
  /** What the environment of new sessions starts from. */
  readonly env?: Caller['env'];
  /** The session of calls that name none, on the page and the plain endpoints. Default: they must name one. */
  readonly defaultSession?: () => Promise<Session>;
  /** False: pictures are drawn without one. Default true. */
  readonly hasBrowser?: boolean;
  /** Longest body accepted, in bytes; default 16 MiB. */
  readonly maxBodyBytes?: number;
}

export interface HttpServer extends AsyncDisposable {
  /** Without a path, e.g. `http://127.0.0.1:4800`. */
  readonly url: string;
  readonly port: number;
  /** A link by which a person's browser gets in, once. */
  link(): string;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const LOOPBACK = '127.0.0.1';
/** Whatever NODE_OPTIONS says: what could be read in two ways is not read at all. */
const STRICT = {insecureHTTPParser: false, requireHostHeader: true, joinDuplicateHeaders: false} as const;

/** Starts to listen. Throws what `net.Server.listen` throws, e.g. `EADDRINUSE`. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const maxBodyBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  const mcp = createMcpEndpoint(mcpFactory(options), {maxBodyBytes});
  const {engine, tools, version, env} = options;
  const hasToken = bearerCheck(options.token);
  const defaultSession = options.defaultSession ?? noDefaultSession;
  const login = new BrowserLogin(options.browserKey ?? randomBytes(32).toString('base64url'));
  const sockets = new WebSockets({engine, defaultSession});
  const timeLines = new TimeLines(engine);
  const listening: ListenerOptions = {
    ...{engine, tools, version, env, maxBodyBytes, mcp, login, sockets, defaultSession, timeLines},
    counts: {requests: 0},
    person: options.person ?? noPersons,
    hasBrowser: options.hasBrowser ?? true,
    isAuthorized: request =>
      hasToken(request) || login.isPerson(request) || (isPagePath(pathOf(request)) && login.hasCookie(request)),
  };
  const server = createServer(STRICT, requestListener(listening));
  server.on('upgrade', upgradeListener(listening));
  await listen(server, options.port ?? 0);
  const port = portOf(server);
  return {
    url: `http://${LOOPBACK}:${port}`,
    port,
    link: () => `http://${LOOPBACK}:${port}/#code=${login.issue()}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      await sockets[Symbol.asyncDispose]();
      await timeLines[Symbol.asyncDispose]();
      await mcp[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function noDefaultSession(): Promise<Session> {
  throw new CottyError('unknown_session', 'This call names no session.', 'Name one with ?session=ID.');
}

function mcpFactory(options: HttpServerOptions): ReturnType<typeof createMcpFactory> {
  return createMcpFactory({
    engine: options.engine,
    tools: options.tools,
    serverInfo: {name: options.serverName ?? 'cotty', title: 'cotty', version: options.version},
    ...(options.instructions !== undefined && {instructions: options.instructions}),
    identity: {credentials: {type: 'token'}, agentId: null},
    callerKey: ({name, mcpSessionId}) => mcpCallerKey(mcpSessionId ?? name),
    prepareCaller: caller => Object.assign(caller, {env: options.env}),
  });
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
