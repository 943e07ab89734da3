import {mkdtemp, rm, stat} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test as base, expect} from 'vitest';
import {type Toolbox, toolbox} from '../../../test/support/mcp/toolbox.ts';
import type {CottyError} from '../../core/index.ts';
import {attachClient} from './attach-client.ts';
import {connectSocket} from './connect.ts';
import type {SocketRole} from './header.ts';
import {callRpc, RpcClient} from './rpc-client.ts';
import {createSocketServer, type SocketServer} from './socket-server.ts';

interface Rig {
  readonly path: string;
  readonly box: Toolbox;
  readonly server: SocketServer;
  readonly connections: number[];
  connect(role?: SocketRole): ReturnType<typeof connectSocket>;
}

const version = '1.2.3';

const test = base.extend<{rig: Rig}>({
  // biome-ignore lint/correctness/noEmptyPattern: how vitest declares a fixture without dependencies
  rig: async ({}, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'cotty-socket-'));
    const path = join(directory, 'run', 'server.sock');
    const box = toolbox();
    const connections: number[] = [];
    await using server = await createSocketServer({
      path,
      version,
      engine: box.engine,
      tools: box.tools,
      methods: {status: params => ({params, pid: 1})},
      onConnectionsChange: open => connections.push(open),
    });
    const fields = {key: 'k', name: 'tester'};
    await use({
      path,
      box,
      server,
      connections,
      connect: (role = 'rpc') => connectSocket({path, role, version, fields}),
    });
    await rm(directory, {recursive: true, force: true});
  },
});

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing was thrown',
    (error: CottyError) => error.code,
  );

test('only this user may open the socket', async ({rig}) => {
  const {mode} = await stat(rig.path);
  const directory = await stat(join(rig.path, '..'));
  expect([mode & 0o777, directory.mode & 0o777]).toEqual([0o600, 0o700]);
});

test('a tool called by rpc gives its value and presentation', async ({rig}) => {
  const {socket, fields} = await rig.connect();
  expect(fields).toEqual({pid: String(process.pid)});
  expect(await callRpc(socket, 'echo', {text: 'hi'}, {requestId: 'r1'})).toEqual({
    value: {text: 'hi'},
    presentation: {facts: {length: 2, empty: null, note: 'two words'}, text: 'hi'},
  });
  expect(rig.box.calls).toEqual([{tool: 'echo', input: {text: 'hi', times: 1}, requestId: 'r1', caller: 'rpc:k'}]);
});

test('what a tool throws arrives as it was thrown', async ({rig}) => {
  using client = new RpcClient((await rig.connect()).socket);
  await expect(client.callTool('fail', {})).rejects.toMatchObject({
    code: 'unknown_session',
    message: 'There is no session "x".',
    hint: 'List them with manage_session.',
  });
  expect(await codeOf(client.callTool('nothing', {}))).toBe('unknown_tool');
  expect(await codeOf(client.callMethod('nothing'))).toBe('protocol_error');
});

test('a call of 100 MB is refused, and the connection goes on', async ({rig}) => {
  using client = new RpcClient((await rig.connect()).socket);
  expect(await codeOf(client.callTool('echo', {text: 'x'.repeat(100_000_000)}))).toBe('too_large');
  expect((await client.callTool('echo', {text: 'hi'})).value).toEqual({text: 'hi'});
});

test('several calls on one connection are answered in any order', async ({rig}) => {
  using client = new RpcClient((await rig.connect()).socket);
  const progress: unknown[] = [];
  const slow = client.callTool('run_command', {}, {onProgress: step => progress.push(step)});
  await rig.box.held();
  expect(await client.callMethod('status', {a: 1})).toEqual({params: {a: 1}, pid: 1});
  rig.box.release();
  expect((await slow).value).toEqual({how: 'released'});
  expect(progress).toEqual([{elapsedMs: 5000, message: 'still holding'}]);
});

test('cancelling a call ends its wait and leaves the connection', async ({rig}) => {
  using client = new RpcClient((await rig.connect()).socket);
  const cancel = new AbortController();
  const call = codeOf(client.callTool('run_command', {}, {signal: cancel.signal}));
  await rig.box.held();
  cancel.abort();
  expect(await call).toBe('cancelled');
  expect((await client.callTool('count', {})).value).toEqual({calls: 1});
});

test('when a client vanishes its waits end', async ({rig}) => {
  const {socket} = await rig.connect();
  const call = codeOf(callRpc(socket, 'run_command', {}));
  const {signal} = await rig.box.held();
  const aborted = new Promise(resolve => signal.addEventListener('abort', resolve));
  socket.destroy();
  await aborted;
  expect(await call).toBe('server_unavailable');
});

test('a server of another version is told apart', async ({rig}) => {
  const other = {path: rig.path, role: 'rpc', version: '9.9.9'} as const;
  expect(await codeOf(connectSocket(other))).toBe('version_mismatch');
  const {socket, version: theirs} = await connectSocket({...other, anyVersion: true});
  socket.destroy();
  expect(theirs).toBe(version);
});

test('who speaks something else is sent away', async ({rig}) => {
  const stranger = connect(rig.path);
  stranger.write('GET / HTTP/1.1\r\n\r\n');
  const answer: Buffer[] = [];
  for await (const chunk of stranger) answer.push(chunk);
  expect(Buffer.concat(answer).toString()).toBe(`cotty-server/1 ${version} rpc\n`);
});

test('nobody listening is server_unavailable', async () => {
  const nobody = {path: join(tmpdir(), 'cotty-nobody.sock'), role: 'rpc', version} as const;
  expect(await codeOf(connectSocket(nobody))).toBe('server_unavailable');
});

test('attaching to a session that is not there says so', async ({rig}) => {
  const {socket} = await rig.connect('attach');
  const viewer = {session: 'nowhere', cols: 80, rows: 24, name: 'me', onOutput: () => {}};
  expect(await codeOf(attachClient(socket, viewer))).toBe('unknown_session');
});

test('open connections are counted, and end with the server', async ({rig}) => {
  const {socket} = await rig.connect();
  const closed = new Promise(resolve => socket.once('close', resolve));
  await rig.server[Symbol.asyncDispose]();
  await closed;
  expect(rig.connections).toEqual([1, 0]);
});
