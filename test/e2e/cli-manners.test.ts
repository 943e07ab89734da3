/** What a person trips over at the command line: files lost, sessions opened unasked, words that say nothing. */
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {open} from '../../src/library/index.ts';
import {finish, TestHome} from '../support/cotty-process.ts';

let home: TestHome;

beforeAll(async () => {
  home = await TestHome.make();
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

test('`cotty screenshot` without a session opens none: it draws the only one, or asks which', async () => {
  await using own = await TestHome.make();
  expect(await own.run('screenshot', '--format', 'text')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/no session to draw\.\n.*cotty new/),
  });
  await own.run('new', 'only', '--shell', 'bash');
  await own.run('run', '-s', 'only', '--', 'echo drawn-$((1 + 1))');
  await own.killServer();
  expect((await own.run('screenshot', '--format', 'text')).stdout).toContain('drawn-2');
  await own.run('new', 'other', '--shell', 'bash');
  expect(await own.run('screenshot', '--format', 'text')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/Which session\?\n.*pty:\S+ \(only\), pty:\S+ \(other\)/),
  });
  const {sessions} = await own.json('ls');
  expect(sessions).toHaveLength(2);
});

test('`cotty export` writes over no file that holds something, unless it is told to', async () => {
  await home.run('new', 'kept', '--shell', 'bash');
  const file = join(home.path, 'kept.cast');
  await writeFile(file, 'precious\n');
  expect(await home.run('export', 'kept', '--cast', file)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/kept\.cast is there already\.\n.*--force/),
  });
  expect(await readFile(file, 'utf8')).toBe('precious\n');
  expect(await home.run('export', 'kept', '--cast', file, '--force')).toMatchObject({exitCode: 0, stderr: ''});
  expect(await readFile(file, 'utf8')).toMatch(/^\{"version":3/);
  const empty = join(home.path, 'empty.cast');
  await writeFile(empty, '');
  expect(await home.run('export', 'kept', '--cast', empty)).toMatchObject({exitCode: 0});
});

test('a session that is opened from a terminal is as large as that', async () => {
  await using terminal = await open({
    shell: 'bash',
    cols: 132,
    rows: 43,
    env: {COTTY_HOME: home.path, COTTY_SESSION: undefined},
  });
  await terminal.run(home.commandLine('new', 'large', '--shell', 'bash'));
  await terminal.run(`id=$(${home.commandLine('new', 'larger', '--shell', 'bash', '--rows', '50')})`);
  expect((await home.run('run', '-s', 'large', '--', 'stty size')).stdout).toBe('43 132\n');
  expect((await home.run('run', '-s', 'larger', '--', 'stty size')).stdout).toBe('50 132\n');
  await home.run('new', 'usual', '--shell', 'bash');
  expect((await home.run('run', '-s', 'usual', '--', 'stty size')).stdout).toBe('24 80\n');
});

test('`cotty watch` goes on when its server is killed', async () => {
  await home.run('new', 'watched', '--shell', 'bash');
  const watching = home.start('watch', 'watched', '^goal-\\d', '--timeout', '600');
  const outcome = finish(watching);
  await expect.poll(async () => (await home.run('server', 'status')).stdout).toMatch(/connections=[2-9]/);
  await home.killServer();
  // When it looks again is its own affair.
  await expect
    .poll(async () => {
      await home.run('run', '-s', 'watched', '--', 'echo goal-$((1 + 1))');
      return watching.exitCode;
    })
    .not.toBeNull();
  expect(await outcome).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^(?:goal-2\n)+$/), stderr: ''});
});

test('`cotty server stop` says what becomes of the sessions', async () => {
  await using own = await TestHome.make();
  expect((await own.run('server', 'stop')).stdout).toBe('The server does not run.\n');
  await own.run('new', 'first', '--shell', 'bash');
  expect((await own.run('server', 'stop')).stdout).toMatch(
    /^stopped server \d+; one session lives on; `cotty ls` shows/,
  );
  expect((await own.run('server', 'stop')).stdout).toMatch(/^The server does not run; one session lives on/);
  await own.run('new', 'second', '--shell', 'bash');
  expect((await own.run('server', 'stop', '--sessions')).stdout).toMatch(
    /^stopped server \d+, and 2 sessions with it\n$/,
  );
  expect((await own.run('server', 'stop')).stdout).toBe('The server does not run.\n');
});
