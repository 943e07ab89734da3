import {mkdtemp, rm} from 'node:fs/promises';
import type {Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {test as base, expect} from 'vitest';
import {type Toolbox, toolbox} from '../../../test/support/mcp/toolbox.ts';
import {CottyError} from '../../core/index.ts';
import {connectSocket} from '../socket/connect.ts';
import {createSocketServer, type SocketServer} from '../socket/socket-server.ts';
import {LineSplitter} from '../wire/line-splitter.ts';
import {type BridgeOptions, runBridge} from './bridge.ts';

interface Rig {
  readonly box: Toolbox;
  readonly server: SocketServer;
  /** Starts a bridge; everything else is about the last one. */
  start(options?: Partial<BridgeOptions>): Promise<void>;
  send(message: unknown): void;
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  /** The next line for the client. */
  next(): Promise<Record<string, unknown>>;
  connect(): Promise<Socket>;
}

const version = '0.0.0-test';

const test = base.extend<{rig: Rig}>({
  // biome-ignore lint/correctness/noEmptyPattern: how vitest declares a fixture without dependencies
  rig: async ({}, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'cotty-bridge-'));
    const path = join(directory, 'server.sock');
    const box = toolbox();
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const lines: Record<string, unknown>[] = [];
    const readers: ((line: Record<string, unknown>) => void)[] = [];
    const splitter = new LineSplitter(1_000_000);
    stdout.on('data', (chunk: Buffer) => {
      for (const line of splitter.push(chunk)) {
        if (line.type !== 'line') continue;
        const message = JSON.parse(line.bytes.toString());
        const reader = readers.shift();
        if (reader) reader(message);
        else lines.push(message);
      }
    });
    const connectToServer = async (fields: Readonly<Record<string, string>> = {}) =>
      (await connectSocket({path, role: 'mcp', version, fields})).socket;
    let done = Promise.resolve();
    await using server = await createSocketServer({path, version, engine: box.engine, tools: box.tools});
    await use({
      box,
      server,
      stdin,
      stdout,
      connect: connectToServer,
      start(options = {}) {
        done = runBridge({stdin, stdout, connect: connectToServer, ...options});
        return done;
      },
      send: message => void stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
      next: () => new Promise(resolve => (lines.length > 0 ? resolve(lines.shift() ?? {}) : readers.push(resolve))),
    });
    box.release();
    stdin.end();
    await done;
    await rm(directory, {recursive: true, force: true});
  },
});

const initialize = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'test', version: '1'}},
};
const initialized = {jsonrpc: '2.0', method: 'notifications/initialized'};
const call = (id: number | string, name: string, args = {}, meta?: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: {name, arguments: args, ...(meta && {_meta: meta})},
});

async function open(rig: Rig): Promise<void> {
  rig.send(initialize);
  expect(await rig.next()).toMatchObject({id: 'init', result: {serverInfo: {name: 'cotty'}}});
  rig.send(initialized);
}

test('half a line of JSON is answered and the connection goes on', async ({rig}) => {
  void rig.start();
  await open(rig);
  rig.send('{"jsonrpc":"2.0","id":1,');
  expect(await rig.next()).toMatchObject({id: null, error: {code: -32700}});
  rig.send({id: 2, surprise: true});
  expect(await rig.next()).toMatchObject({id: 2, error: {code: -32600}});
  rig.send('');
  rig.send(call(3, 'count'));
  expect(await rig.next()).toMatchObject({id: 3, result: {structuredContent: {calls: 0}}});
});

test('a line over the limit is answered with its id and the connection goes on', async ({rig}) => {
  void rig.start({maxLineBytes: 10_000});
  await open(rig);
  rig.send(call('long', 'echo', {text: 'x'.repeat(20_000)}));
  expect(await rig.next()).toMatchObject({id: 'long', error: {code: -32600}});
  rig.send(call(4, 'echo', {text: 'short'}));
  expect(await rig.next()).toMatchObject({id: 4, result: {content: [{text: expect.stringContaining('short')}]}});
});

test('each call gets a request id of its own, and one that is there already stays', async ({rig}) => {
  void rig.start();
  await open(rig);
  for (const meta of [undefined, {}, {progressToken: 1}, {'cotty/request_id': 'mine'}]) {
    rig.send(call(1, 'echo', {text: 'x'}, meta));
    await rig.next();
  }
  const ids = rig.box.calls.map(({requestId}) => requestId);
  const key = ids[0]?.slice(0, 12);
  expect(ids).toEqual([`${key}-1`, `${key}-2`, `${key}-3`, 'mine']);
});

