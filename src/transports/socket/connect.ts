import {connect, type Socket} from 'node:net';
import {CottyError} from '../../core/index.ts';
import {requirePrivateSocket} from '../../private/index.ts';
import {formatHeader, readHeader, type SocketRole} from './header.ts';

export interface ConnectOptions {
  readonly path: string;
  readonly role: SocketRole;
  /** This side's version of cotty. */
  readonly version: string;
  /** Said to the server with the first line: `key` (who calls, survives reconnects), `name`, `actor` … */
  readonly fields?: Readonly<Record<string, string>>;
  /** Also talk to a server of another version. */
  readonly anyVersion?: boolean;
}

export interface ServerConnection {
  /** Paused; carries the role's own protocol from here on. */
  readonly socket: Socket;
  readonly version: string;
  /** What the server said with its first line, e.g. `pid`. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Connects to the server's private socket and exchanges first lines.
 * Throws `server_unavailable` when nobody listens, `version_mismatch` when the server is of another version,
 * `home_unwritable` when another user may be the one who listens.
 */
export async function connectSocket(options: ConnectOptions): Promise<ServerConnection> {
  requirePrivateSocket(options.path);
  const socket = await open(options.path);
  try {
    socket.write(formatHeader({version: options.version, role: options.role, fields: options.fields ?? {}}));
    const header = await readHeader(socket);
    if (header.version !== options.version && !options.anyVersion) throw mismatch(header.version, options.version);
    return {socket, version: header.version, fields: header.fields};
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function open(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const onError = (cause: Error) =>
      reject(
        new CottyError(
          'server_unavailable',
          `No cotty server answers on ${path}.`,
          'It starts by itself with the next `cotty` command; `cotty server status` tells more.',
          {cause},
        ),
      );
    socket.once('error', onError);
    socket.once('connect', () => {
      socket.off('error', onError);
      // A later failure is seen as 'close' by whoever uses the socket.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

function mismatch(theirs: string, ours: string): CottyError {
  return new CottyError(
    'version_mismatch',
    `The running cotty server is version ${theirs}, this is version ${ours}.`,
    'Run `cotty server stop`; its sessions stay and the next call starts a server of this version.',
  );
}
