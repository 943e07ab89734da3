import type {Socket} from 'node:net';
import {readPeerUser} from './libc.ts';

/** The other end of the Unix socket is a process of this user. False when the system does not tell, or it is gone already. */
export function isOwnPeer(socket: Socket): boolean {
  const descriptor = descriptorOf(socket);
  return descriptor !== undefined && readPeerUser(descriptor) === process.geteuid?.();
}

/** Node.js shows the descriptor of a socket on its handle alone. */
function descriptorOf(socket: Socket): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  if (typeof handle !== 'object' || handle === null) return undefined;
  const descriptor: unknown = Reflect.get(handle, 'fd');
  return typeof descriptor === 'number' && descriptor >= 0 ? descriptor : undefined;
}
