import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {z} from 'zod';
import {TestHome} from '../support/cotty-process.ts';
import {RawClient} from '../support/mcp/raw-client.ts';

let home: TestHome;

beforeAll(async () => {
  home = await TestHome.make();
  await home.verb('new', 'seen', '--shell', 'sh');
  await home.verb('run', '--session', 'seen', '--', 'echo one two');
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

test('the name of the file says the format, and a dash is stdout', async () => {
  const file = join(home.path, 'screen.svg');
  expect(await home.run('screenshot', 'seen', '-o', file)).toMatchObject({exitCode: 0, stdout: '', stderr: ''});
  expect(await readFile(file, 'utf8')).toMatch(/^<svg [\s\S]*one two[\s\S]*<\/svg>\n$/);
  expect((await home.run('screenshot', 'seen', '--format', 'text')).stdout).toContain('one two');
  expect((await home.run('screenshot', 'seen', '-o', '-', '--format', 'html')).stdout).toMatch(/^<!doctype html>/);
});

test('a picture without a file is kept in the home, readable by its owner alone, and its path is printed', async () => {
  const {stdout} = await home.run('screenshot', 'seen');
  expect(stdout.startsWith(join(home.path, 'artifacts/screenshots/'))).toBe(true);
  expect((await readFile(stdout.trim())).subarray(1, 4).toString()).toBe('PNG');
});

test('a name that tells no format, and a session that is not, are errors that say what to do', async () => {
  expect(await home.run('screenshot', 'seen', '-o', 'screen.bmp')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/\.png[\s\S]*--format/),
  });
  expect(await home.run('screenshot', 'unseen')).toMatchObject({exitCode: 1, stderr: expect.stringContaining('seen')});
});

test('an agent gets the picture as an image beside the facts', async () => {
  await using client = await new RawClient(home.start('mcp')).open();
  const reply = await client.request('tools/call', {name: 'screenshot', arguments: {session_id: 'seen'}});
  const {content} = blocks.parse(reply.result);
  expect(content[0]).toMatchObject({type: 'text', text: expect.stringMatching(/pixels=720x432 .*path=/)});
  expect(content[1]).toMatchObject({type: 'image', mimeType: 'image/png'});
  expect(
    Buffer.from(content[1]?.data ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

const blocks = z.object({content: z.array(z.looseObject({type: z.string(), data: z.string().optional()}))});
