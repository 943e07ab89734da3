/**
 * The first line on the server's private socket, in both directions:
 * `cotty-server/1 <version> <role>[ name=value …]\n`, values percent-encoded.
 */
import type {Socket} from 'node:net';
import {CottyError} from '../../core/index.ts';

export type SocketRole = 'mcp' | 'rpc' | 'attach';

export interface Header {
  /** Version of cotty on the side that wrote the line. */
  readonly version: string;
  readonly role: SocketRole;
  readonly fields: Readonly<Record<string, string>>;
}

const PROTOCOL = 'cotty-server/1';
/** Linux gives a program at most 6 MiB of arguments and environment (`execve(2)`), which base64 makes a third longer. */
const MAX_HEADER_BYTES = 9 * 1024 * 1024;
const HEADER_TIMEOUT_MS = 5000;

export function formatHeader(header: Header): string {
  const fields = Object.entries(header.fields).map(([name, value]) => ` ${name}=${encodeURIComponent(value)}`);
  return `${PROTOCOL} ${header.version} ${header.role}${fields.join('')}\n`;
}

/**
 * Reads the other side's line and leaves every byte after it in the socket, which is paused then.
 * Throws `version_mismatch` when the other side speaks another protocol, `server_unavailable` when it says nothing.
 */
export async function readHeader(socket: Socket): Promise<Header> {
  return parseHeader(await readFirstLine(socket));
}

function parseHeader(line: string): Header {
  const [protocol, version, role, ...fields] = line.trimEnd().split(' ');
  if (protocol !== PROTOCOL || version === undefined || !isRole(role)) {
    throw new CottyError(
      'version_mismatch',
      `The other side of the socket does not speak ${PROTOCOL}: "${line.slice(0, 80).trimEnd()}".`,
      'Stop the old server with `cotty server stop`, or bring both sides to the same version.',
    );
  }
  return {version, role, fields: Object.fromEntries(fields.map(parseField))};
}

function isRole(text: string | undefined): text is SocketRole {
  return text === 'mcp' || text === 'rpc' || text === 'attach';
}

function parseField(field: string): [string, string] {
  const [name = '', value = ''] = field.split('=', 2);
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return [name, value];
  }
}

function readFirstLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const timer = setTimeout(() => fail('said nothing in time'), HEADER_TIMEOUT_MS);
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf(0x0a);
      if (end === -1 && bytes.length > MAX_HEADER_BYTES) return fail('did not say who it is');
      if (end === -1) return;
      release();
      socket.pause();
      if (end + 1 < bytes.length) socket.unshift(bytes.subarray(end + 1));
      resolve(bytes.toString('utf8', 0, end));
    };
    const onClose = () => fail('closed the connection before saying who it is');
    const onError = (error: Error) => fail('broke the connection', error);
    const fail = (what: string, cause?: Error) => {
      release();
      reject(new CottyError('server_unavailable', `The other side of the socket ${what}.`, 'Try again.', {cause}));
    };
    const release = () => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose).off('error', onError);
    };
    socket.on('data', onData).on('close', onClose).on('error', onError);
  });
}
