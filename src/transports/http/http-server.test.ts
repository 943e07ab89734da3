import {request as httpRequest} from 'node:http';
import {test as base, expect} from 'vitest';
import {type Toolbox, toolbox} from '../../../test/support/mcp/toolbox.ts';
import {createHttpServer, type HttpServer} from './http-server.ts';

interface Rig {
  readonly box: Toolbox;
  readonly server: HttpServer;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

const token = 'a-token';

const test = base.extend<{rig: Rig}>({
  // biome-ignore lint/correctness/noEmptyPattern: how vitest declares a fixture without dependencies
  rig: async ({}, use) => {
    const box = toolbox();
    await using server = await createHttpServer({
      version: '1.2.3',
      engine: box.engine,
      tools: box.tools,
      token,
      maxBodyBytes: 10_000,
    });
    const headers = {authorization: `Bearer ${token}`};
    const fetchIt = (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}${path}`, {...init, headers: {...headers, ...init.headers}});
    await use({box, server, fetch: fetchIt});
  },
});

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: {'content-type': 'application/json', 'cotty-caller': 'me', 'cotty-request-id': 'r7'},
});

test.for(['/', '/mcp', '/healthz', '/api/v1/openapi.json', '/api/v1/echo'])(
  'without the token %s does not answer',
  async (path, {rig}) => {
    for (const headers of [{}, {authorization: 'Bearer wrong'}, {authorization: `Basic ${token}`}]) {
      const response = await fetch(`${rig.server.url}${path}`, {headers: new Headers(headers)});
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({code: 'denied', hint: expect.stringContaining('Bearer')});
    }
  },
);

test.for([
  ['a foreign Host', {host: 'evil.example'}],
  ['a foreign Origin', {origin: 'https://evil.example'}],
  ['the null Origin', {origin: 'null'}],
] as const)('%s is refused even with the token', async ([, headers], {rig}) => {
  const status = await new Promise(resolve => {
    const options = {port: rig.server.port, path: '/healthz', headers: {authorization: `Bearer ${token}`, ...headers}};
    httpRequest(options, response => resolve(response.resume().statusCode)).end();
  });
  expect(status).toBe(403);
});

test('a loopback Origin may pass', async ({rig}) => {
  const response = await rig.fetch('/healthz', {headers: {origin: rig.server.url}});
  expect(await response.json()).toEqual({status: 'ok', version: '1.2.3'});
});

test('a tool is called with its input and gives its value', async ({rig}) => {
  const response = await rig.fetch('/api/v1/echo', post({text: 'hi'}));
  expect([response.status, await response.json()]).toEqual([200, {text: 'hi'}]);
  expect(rig.box.calls).toEqual([{tool: 'echo', input: {text: 'hi', times: 1}, requestId: 'r7', caller: 'rest:me'}]);
});

test.for([
  ['/api/v1/fail', post({}), 404, 'unknown_session'],
  ['/api/v1/ech', post({}), 404, 'unknown_tool'],
  ['/api/v1/echo', post({}), 400, 'invalid_argument'],
  ['/api/v1/echo', post({text: 'x', what: 1}), 400, 'invalid_argument'],
  ['/api/v1/echo', post('{"text":'), 400, 'invalid_argument'],
  ['/api/v1/echo', post({text: 'x'.repeat(20_000)}), 413, 'too_large'],
  ['/api/v1/echo', {}, 405, 'invalid_argument'],
  ['/elsewhere', {}, 404, 'invalid_argument'],
] as const)('%s fails with a code and a hint', async ([path, init, status, code], {rig}) => {
  const response = await rig.fetch(path, init);
  expect([response.status, await response.json()]).toEqual([
    status,
    {code, message: expect.any(String), hint: expect.any(String)},
  ]);
});

test('a client that goes away ends the wait', async ({rig}) => {
  const leave = new AbortController();
  const response = rig.fetch('/api/v1/run_command', {...post({}), signal: leave.signal}).catch(() => 'gone');
  const {signal} = await rig.box.held();
  const aborted = new Promise(resolve => signal.addEventListener('abort', resolve));
  leave.abort();
  await aborted;
  expect(await response).toBe('gone');
});

test('the OpenAPI document describes each tool from its definition', async ({rig}) => {
  const response = await rig.fetch('/api/v1/openapi.json');
  expect(await response.json()).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/api/v1/echo': {
        post: {
          operationId: 'echo',
          requestBody: {
            required: true,
            content: {'application/json': {schema: {required: ['text'], additionalProperties: false}}},
          },
          responses: {'200': {content: {'application/json': {schema: {properties: {text: {type: 'string'}}}}}}},
        },
      },
    },
  });
});

test('an MCP body over the limit is refused', async ({rig}) => {
  const response = await rig.fetch(
    '/mcp',
    post({jsonrpc: '2.0', id: 1, method: 'ping', params: {x: 'x'.repeat(20_000)}}),
  );
  expect(response.status).toBe(413);
});

test('MCP arguments that are null are taken for none', async ({rig}) => {
  const params = {protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {name: 'web', version: '1'}};
  const ask = async (message: object, session = {}) => {
    const request = post({jsonrpc: '2.0', id: 1, ...message});
    const accept = 'application/json, text/event-stream';
    return rig.fetch('/mcp', {...request, headers: {...request.headers, accept, ...session}});
  };
  const opened = await ask({method: 'initialize', params});
  const session = {'mcp-session-id': opened.headers.get('mcp-session-id') ?? ''};
  const counted = await ask({method: 'tools/call', params: {name: 'count', arguments: null}}, session);
  expect(await counted.text()).toMatch(/"result":(?!.*"isError":true)/);
  const pinged = await ask({method: 'ping', params: null}, session);
  expect(await pinged.text()).toContain('"result":{}');
});

test('a stream of events is open as soon as it is asked for, before there is any event', async ({rig}) => {
  const params = {protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {name: 'web', version: '1'}};
  const both = {accept: 'application/json, text/event-stream'};
  const opening = post({jsonrpc: '2.0', id: 1, method: 'initialize', params});
  const opened = await rig.fetch('/mcp', {...opening, headers: {...opening.headers, ...both}});
  const headers = {...both, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? ''};
  const stop = new AbortController();
  const stream = await rig.fetch('/mcp', {headers, signal: stop.signal});
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const first = stream.body?.getReader().read();
  // Another request is answered meanwhile, and nothing has come.
  const answered = rig.fetch('/healthz').then(() => 'nothing yet');
  expect(await Promise.race([first, answered])).toBe('nothing yet');
  stop.abort();
  await expect(first).rejects.toThrow();
});
