import {PassThrough} from 'node:stream';
import {text} from 'node:stream/consumers';
import {expect, test} from 'vitest';
import {toolbox} from '../../../test/support/mcp/toolbox.ts';
import {createMcpFactory} from './factory.ts';
import {serveMcpLines} from './serve-lines.ts';

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'test', version: '1'}},
});
const call = (id: number, name: string) => JSON.stringify({jsonrpc: '2.0', id, method: 'tools/call', params: {name}});

function serve(options: {drainMs?: number; maxLineBytes?: number} = {}) {
  const box = toolbox();
  const factory = createMcpFactory({
    engine: box.engine,
    tools: box.tools,
    serverInfo: {name: 'cotty', version: '0'},
    callerKey: () => 'stdio',
  });
  const input = new PassThrough();
  const output = new PassThrough();
  const over = serveMcpLines(factory, {input, output, ...options});
  const replies = async () => {
    await over;
    output.end();
    const lines = (await text(output)).trimEnd().split('\n');
    return lines.map(line => JSON.parse(line)).filter(message => message.method === undefined);
  };
  return {box, input, output, over, replies};
}

test('what was asked before the client closed its end is answered', async () => {
  const {box, input, replies} = serve();
  input.end([initialize, call(1, 'run_command'), call(2, 'count')].join('\n'));
  await box.held();
  box.release();
  expect((await replies()).map(reply => reply.id).sort()).toEqual([0, 1, 2]);
});

test('a call that does not end is given up when the client has closed its end', async () => {
  const {box, input, over} = serve({drainMs: 10});
  input.end([initialize, call(1, 'run_command')].join('\n'));
  const {signal} = await box.held();
  const aborted = new Promise(resolve => signal.addEventListener('abort', resolve));
  await over;
  await aborted;
});

test('a client that stopped reading ends it', async () => {
  const {input, output, over} = serve();
  input.write(`${initialize}\n`);
  output.destroy();
  await over;
});

test('lines that are no JSON, no JSON-RPC or too long are answered, and the connection goes on', async () => {
  const {input, replies} = serve({maxLineBytes: 5000});
  const long = JSON.stringify({jsonrpc: '2.0', id: 7, method: 'ping', params: {x: 'x'.repeat(6000)}});
  input.end([initialize, '{"half":', '{"id":3}', long, call(8, 'count')].join('\n'));
  expect((await replies()).map(reply => [reply.id, reply.error?.code])).toEqual([
    [null, -32700],
    [3, -32600],
    [7, -32600],
    [0, undefined],
    [8, undefined],
  ]);
});

test('of a line that is no JSON-RPC message it is said what is wrong with it', async () => {
  const {input, replies} = serve();
  const ping = {jsonrpc: '2.0', id: 7, method: 'ping'};
  const wrong = [{...ping, id: null}, {...ping, id: 1.5}, {...ping, jsonrpc: '1.0'}, {...ping, params: [1]}, [ping]];
  input.end([initialize, ...wrong.map(message => JSON.stringify(message))].join('\n'));
  const refused = (await replies()).filter(({error}) => error?.code === -32600);
  expect(refused.map(reply => [reply.id, reply.error?.message])).toEqual([
    [null, expect.stringContaining('Its "id" has to be a string or a whole number')],
    [1.5, expect.stringContaining('Its "id" has to be a string or a whole number')],
    [7, expect.stringContaining('It needs "jsonrpc": "2.0".')],
    [7, expect.stringContaining('Its "params" have to be an object')],
    [null, expect.stringContaining('batches are not taken')],
  ]);
});

test('arguments and parameters that are null are taken for none', async () => {
  const {input, replies} = serve();
  const count = {jsonrpc: '2.0', id: 1, method: 'tools/call', params: {name: 'count', arguments: null}};
  const ping = {jsonrpc: '2.0', id: 2, method: 'ping', params: null};
  input.end([initialize, ...[count, ping].map(message => JSON.stringify(message))].join('\n'));
  const [, counted, pinged] = (await replies()).toSorted((one, other) => one.id - other.id);
  expect(counted).toEqual(expect.objectContaining({id: 1, result: expect.not.objectContaining({isError: true})}));
  expect(pinged).toMatchObject({id: 2, result: {}});
});
