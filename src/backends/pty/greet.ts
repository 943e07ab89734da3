/** The first words between a host and whoever connects to it. */
import {connect, type Socket} from 'node:net';
import {CottyError} from '../../core/index.ts';
import {requirePrivateSocket} from '../../private/index.ts';
import {encodeHello, FrameReader, type Hello, type HostHead, PROTOCOL} from './host/protocol.ts';
import {packageVersion} from './package-version.ts';
import {socketPath} from './run-directory.ts';

export interface Greeted {
  readonly socket: Socket;
  readonly reader: FrameReader<HostHead>;
  readonly hello: Hello;
}

export interface Greeting {
  /** Asks an idle host to end itself. */
  readonly retire?: boolean;
  readonly conversation?: string;
  /** Ends the attempt. */
  readonly signal?: AbortSignal;
}

/**
 * Exchanges header lines; undefined when nobody listens, or hangs up first as a host does that is about to end. The socket is paused.
 * Errors: `protocol_error`, `home_unwritable`.
 */
export async function greet(home: string, greeting: Greeting = {}): Promise<Greeted | undefined> {
  const {retire = false, signal, ...named} = greeting;
  const path = socketPath(home);
  requirePrivateSocket(path);
  const socket = connect(path);
  const abort = () => socket.destroy();
  signal?.addEventListener('abort', abort, {once: true});
  const reader = new FrameReader<HostHead>();
  const {promise, resolve, reject} = Promise.withResolvers<Greeted | undefined>();
  const receive = (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch (error) {
      socket.destroy();
      reject(error);
    }
    if (!reader.hello) return;
    socket.pause();
    resolve({socket, reader, hello: reader.hello});
  };
  socket.on('data', receive);
  socket.on('error', error => (isAbsence(error) ? resolve(undefined) : reject(unreachable(home, error))));
  socket.once('close', () => resolve(undefined));
  socket.write(
    encodeHello({
      protocol: PROTOCOL,
      packageVersion: packageVersion(),
      pid: process.pid,
      sessions: 0,
      retire,
      ...named,
    }),
  );
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', abort);
    socket.off('data', receive);
  }
}

/** No socket, a stale one, or a host that ended while we spoke. */
function isAbsence(error: Error): boolean {
  return 'code' in error && ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(error.code));
}

function unreachable(home: string, cause: Error): CottyError {
  return new CottyError(
    'home_unwritable',
    `The host socket of ${home} cannot be opened: ${cause.message}.`,
    'Check that COTTY_HOME belongs to you.',
    {cause},
  );
}
