import {expect, test} from 'vitest';
import {ShellOnTest} from './shell-on-test.ts';

test('D01 output without a newline comes out exactly', async () => {
  await using shell = await ShellOnTest.ready('bash');
  expect(await shell.run('printf foo')).toMatchObject({status: 0, output: 'foo', cwd: shell.home});
});
