/** Which processes hold the other end of a TCP connection within this machine. */
import {execFile} from 'node:child_process';
import {readdirSync, readlinkSync} from 'node:fs';
import {endianness} from 'node:os';
import {promisify} from 'node:util';
import {readProc, slices} from './process-table.ts';

/** A connection as the side that accepted it sees it. Addresses are IPv4, as `net.Socket` gives them. */
export interface TcpConnection {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/**
 * Every process of this user that holds the other end: several may share a descriptor. Empty where the system does not tell, as of other
 * users' processes and of those that hide their descriptors (`sshd`), and when the other end is gone.
 */
export async function tcpPeerPids(connection: TcpConnection): Promise<readonly number[]> {
  if (process.platform !== 'linux') return pidsByLsof(connection);
  const inode = inodeOfPeer(connection);
  return inode === null ? [] : holdersOf(`socket:[${inode}]`);
}

/** State `ESTABLISHED` in /proc/net/tcp (include/net/tcp_states.h). */
const ESTABLISHED = '01';

/** Format: proc_net_tcp in Documentation/networking of Linux. Without an inode nobody holds the socket any more. */
function inodeOfPeer({localAddress, localPort, remoteAddress, remotePort}: TcpConnection): string | null {
  if (!localAddress || !localPort || !remoteAddress || !remotePort) return null;
  // A program may have opened an IPv6 socket and connected it to an IPv4 address.
  for (const [file, prefix] of [
    ['net/tcp', ''],
    ['net/tcp6', MAPPED],
  ] as const) {
    const local = `${prefix}${hexAddress(remoteAddress)}:${hexPort(remotePort)}`;
    const remote = `${prefix}${hexAddress(localAddress)}:${hexPort(localPort)}`;
    for (const line of (readProc(file) ?? '').split('\n')) {
      const fields = line.trim().split(/\s+/);
      if (fields[1] !== local || fields[2] !== remote || fields[3] !== ESTABLISHED) continue;
      const [uid, inode] = [Number(fields[7]), fields[9]];
      return uid === process.geteuid?.() && inode !== undefined && inode !== '0' ? inode : null;
    }
  }
  return null;
}

/** The kernel prints each 32 bits of an address as one number of the machine. */
const MAPPED = `0000000000000000${endianness() === 'LE' ? 'FFFF0000' : '0000FFFF'}`;

function hexAddress(address: string): string {
  const bytes = address
    .replace(/^::ffff:/, '')
    .split('.')
    .map(Number);
  const ordered = endianness() === 'LE' ? bytes.toReversed() : bytes;
  return ordered
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

function hexPort(port: number): string {
  return port.toString(16).padStart(4, '0').toUpperCase();
}

async function holdersOf(link: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && (await slices.do(() => holds(name, link)))) found.push(Number(name));
  }
  return found;
}

function holds(pid: string, link: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some(descriptor => linkOf(`/proc/${pid}/fd/${descriptor}`) === link);
  } catch {
    return false;
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** lsof(8): with `-F` each process is a line `p` and its number, each name of a connection a line `n`. Our own end has another order of ports. */
async function pidsByLsof({localPort, remotePort}: TcpConnection): Promise<readonly number[]> {
  if (!localPort || !remotePort) return [];
  try {
    const {stdout} = await promisify(execFile)('lsof', [
      '-nP',
      '-a',
      `-iTCP:${remotePort}`,
      '-sTCP:ESTABLISHED',
      '-Fpn',
    ]);
    return pidsInLsof(stdout, {localPort, remotePort});
  } catch {
    return [];
  }
}

/** Of `lsof -nP -iTCP:PORT -sTCP:ESTABLISHED -Fpn`: those whose end is the other one. */
export function pidsInLsof(
  text: string,
  {localPort, remotePort}: {localPort: number; remotePort: number},
): readonly number[] {
  const found = new Set<number>();
  let pid = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    if (line.startsWith('n') && line.endsWith(`:${localPort}`) && line.includes(`:${remotePort}->`)) found.add(pid);
  }
  return [...found];
}
