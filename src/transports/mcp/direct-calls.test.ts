import {createInterface} from 'node:readline';
import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {toolbox} from '../../../test/support/mcp/toolbox.ts';
import {createMcpFactory, type McpFactory} from './factory.ts';
import {serveMcpLines} from './serve-lines.ts';

function initialize(protocolVersion = '2025-11-25'): object {
  const params = {protocolVersion, capabilities: {}, clientInfo: {name: 'test', version: '1'}};
  return {jsonrpc: '2.0', id: 0, method: 'initialize', params};
}

const call = (id: unknown, params: unknown) => ({jsonrpc: '2.0', id, method: 'tools/call', params});

function serve(adapt: (factory: McpFactory) => McpFactory = factory => factory) {
  const box = toolbox();
  const factory = createMcpFactory({
    engine: box.engine,
    tools: box.tools,
    serverInfo: {name: 'cotty', version: '0'},
    callerKey: ({name}) => name,
  });
  const input = new PassThrough();
  const output = new PassThrough();
  const over = serveMcpLines(adapt(factory), {input, output});
  const send = (message: unknown) => input.write(`${JSON.stringify(message)}\n`);
  const answers: Answer[] = [];
  const first = Promise.withResolvers<void>();
  const lines = createInterface({input: output}).on('line', line => {
    answers.push(JSON.parse(line));
    first.resolve();
  });
  const closed = new Promise(resolve => lines.once('close', resolve));
  return {
    box,
    send,
    /** Resolves when the handshake is over. */
    async open(version?: string) {
      send(initialize(version));
      await first.promise;
      send({jsonrpc: '2.0', method: 'notifications/initialized'});
    },
    async replies() {
      input.end();
      await over;
      output.end();
      await closed;
      return answers.sort((a, b) => String(a.id).localeCompare(String(b.id)));
    },
  };
}

interface Answer {
  readonly id?: unknown;
  readonly method?: string;
}

/** The same factory, so that the SDK answers everything. */
const withoutDirectCalls =
  (factory: McpFactory): McpFactory =>
  context =>
    factory(context);

/** The same factory, telling which calls go past the SDK. */
const telling =
  (onCall: (name: string) => void) =>
  (factory: McpFactory): McpFactory =>
    Object.assign((context: Parameters<McpFactory>[0]) => factory(context), {
      callTool: (...[client, params, request]: Parameters<NonNullable<McpFactory['callTool']>>) => {
        onCall(params.name);
        return factory.callTool?.(client, params, request) ?? Promise.reject(new Error('not offered'));
      },
    });

const MESSAGES: readonly unknown[] = [
  call(1, {name: 'echo', arguments: {text: 'hé\n'}}),
  call('two', {name: 'echo', arguments: {text: 'x', times: 3}, _meta: {'cotty/request_id': 'r'}}),
  call(3, {name: 'echo', arguments: {text: 7}}),
  call(4, {name: 'echo', arguments: {text: 'x', extra: 1}}),
  call(5, {name: 'nothing', arguments: {}}),
  call(6, {name: 'fail'}),
  call(7, {name: 'count'}),
  call(8, {name: 'count', arguments: []}),
  call(9, {name: 3}),
  call(10, {arguments: {}}),
  call(11, {name: 'echo', arguments: {text: 'y'}, _meta: {progressToken: 'p'}}),
  call(12, {name: 'echo', arguments: {text: 'y'}, _meta: {progressToken: 1.5}}),
  call(13, {name: 'echo', arguments: {text: 'y'}, _meta: 4}),
  call(14, {name: 'echo', arguments: {text: 'y'}, task: {ttl: 1}}),
  call(15, 'params'),
  call(16, undefined),
  {jsonrpc: '2.0', id: 17, method: 'ping'},
];

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'in %s a call is answered as the SDK answers it',
  async version => {
    const direct: string[] = [];
    const answers = await Promise.all(
      [serve(telling(name => direct.push(name))), serve(withoutDirectCalls)].map(async ({open, send, replies}) => {
        await open(version);
        for (const message of MESSAGES) send(message);
        return replies();
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toHaveLength(MESSAGES.length + 1);
    expect(direct).toEqual(['echo', 'echo', 'echo', 'echo', 'nothing', 'fail', 'count', 'echo']);
  },
);

test('a call before the handshake is left to the SDK', async () => {
  const answers = await Promise.all(
    [serve(), serve(withoutDirectCalls)].map(({send, replies}) => {
      send(call(1, {name: 'count'}));
      return replies();
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
});

test('a cancelled call is stopped and not answered', async () => {
  const {box, open, send, replies} = serve();
  await open();
  send(call(1, {name: 'run_command'}));
  const {signal} = await box.held();
  const aborted = new Promise<unknown>(resolve => signal.addEventListener('abort', () => resolve(signal.reason)));
  send({jsonrpc: '2.0', method: 'notifications/cancelled', params: {requestId: 1, reason: 'enough'}});
  expect(await aborted).toBe('enough');
  box.release();
  send(call(2, {name: 'count'}));
  expect((await replies()).map(({id}) => id)).toEqual([0, 2]);
});

test('who calls is named as the client has introduced itself', async () => {
  const {box, open, send, replies} = serve();
  await open();
  send(call(1, {name: 'echo', arguments: {text: 'x'}}));
  await replies();
  expect(box.calls).toMatchObject([{tool: 'echo', caller: 'test'}]);
});
