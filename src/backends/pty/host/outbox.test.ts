import {mkdtempSync, rmSync} from 'node:fs';
import {createConnection, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {Outbox} from './outbox.ts';

/** What a client hears, read by read, until `end` is among it. */
async function heard(say: (outbox: Outbox) => void, end: string): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'cotty-outbox-'));
  const {promise: accepted, resolve} = Promise.withResolvers<Socket>();
  const server = createServer(resolve).listen(join(directory, 's'));
  try {
    const client = createConnection(join(directory, 's'));
    using outbox = sending(await accepted);
    say(outbox.to);
    const reads: string[] = [];
    for await (const bytes of client) {
      reads.push(String(bytes));
      if (reads.join('').includes(end)) return reads;
    }
    return reads;
  } finally {
    server.close();
    rmSync(directory, {recursive: true});
  }
}

function sending(socket: Socket): Disposable & {readonly to: Outbox} {
  return {to: new Outbox(socket), [Symbol.dispose]: () => void socket.destroy()};
}

test('what is sent in one turn comes in one piece and in order, with what may wait', async () => {
  const reads = await heard(outbox => {
    outbox.send(Buffer.from('a'), {mayWait: true});
    outbox.send(Buffer.from('b'));
    outbox.send(Buffer.from('c'), {mayWait: true});
  }, 'c');
  expect(reads).toEqual(['abc']);
});

test('what may wait comes by itself when nothing follows', async () => {
  expect(await heard(outbox => outbox.send(Buffer.from('a'), {mayWait: true}), 'a')).toEqual(['a']);
});

test('what may wait is given to the socket with the next turn that says something', async () => {
  const reads = await heard(outbox => {
    outbox.send(Buffer.from('a'), {mayWait: true});
    setImmediate(() => outbox.send(Buffer.from('b')));
  }, 'b');
  expect(reads.join('')).toBe('ab');
});

test('bytes that wait count as outstanding', async () => {
  await heard(outbox => {
    outbox.send(Buffer.from('abc'), {mayWait: true});
    expect(outbox.outstanding).toBe(3);
  }, 'abc');
});
