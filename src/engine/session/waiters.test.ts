/** Waits that have an end. */
import {once} from 'node:events';
import {connect, createServer, type Socket} from 'node:net';
import {expect, test} from 'vitest';
import {Waiters} from './waiters.ts';

const never = new AbortController().signal;

test('what has come by the end of a wait counts, also where this process had no time to read it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const [[accepted], client] = await Promise.all([
    once(server, 'connection') as Promise<[Socket]>,
    connect(address.port, '127.0.0.1'),
  ]);
  const waiters = new Waiters();
  let heard = '';
  accepted.on('data', data => {
    heard += data.toString();
    waiters.wake();
  });
  const told = waiters.within(() => heard || undefined, 20, never);
  client.write('drawn');
  const until = performance.now() + 60;
  while (performance.now() < until);
  expect(await told).toBe('drawn');
  client.destroy();
  server.close();
});

test('where nothing comes a wait ends by its time, and by its signal', async () => {
  const waiters = new Waiters();
  const given = new AbortController();
  const [late, aborted] = [
    waiters.within(() => undefined, 5, never),
    waiters.within(() => undefined, 60_000, given.signal),
  ];
  given.abort();
  expect(await Promise.all([late, aborted])).toEqual([undefined, undefined]);
  expect(waiters.size).toBe(0);
});
