import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {open, type TerminalSession} from '../../src/library/index.ts';
import {TestHome} from '../support/cotty-process.ts';

const binary = join(import.meta.dirname, '../../bin/cotty');
let home: TestHome;

beforeAll(async () => {
  home = await TestHome.make();
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

test('a person attaches, types, and leaves with Ctrl-] d', async () => {
  await home.run('new', 'shared');
  await using terminal = await personAt('shared');
  await terminal.type('echo typed-by-$((1 + 1))', {submit: true});
  await shows(terminal, 'typed-by-2');
  await terminal.press('C-]', 'd');
  await shows(terminal, 'detached from pty:');
  expect(await terminal.run('echo back')).toMatchObject({exit_code: 0, output: 'back'});
  expect((await home.run('read', 'shared')).stdout).toContain('typed-by-2');
});

test('several terminals show the same session, a late one what is on the screen already', async () => {
  await home.run('new', 'several');
  await home.run('run', '-s', 'several', '--', 'echo before-anyone');
  await using first = await personAt('several');
  await shows(first, 'before-anyone');
  await first.type('echo from-first', {submit: true});
  await shows(first, '^from-first');
  await using second = await personAt('several');
  await shows(second, '^from-first');
  await second.type('echo from-second', {submit: true});
  await shows(first, '^from-second');
});

test('the session takes the size of the terminal, and follows when that changes', async () => {
  await home.run('new', 'sized');
  await using terminal = await personAt('sized');
  await terminal.type('stty size', {submit: true});
  await shows(terminal, '^24 80');
  await terminal.resize(90, 20);
  await expect.poll(() => sizeOf('sized'), {timeout: 25_000}).toEqual({cols: 90, rows: 20});
});

test.each(['cols 0 rows 0', 'cols 0', 'rows 0'])(
  'a terminal that does not know its size (%s) leaves the session its own, and works',
  async size => {
    const name = size.replaceAll(' ', '-');
    await home.json('manage_session', '--action', 'create', '--name', name, '--cols', '91', '--rows', '31');
    await using terminal = await personAt(name, `stty ${size}`);
    await terminal.type('stty size; echo typed-$((1 + 1))', {submit: true});
    await shows(terminal, '^31 91');
    await shows(terminal, 'typed-2');
    await terminal.press('C-]', 'd');
    await shows(terminal, 'detached from pty:');
    expect(await sizeOf(name)).toEqual({cols: 91, rows: 31});
  },
);

test('the terminal is as before when the session ends inside a full-screen program', async () => {
  await home.run('new', 'fullscreen');
  await using terminal = await personAt('fullscreen');
  await terminal.type("printf '\\033[?1049h\\033[?25l\\033[?1000h'; exec sh -c 'exit 5'", {submit: true});
  await shows(terminal, 'ended with exit code 5');
  expect(await terminal.run('stty -a | grep -c " icanon"')).toMatchObject({exit_code: 0, output: '1'});
});

test('attaching needs a terminal', async () => {
  await home.run('new', 'alone');
  expect(await home.run('attach', 'alone')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/needs a terminal/),
  });
});

/** `before` is a line that the person's own shell runs first. */
async function personAt(session: string, before = ':'): Promise<TerminalSession> {
  const terminal = await open({shell: 'bash', env: {COTTY_HOME: home.path, COTTY_SESSION: undefined}});
  await terminal.type(`${before}; '${binary}' attach ${session}`, {submit: true});
  // The prompt of the session's shell, which stands in the test's home.
  await shows(terminal, 'cotty-test-');
  return terminal;
}

async function shows(terminal: TerminalSession, pattern: string): Promise<void> {
  await expect.poll(() => terminal.screen(), {timeout: 25_000, interval: 50}).toMatch(new RegExp(pattern, 'm'));
}

async function sizeOf(name: string): Promise<unknown> {
  const {sessions} = await home.json('ls');
  const found = Array.isArray(sessions) ? sessions.find(session => session.name === name) : undefined;
  return found?.grid_size;
}
