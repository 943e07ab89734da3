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
