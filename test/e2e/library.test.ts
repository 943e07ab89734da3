import {readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {expect, test} from 'vitest';
import {isCottyError, open} from '../../src/cli/library.ts';
import {gone} from '../support/cotty-process.ts';
import {needs} from '../support/needs.ts';

test.each(['bash', 'zsh', 'fish', 'sh'])('a command in %s that exits non-zero is reported, not thrown', async shell => {
  needs(shell);
  await using session = await open({shell});
  expect(await session.run('false')).toMatchObject({exitCode: 1, state: 'completed', output: ''});
  expect(await session.run('echo fine')).toMatchObject({exitCode: 0, state: 'completed', output: 'fine'});
});

test('a command that takes too long ends the wait only', async () => {
  await using session = await open({shell: 'bash'});
  await session.run('true');
  const late = await session.run('sleep 0.7; echo woke', {timeoutMs: 300});
  expect(late).toMatchObject({state: 'running', exitCode: null, timedOut: true});
  expect(await session.watch('woke', {from: late.cursor})).toMatchObject({matched: true, lines: ['woke']});
});

test('typing, keys and the screen drive a program', async () => {
  await using session = await open({shell: 'bash', cols: 60, rows: 10});
  // The question, not the echo of the line that asks it.
  const started = session.watch('^name\\?');
  await session.type("read -p 'name? ' name; echo hello $name", {submit: true});
  await started;
  await session.type('world');
  await session.press('Enter');
  await expect.poll(() => session.screen(), {timeout: 10_000}).toContain('hello world');
});

test('nothing is left behind', async () => {
  const before = leftovers();
  {
    await using session = await open({shell: 'bash'});
    await session.run('true');
    expect(leftovers().length).toBeGreaterThan(before.length);
  }
  expect(leftovers()).toEqual(before);
});

test.each(['bash', 'zsh', 'fish'])('no job of %s is left behind, nor one that no hang-up reaches', async shell => {
  needs(shell);
  const pids: number[] = [];
  for (const ending of ['exit', 'true']) {
    await using session = await open({shell});
    const {output} = await session.run(`sh -c 'sleep 300 & echo $!; trap "" HUP; sleep 300 & echo $!'`);
    pids.push(...output.split('\n').map(Number));
    await session.run(ending);
  }
  expect(pids).toHaveLength(4);
  await Promise.all(pids.map(gone));
});

test('a shell that is not there is an error with a hint', async () => {
  const failure = await open({shell: 'no-such-shell'}).catch((error: unknown) => error);
  expect(isCottyError(failure, 'shell_missing')).toBe(true);
});

function leftovers(): string[] {
  return readdirSync(tmpdir()).filter(name => /^cotty-\w{6}$/.test(name));
}
