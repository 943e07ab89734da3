import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test as base, expect} from 'vitest';
import {eras, stdioClient} from '../support/mcp/clients.ts';
import {serverAtHand, startServerProcess} from '../support/mcp/server-under-test.ts';

const test = base.extend<{socketPath: string}>({
  // biome-ignore lint/correctness/noEmptyPattern: how vitest declares a fixture without dependencies
  socketPath: async ({}, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'cotty-mcp-'));
    await use(join(directory, 'server.sock'));
    await rm(directory, {recursive: true});
  },
});

for (const era of Object.keys(eras)) {
  test(`kill -9 of the server in mid-call is invisible to a client of ${era}`, async ({socketPath}) => {
    await using first = await startServerProcess(socketPath);
    await using client = await stdioClient(era, socketPath);
    expect(await client.callTool({name: 'count', arguments: {}})).toMatchObject({structuredContent: {calls: 0}});

    const call = client.callTool({name: 'run_command', arguments: {}});
    const begun = await first.next();
    await using second = await serverAtHand(socketPath);
    await first.kill();
    await second.listen();
    const again = await second.next();
    second.release();

    expect(await call).toMatchObject({content: [{text: 'how=released'}]});
    expect(again).toEqual(begun);
    expect(begun.requestId).toMatch(/^[a-z0-9]{12}-2$/);
    expect(await client.callTool({name: 'count', arguments: {}})).toMatchObject({structuredContent: {calls: 1}});
  });
}

test('what may have been typed already is not typed again, and the model is told to look', async ({socketPath}) => {
  await using first = await startServerProcess(socketPath);
  await using client = await stdioClient('2025-11-25', socketPath);
  const call = client.callTool({name: 'type', arguments: {}});
  await first.next();
  await using second = await serverAtHand(socketPath);
  await first.kill();
  await second.listen();
  expect(await call).toMatchObject({
    isError: true,
    _meta: {'cotty/error': {code: 'server_unavailable', hint: expect.stringMatching(/^Look before calling it again/)}},
  });
});

test('a server replaced between two calls is found again', async ({socketPath}) => {
  await using first = await startServerProcess(socketPath);
  await using client = await stdioClient('2025-06-18', socketPath);
  await client.listTools();
  await using second = await serverAtHand(socketPath);
  await first.kill();
  await second.listen();
  expect(await client.callTool({name: 'count', arguments: {}})).toMatchObject({structuredContent: {calls: 0}});
});
