/** The `it2` of PyPI, a day's chores: it knows nothing of cotty. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {Iterm2Endpoint, needsPythonClients} from '../support/iterm2-endpoint.ts';

let endpoint: Iterm2Endpoint;

beforeAll(async () => {
  endpoint = await Iterm2Endpoint.open();
});

afterAll(async () => {
  await endpoint[Symbol.asyncDispose]();
});

beforeEach(() => needsPythonClients());

test('it2 opens a window, runs in it, reads and captures it, splits it, and closes what it has opened', async () => {
  await it2('window', 'new');
  const [first] = await sessions();
  expect(first).toMatchObject({cols: 80, rows: 24, id: expect.any(String)});
  const session = String(first?.['id']);
  await it2('session', 'run', 'echo from-$((40 + 2))', '--session', session);
  await expect.poll(() => it2('session', 'read', '--session', session)).toContain('from-42');
  const file = join(endpoint.home.path, 'captured.txt');
  await it2('session', 'capture', '--session', session, '--output', file, '--history');
  expect(await readFile(file, 'utf8')).toContain('from-42');
  const pane = /pane: (\S+)/.exec(await it2('session', 'split', '--vertical', '--session', session))?.[1] ?? '';
  await it2('tab', 'new');
  expect(await sessions()).toHaveLength(3);
  await it2('session', 'focus', session);
  await it2('session', 'set-var', 'user.chore', 'done', '--session', session);
  expect(await it2('session', 'get-var', 'user.chore', '--session', session)).toContain('done');
  await it2('session', 'close', '--force', '--session', pane);
  expect((await sessions()).map(({id}) => id)).not.toContain(pane);
  expect(await it2('profile', 'list')).toContain('Default');
});

/** What it printed. */
async function it2(...argv: readonly string[]): Promise<string> {
  const {exitCode, stdout, stderr} = await endpoint.it2(...argv);
  if (exitCode !== 0) throw new Error(`it2 ${argv.join(' ')} ended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout;
}

async function sessions(): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse(await it2('session', 'list', '--json'));
}
