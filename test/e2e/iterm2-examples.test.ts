/**
 * Example scripts of iTerm2's documentation, as they are. They are on no package registry, so they are run from a folder that
 * `COTTY_TEST_ITERM2_EXAMPLES` names, and not at all without one: one file `NAME.py` each.
 */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {Iterm2Endpoint, needsPythonClients} from '../support/iterm2-endpoint.ts';

const folder = process.env['COTTY_TEST_ITERM2_EXAMPLES'] ?? '';
const examples = folder === '' ? [] : readdirSync(folder).filter(name => name.endsWith('.py'));

test('the example scripts of the official documentation run unmodified', async () => {
  expect(examples.length).toBeGreaterThan(0);
  needsPythonClients();
  await using endpoint = await Iterm2Endpoint.open();
  await endpoint.home.verb('new', 'for-the-examples', '--shell', 'bash');
  for (const name of examples)
    expect({name, ...(await endpoint.script(join(folder, name)))}).toMatchObject({name, exitCode: 0, stderr: ''});
});
