import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {connect, createServer, type Socket} from 'node:net';
import {expect, test} from 'vitest';
import {pidsInLsof, tcpPeerPids} from './tcp-peer.ts';

interface Accepted extends AsyncDisposable {
  readonly port: number;
  next(): Promise<Socket>;
}

async function listening(): Promise<Accepted> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const sockets: Socket[] = [];
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async next() {
      const [socket]: Socket[] = await once(server, 'connection');
      if (!socket) throw new Error('nobody connected');
      sockets.push(socket.on('error', () => {}));
      return socket;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A program that connects to `host`, says so, and stays. */
const CONNECTS =
  "const s=require('net').connect(Number(process.argv[1]),process.argv[2],()=>process.stdout.write('there'));s.on('error',()=>{});process.stdin.resume()";

test.each(['127.0.0.1', '::ffff:127.0.0.1'])('the process behind a connection to %s is found', async host => {
  await using server = await listening();
  const accepted = server.next();
  const child = spawn(process.execPath, ['-e', CONNECTS, String(server.port), host]);
  const gone = once(child, 'exit');
  const socket = await accepted;
  expect(await tcpPeerPids(socket)).toEqual([child.pid]);
  child.kill('SIGKILL');
  await gone;
  // Whoever is gone is nobody, though the connection may still be there.
  expect(await tcpPeerPids(socket)).toEqual([]);
});

test('every process that shares the connection is found', async () => {
  await using server = await listening();
  const accepted = server.next();
  const own = connect(server.port, '127.0.0.1');
  const socket = await accepted;
  expect(await tcpPeerPids(socket)).toEqual([process.pid]);
  const handle: unknown = Reflect.get(own, '_handle');
  const descriptor = Number(typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : -1);
  const child = spawn('cat', [], {stdio: ['pipe', 'pipe', 'ignore', descriptor]});
  const gone = once(child, 'exit');
  child.stdin?.write('x');
  await once(child.stdout ?? child, 'data');
  expect([...(await tcpPeerPids(socket))].toSorted()).toEqual([process.pid, child.pid].toSorted());
  child.stdin?.end();
  await gone;
  own.destroy();
});

test('what lsof prints is read: the other end, and not our own', () => {
  const ports = {localPort: 4180, remotePort: 51022};
  const printed =
    'p11\nf5\nn127.0.0.1:4180->127.0.0.1:51022\np22\nf9\nn127.0.0.1:51022->127.0.0.1:4180\np33\nf9\nn127.0.0.1:51022->127.0.0.1:41800\n';
  expect(pidsInLsof(printed, ports)).toEqual([22]);
  expect(pidsInLsof('', ports)).toEqual([]);
});