test('without a server every call is answered with what to do', async ({rig}) => {
  const connectToNobody = async () => {
    throw new CottyError('home_unwritable', 'The home cannot be written.', 'Free some space.');
  };
  void rig.start({connect: connectToNobody});
  rig.send(initialize);
  expect(await rig.next()).toEqual({
    jsonrpc: '2.0',
    id: 'init',
    error: {code: -32000, message: 'The home cannot be written. Free some space.'},
  });
});

test('a server that is slow to start is waited for', async ({rig}) => {
  let attempts = 0;
  void rig.start({
    connect: async () => {
      attempts += 1;
      if (attempts < 3) throw new CottyError('server_unavailable', 'Not yet.', 'Wait.');
      return rig.connect();
    },
  });
  await open(rig);
  expect(attempts).toBe(3);
});

test('a lost connection is replaced without the client noticing', async ({rig}) => {
  const sockets: Socket[] = [];
  void rig.start({
    connect: async () => {
      const socket = await rig.connect();
      sockets.push(socket);
      return socket;
    },
  });
  await open(rig);
  rig.send(call(1, 'run_command'));
  const {signal} = await rig.box.held();
  const aborted = new Promise(resolve => signal.addEventListener('abort', resolve));
  sockets[0]?.destroy();
  await aborted;
  await rig.box.held();
  rig.box.release();
  expect(await rig.next()).toMatchObject({id: 1, result: {content: [{text: 'how=released'}]}});
  const [first, second] = rig.box.calls;
  expect(second?.requestId).toBe(first?.requestId);
});

test('a cancelled call is not sent again', async ({rig}) => {
  const sockets: Socket[] = [];
  void rig.start({
    connect: async () => {
      const socket = await rig.connect();
      sockets.push(socket);
      return socket;
    },
  });
  await open(rig);
  rig.send(call(1, 'run_command'));
  const {signal} = await rig.box.held();
  const aborted = new Promise(resolve => signal.addEventListener('abort', resolve));
  rig.send({jsonrpc: '2.0', method: 'notifications/cancelled', params: {requestId: 1}});
  await aborted;
  sockets[0]?.destroy();
  rig.send(call(2, 'count'));
  expect(await rig.next()).toMatchObject({id: 2, result: {structuredContent: {calls: 1}}});
});

test('a call that ends the server each time is given up', async ({rig}) => {
  void rig.start({
    connect: async () => {
      const socket = await rig.connect();
      // Dies as soon as it is asked something.
      const write = socket.write.bind(socket);
      socket.write = (chunk: string | Uint8Array) => {
        if (String(chunk).includes('tools/call')) socket.destroy();
        return write(chunk);
      };
      return socket;
    },
  });
  await open(rig);
  rig.send(call(9, 'run_command'));
  expect(await rig.next()).toMatchObject({id: 9, error: {code: -32000}});
});

test('when the client closes its end, calls under way are answered and the bridge ends', async ({rig}) => {
  const done = rig.start();
  await open(rig);
  rig.send(call(1, 'run_command'));
  await rig.box.held();
  rig.stdin.end();
  rig.box.release();
  expect(await rig.next()).toMatchObject({id: 1, result: {content: [{text: 'how=released'}]}});
  await done;
});

test('when the client closes its end, a call that does not end is given up and its wait ends', async ({rig}) => {
  const done = rig.start({drainMs: 10});
  await open(rig);
  rig.send(call(1, 'run_command'));
  const {signal} = await rig.box.held();
  const aborted = new Promise(resolve => signal.addEventListener('abort', resolve));
  rig.stdin.end();
  await done;
  await aborted;
});

test('a client that stopped reading ends the bridge', async ({rig}) => {
  const done = rig.start();
  await open(rig);
  rig.stdout.destroy(new Error('EPIPE'));
  await done;
});

test('a last line without a newline is a message too', async ({rig}) => {
  const done = rig.start();
  await open(rig);
  rig.stdin.end(JSON.stringify(call(5, 'count')));
  expect(await rig.next()).toMatchObject({id: 5});
  await done;
});

test('the server is told who calls by the same key after each reconnect', async ({rig}) => {
  const keys: (string | undefined)[] = [];
  const sockets: Socket[] = [];
  void rig.start({
    connect: async fields => {
      keys.push(fields.key);
      const socket = await rig.connect();
      sockets.push(socket);
      return socket;
    },
  });
  await open(rig);
  sockets[0]?.destroy();
  rig.send(call(1, 'count'));
  await rig.next();
  expect(keys).toEqual([keys[0], keys[0]]);
});
