/**
 * iTerm2's API on a Unix socket, over the sessions of an engine: existing scripts and tools find the terminals of cotty where they look
 * for those of iTerm2. The socket is for this user alone, the process at the other end must be this user's, and a cookie lets it in.
 */
import {chmodSync, existsSync, rmSync} from 'node:fs';
import {createServer, type IncomingMessage, type Server} from 'node:http';
import {connect, type Socket} from 'node:net';
import type {Duplex} from 'node:stream';
import {asCottyError, CottyError} from '../../core/index.ts';
import type {Credentials, Identity} from '../../engine/index.ts';
import {
  type ClientFacts,
  ClientSockets,
  type CookieJar,
  isRefusal,
  type Refusal,
  readUpgrade,
  refusalText,
  UNAUTHORIZED,
} from '../../iterm2-api/index.ts';
import {useSocketPlace} from '../../private/index.ts';
import type {Peer} from '../socket/peer-identity.ts';
import {serveApiClient} from './api-connection.ts';
import {Endpoint, type EndpointOptions} from './endpoint.ts';

export interface Iterm2ServerOptions extends EndpointOptions {
  /** Of the socket. A file that nobody listens on any more is replaced. */
  readonly path: string;
  readonly cookies: CookieJar;
  /** The process that has connected, if it is this user's; others are sent away without a word. */
  readonly ownPeer?: ((socket: Socket) => Peer | null) | undefined;
}

export interface Iterm2Server extends AsyncDisposable {
  readonly path: string;
}

const MOST_REQUEST_BYTES = 16 * 1024 * 1024;
/** As much time has a client for its request, and its headers as much room. */
const REQUEST_MS = 30_000;
const MOST_HEADER_BYTES = 32 * 1024;
const LONGEST_NAME = 100;

/** Starts to listen. Errors: `invalid_argument` when somebody listens there already, or the path is too long; `home_unwritable`. */
export async function createIterm2Server(options: Iterm2ServerOptions): Promise<Iterm2Server> {
  const {path, ownPeer} = options;
  await makeRoom(path);
  const endpoint = new Endpoint(options);
  const sockets = new ClientSockets({maxRequestBytes: MOST_REQUEST_BYTES});
  const server = createServer({
    maxHeaderSize: MOST_HEADER_BYTES,
    requestTimeout: REQUEST_MS,
  });
  const open = new Set<Socket>();
  const peers = new WeakMap<Duplex, Peer | null>();
  server.on('connection', (socket: Socket) => {
    const peer = ownPeer?.(socket) ?? null;
    if (ownPeer && !peer) return void socket.destroy();
    peers.set(socket, peer);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (_, response) => response.writeHead(400).end());
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const facts = admitted(request, options.cookies);
    if (isRefusal(facts)) return void socket.end(refusalText(facts));
    const identity = identityOf(facts, peers.get(socket) ?? null);
    sockets.accept(request, socket, head, connection => serveApiClient(endpoint, connection, {facts, identity}));
  });
  await listen(server, path);
  chmodSync(path, 0o600);
  return {
    path,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      await sockets[Symbol.asyncDispose]();
      for (const socket of open) socket.destroy();
      await closed;
      endpoint[Symbol.dispose]();
      rmSync(path, {force: true});
    },
  };
}

/** A cookie lets in who brings it. Nobody can be asked here, so without one there is nothing but the refusal. */
function admitted(request: IncomingMessage, cookies: CookieJar): ClientFacts | Refusal {
  const facts = readUpgrade(request);
  if (isRefusal(facts)) return facts;
  return facts.cookie !== null && cookies.take(facts.cookie) ? facts : UNAUTHORIZED;
}

/** Whoever comes by this door is a script, and what it types is judged as an agent's. */
function identityOf({name}: ClientFacts, peer: Peer | null): Identity {
  const credentials: Credentials = {type: 'peer', uid: peer?.uid ?? process.geteuid?.() ?? -1, pid: peer?.pid ?? null};
  const shown = (name ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, LONGEST_NAME);
  return {type: 'agent', name: shown || 'script', via: 'iterm2', credentials, agentId: null};
}

/** iTerm2 itself may listen there, or another cotty: theirs is left alone. */
async function makeRoom(path: string): Promise<void> {
  try {
    useSocketPlace(path);
  } catch (cause) {
    const {code, message} = asCottyError(cause);
    throw new CottyError(code, message, OTHER_PLACE, {cause});
  }
  if (!existsSync(path)) return;
  if (await isAnswered(path))
    throw new CottyError(
      'invalid_argument',
      `Something listens on ${path} already: iTerm2 itself, or another cotty.`,
      OTHER_PLACE,
    );
  rmSync(path, {force: true});
}

const OTHER_PLACE = 'Choose another place with --socket, or another suite with IT2_SUITE.';

function isAnswered(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', cause => {
      const isTooLong = 'code' in cause && (cause.code === 'EINVAL' || cause.code === 'ENAMETOOLONG');
      const hint = isTooLong
        ? 'The path of a socket may have about 100 bytes: choose a shorter one with --socket.'
        : OTHER_PLACE;
      reject(new CottyError('invalid_argument', `cotty cannot listen on ${path}: ${cause.message}.`, hint, {cause}));
    });
    // Between bind and chmod nobody else gets in either.
    const before = process.umask(0o177);
    server.listen(path, () => resolve());
    process.umask(before);
  });
}
