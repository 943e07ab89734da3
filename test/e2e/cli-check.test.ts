/** `cotty check`: what a line could do, told without running it. */
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {finish, TestHome} from '../support/cotty-process.ts';

test.each([
  ['SAFE', 0, 'git log --oneline | head -5'],
  ['CAUTION', 1, 'npm install'],
  ['DANGEROUS', 2, 'echo $(rm -rf build)'],
])('a line that is %s is told by exit code %i', async (level, exitCode, line) => {
  await using home = await TestHome.make({COTTY_SECURITY_MODE: 'normal'});
  expect(await home.run('check', '--', line)).toMatchObject({
    exitCode,
    stdout: expect.stringMatching(new RegExp(`^${level}\n`)),
  });
});

test('words are one command, and nothing is run', async () => {
  await using home = await TestHome.make({COTTY_SECURITY_MODE: 'normal'});
  const file = join(home.path, 'made by; it');
  expect(await home.run('check', '--json', '--', 'touch', file)).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining(JSON.stringify(['touch', file])),
  });
  expect(existsSync(file)).toBe(false);
});

test('many lines are judged in their order, one verdict for each', async () => {
  await using home = await TestHome.make({COTTY_SECURITY_MODE: 'normal'});
  const child = home.start('check', '--stdin', '--json');
  child.stdin.end(['ls', 'rm x', 'cat <<E\nx\nE', 'sudo ls'].map(line => `${JSON.stringify(line)}\n`).join(''));
  const {exitCode, stdout} = await finish(child);
  const verdicts: {level: string; decision: string}[] = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect({exitCode, said: verdicts.map(({level, decision}) => [level, decision])}).toEqual({
    exitCode: 0,
    said: [
      ['SAFE', 'allow'],
      ['DANGEROUS', 'ask'],
      ['SAFE', 'allow'],
      ['DANGEROUS', 'deny'],
    ],
  });
});

test('the policy is that of the user and of the project where one stands', async () => {
  await using home = await TestHome.make({COTTY_SECURITY_MODE: 'normal'});
  writeFileSync(join(home.path, 'config.toml'), '[security]\nsafe_commands = ["npm install"]\n');
  const folder = join(home.path, 'project');
  mkdirSync(folder);
  const decided = async (cwd: string): Promise<unknown> => {
    const {stdout} = await finish(home.startIn(cwd, 'check', '--json', '--', 'npm install'));
    return JSON.parse(stdout).decision;
  };
  expect(await decided(folder)).toBe('allow');
  writeFileSync(join(folder, '.cotty.toml'), '[[security.rule]]\nprefix = ["npm"]\ndecision = "deny"\n');
  expect([await decided(folder), await decided(home.path)]).toEqual(['deny', 'allow']);
  writeFileSync(join(folder, '.cotty.toml'), '[security]\nmode = "lax"\n');
  expect(await finish(home.startIn(folder, 'check', '--', 'ls'))).toMatchObject({
    exitCode: 125,
    stderr: expect.stringContaining('.cotty.toml:2'),
  });
});

test('what is no JSON string, and no command at all, is refused with what to do', async () => {
  await using home = await TestHome.make({COTTY_SECURITY_MODE: 'normal'});
  const child = home.start('check', '--stdin', '--json');
  child.stdin.end('ls\n');
  expect(await finish(child)).toMatchObject({exitCode: 125, stdout: expect.stringContaining('JSON string')});
  expect(await home.run('check')).toMatchObject({exitCode: 125, stderr: expect.stringContaining('behind --')});
});
