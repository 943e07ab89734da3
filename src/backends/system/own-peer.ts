import type {Socket} from 'node:net';
import {type Peer, readPeer} from './libc.ts';

/** The process at the other end of the Unix socket, if it is one of this user's; null when the system does not tell, or it is gone already. */
export function ownPeer(socket: Socket): Peer | null {
  const descriptor = descriptorOf(socket);
  const peer = descriptor === undefined ? null : readPeer(descriptor);
  return peer?.uid === process.geteuid?.() ? peer : null;
}

/** Node.js shows the descriptor of a socket on its handle alone. */
function descriptorOf(socket: Socket): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  if (typeof handle !== 'object' || handle === null) return undefined;
  const descriptor: unknown = Reflect.get(handle, 'fd');
  return typeof descriptor === 'number' && descriptor >= 0 ? descriptor : undefined;
}
