/** `cotty check`: what a line could do, told without running it. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {finish, TestHome} from '../support/cotty-process.ts';

test.each([
  ['SAFE', 0, 'git log --oneline | head -5'],
  ['CAUTION', 1, 'npm install'],
  ['DANGEROUS', 2, 'echo $(rm -rf build)'],
])('a line that is %s is told by exit code %i', async (level, exitCode, line) => {
  await using home = await TestHome.make();
  expect(await home.run('check', '--', line)).toMatchObject({
    exitCode,
    stdout: expect.stringMatching(new RegExp(`^${level}\n`)),
  });
});

test('words are one command, and nothing is run', async () => {
  await using home = await TestHome.make();
  const file = join(home.path, 'made by; it');
  expect(await home.run('check', '--json', '--', 'touch', file)).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining(JSON.stringify(['touch', file])),
  });
  expect(existsSync(file)).toBe(false);
});

test('many lines are judged in their order, one verdict for each', async () => {
  await using home = await TestHome.make();
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

test('what is no JSON string, and no command at all, is refused with what to do', async () => {
  await using home = await TestHome.make();
  const child = home.start('check', '--stdin', '--json');
  child.stdin.end('ls\n');
  expect(await finish(child)).toMatchObject({exitCode: 125, stdout: expect.stringContaining('JSON string')});
  expect(await home.run('check')).toMatchObject({exitCode: 125, stderr: expect.stringContaining('behind --')});
});
