import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import WebSocket from 'ws';
import {bytesOf, type ClientConnection, type ClientHandlers, ClientSockets} from './accept.ts';
import {decodeServerMessage, encodeRequest} from './messages.ts';

const MEGABYTE = 1024 * 1024;
const value = 'x'.repeat(MEGABYTE);

test('a client that does not read is served no further until it does, and then gets all answers in order', async () => {
  const begun = Promise.withResolvers<void>();
  let most = 0;
  await using client = await connected(connection => ({
    onRequest({id}) {
      begun.resolve();
      void connection.reply(id, {case: 'error', value});
      most = Math.max(most, connection.backlogBytes);
    },
    onClosed() {},
  }));
  const wanted = Array.from({length: 60}, (_, index) => index + 1);
  const ids: number[] = [];
  const told = Promise.withResolvers<void>();
  client.socket.on('message', data => {
    ids.push(Number(decodeServerMessage(bytesOf(data))?.id));
    if (ids.length === wanted.length) told.resolve();
  });
  client.socket.pause();
  for (const id of wanted) client.socket.send(encodeRequest(BigInt(id), {case: 'listSessionsRequest', value: {}}));
  await begun.promise;
  client.socket.resume();
  await told.promise;
  expect(ids).toEqual(wanted);
  expect(most).toBeLessThan(20 * MEGABYTE);
});

test('one that leaves news unread without end is sent away', async () => {
  const gone = Promise.withResolvers<void>();
  let tell: ClientConnection | undefined;
  await using client = await connected(connection => {
    tell = connection;
    return {onRequest() {}, onClosed: () => gone.resolve()};
  });
  client.socket.pause();
  for (let news = 0; news < 100; news++)
    tell?.notify({customEscapeSequenceNotification: {session: 's', senderIdentity: '', payload: value}});
  expect(tell?.backlogBytes).toBeLessThan(70 * MEGABYTE);
  await gone.promise;
});

async function connected(begin: (connection: ClientConnection) => ClientHandlers) {
  const folder = mkdtempSync(join(tmpdir(), 'it-'));
  const path = join(folder, 's');
  const sockets = new ClientSockets({maxRequestBytes: MEGABYTE});
  const server = createServer();
  server.on('upgrade', (request, stream, head) => sockets.accept(request, stream, head, begin));
  server.listen(path);
  await once(server, 'listening');
  const socket = new WebSocket('ws://localhost/', 'api.iterm2.com', {createConnection: () => connect(path)});
  await once(socket, 'open');
  return {
    socket,
    async [Symbol.asyncDispose]() {
      socket.terminate();
      await sockets[Symbol.asyncDispose]();
      server.close();
      rmSync(folder, {recursive: true, force: true});
    },
  };
}
