import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test as base, describe, expect} from 'vitest';
import {createHttpServer, createSocketServer} from '../../src/transports/index.ts';
import {eras, httpClient, stdioClient, type TestClient} from '../support/mcp/clients.ts';
import {type Toolbox, toolbox} from '../support/mcp/toolbox.ts';

interface Rig extends AsyncDisposable {
  readonly client: TestClient;
  readonly box: Toolbox;
}

const version = '0.0.0-test';

const transports: Readonly<Record<string, (era: string) => Promise<Rig>>> = {
  async 'stdio through the bridge'(era) {
    const box = toolbox();
    const directory = await mkdtemp(join(tmpdir(), 'cotty-mcp-'));
    const path = join(directory, 'server.sock');
    const server = await createSocketServer({path, version, engine: box.engine, tools: box.tools});
    const client = await stdioClient(era, path);
    return {
      client,
      box,
      async [Symbol.asyncDispose]() {
        await client.close();
        await server[Symbol.asyncDispose]();
        await rm(directory, {recursive: true});
      },
    };
  },
  async 'streamable HTTP'(era) {
    const box = toolbox();
    const server = await createHttpServer({version, engine: box.engine, tools: box.tools, token: 'secret'});
    const client = await httpClient(era, `${server.url}/mcp`, 'secret');
    return {
      client,
      box,
      async [Symbol.asyncDispose]() {
        await client.close();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};

for (const [transport, open] of Object.entries(transports)) {
  for (const era of Object.keys(eras)) {
    describe(`${transport}, ${era}`, () => {
      const test = base.extend<{rig: Rig}>({
        // biome-ignore lint/correctness/noEmptyPattern: how vitest declares a fixture without dependencies
        rig: async ({}, use) => {
          await using rig = await open(era);
          await use(rig);
        },
      });

      test('the client and the server agree on the era', async ({rig}) => {
        expect(rig.client.getNegotiatedProtocolVersion()).toBe(era);
        expect(rig.client.getServerVersion()).toMatchObject({name: 'cotty', version});
        expect(rig.client.getInstructions()).toMatch(/^cotty: /);
      });

      test('tools are listed by name with strict input schemas and all hints, and without output schemas', async ({
        rig,
      }) => {
        const {tools} = await rig.client.listTools();
        expect(tools.map(tool => tool.name)).toEqual(['count', 'echo', 'fail', 'run_command', 'type']);
        expect(tools[1]).toEqual({
          name: 'echo',
          title: 'A tool',
          description: 'For tests.',
          inputSchema: {
            type: 'object',
            properties: {text: {type: 'string'}, times: {type: 'integer', default: 1}},
            required: ['text'],
            additionalProperties: false,
          },
          annotations: {
            title: 'A tool',
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: false,
          },
        });
      });

      test('a terminal result is one text block and no structured content', async ({rig}) => {
        const result = await rig.client.callTool({name: 'echo', arguments: {text: 'a\nb'}});
        expect(result.content).toEqual([{type: 'text', text: 'length=3 empty=- note="two words"\na\nb'}]);
        expect(result.structuredContent).toBeUndefined();
        expect(result._meta).toMatchObject({'cotty/result': {text: 'a\nb'}});
      });

      test('a status result has the same facts as text and as structured content', async ({rig}) => {
        const result = await rig.client.callTool({name: 'count', arguments: {}});
        expect(result).toMatchObject({content: [{type: 'text', text: 'calls=0'}], structuredContent: {calls: 0}});
      });

      test.for([
        ['fail', {}, 'There is no session "x".\nList them with manage_session.'],
        ['ech', {}, 'There is no tool called "ech".\nDid you mean "echo"?'],
        ['echo', {test: 'x'}, 'echo has no argument called "test".\nDid you mean text? Valid arguments: text, times.'],
      ] as const)('%s %j is an error that says what to do next', async ([name, args, text], {rig}) => {
        const result = await rig.client.callTool({name, arguments: args});
        expect(result).toMatchObject({isError: true, content: [{type: 'text', text}]});
        expect(result.structuredContent).toBeUndefined();
        expect(result._meta?.['cotty/error']).toMatchObject({message: text.split('\n')[0]});
      });

      test('progress reaches a client that asked for it', async ({rig}) => {
        const progress = Promise.withResolvers<unknown>();
        const call = rig.client.callTool({name: 'run_command', arguments: {}}, {onprogress: progress.resolve});
        expect(await progress.promise).toEqual({progress: 5000, message: 'still holding'});
        rig.box.release();
        expect(await call).toMatchObject({content: [{text: 'how=released'}]});
      });

      test('cancelling a call ends its wait', async ({rig}) => {
        const cancel = new AbortController();
        const call = rig.client.callTool({name: 'run_command', arguments: {}}, {signal: cancel.signal});
        const {signal} = await rig.box.held();
        const aborted = new Promise(resolve => signal.addEventListener('abort', resolve));
        cancel.abort('enough');
        await expect(call).rejects.toThrow();
        await aborted;
      });

      test('text of a megabyte goes and comes whole', async ({rig}) => {
        const text = 'é☃\n'.repeat(200_000);
        const result = await rig.client.callTool({name: 'echo', arguments: {text}});
        expect(result._meta?.['cotty/result']).toEqual({text});
      });
    });
  }
}
