/** Several terminals of different sizes on one session. */
import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {open, type TerminalSession} from '../../src/library/index.ts';
import {TestHome} from '../support/cotty-process.ts';
import {needs} from '../support/needs.ts';

let home: TestHome;
/** The session of a test. */
let shared: string;
let opened = 0;

beforeAll(async () => {
  home = await TestHome.make();
});

afterAll(() => home[Symbol.asyncDispose]());

beforeEach(async () => {
  shared = `shared-${++opened}`;
  await home.run('new', shared, '--shell', 'bash');
});

const narrow = {cols: 50, rows: 12};
const wide = {cols: 110, rows: 20};
/** Longer than a line of the narrow terminal, shorter than one of the wide. */
const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(3);
const note = /50×12, for another terminal/;

describe('the smallest wins, as long as it is attached', () => {
  test('a wider one loses no text, says why it is not full, and is full again when the small one has left', async () => {
    await using large = await personAt(wide);
    expect(await size()).toEqual(wide);
    await using small = await personAt(narrow);
    await shows(large, note);
    expect(await size()).toEqual(narrow);
    await small.type(`clear; stty size; echo ${letters}`, {submit: true});
    for (const terminal of [small, large]) {
      await shows(terminal, /^12 50/m);
      await shows(terminal, new RegExp(`^${letters.slice(0, 50)}[ │]*\n${letters.slice(50)}`, 'm'));
    }
    // The rows of the session, and the line that says so.
    expect(await rowsOf(large)).toHaveLength(13);
    await small.press('C-]', 'd');
    await shows(small, /detached/);
    await expect.poll(size, {timeout: 25_000}).toEqual(wide);
    await large.type(`clear; stty size; echo ${letters}`, {submit: true});
    await shows(large, new RegExp(`^20 110\n${letters}$`, 'm'));
    expect(await large.screen()).not.toMatch(/│|for another/);
  });

  test('a session that ends while they look on is recovered at its own size', async () => {
    await using small = await personAt(narrow);
    await small.type('exit', {submit: true});
    await shows(small, /has ended|ended with/);
    await home.verb('new', '--recover', shared);
    expect(await size()).toEqual({cols: 80, rows: 24});
  });

  test('what is typed on either arrives, and both show it', async () => {
    await using large = await personAt(wide);
    await using small = await personAt(narrow);
    await shows(large, note);
    await large.type('echo from-$((40 + 2))-large', {submit: true});
    await shows(small, /^from-42-large/m);
    await small.type('echo from-$((40 + 3))-small', {submit: true});
    await shows(large, /^from-43-small/m);
  });

  test('a full-screen program is drawn on both, with its colours, and left on both', async () => {
    needs('less');
    await using large = await personAt(wide);
    await using small = await personAt(narrow);
    await shows(large, note);
    await small.type("clear; printf '\\033[31mred\\033[m\\n%s\\n' {1..50} | less -R", {submit: true});
    for (const terminal of [small, large]) await shows(terminal, /^red[ │]*\n1[ │]*\n/m);
    await small.press('q');
    for (const terminal of [small, large]) await expect.poll(() => terminal.screen()).not.toMatch(/^red/m);
  });

  test('a narrower one that comes to a full-screen program, and has its help shown, shows each row as far as it goes', async () => {
    await using large = await personAt(wide);
    // It draws once, and not again for a new size.
    const row = letters.slice(0, 75);
    await large.type(`clear; printf '\\033[?1049h\\033[H${row}\\r\\nsecond row'; read x`, {submit: true});
    await shows(large, new RegExp(`^${row}\nsecond row`));
    await using small = await personAt(narrow, /second row/);
    await small.press('C-]', '?');
    await shows(small, /Any key goes back/);
    await small.press('x');
    await shows(small, new RegExp(`^${row.slice(0, 50)}\nsecond row`));
    expect(await small.screen()).not.toMatch(/--/);
  });

  test('one that changes its size is followed', async () => {
    await using large = await personAt(wide);
    await using small = await personAt(narrow);
    await shows(large, note);
    await small.resize(60, 10);
    await expect.poll(size, {timeout: 25_000}).toEqual({cols: 60, rows: 10});
    await shows(large, /60×10, for another terminal/);
    await small.resize(200, 50);
    await expect.poll(size, {timeout: 25_000}).toEqual(wide);
    await expect.poll(() => large.screen(), {timeout: 25_000}).not.toMatch(/for another/);
  });

  test('a session that ends is over on both', async () => {
    await using large = await personAt(wide);
    await using small = await personAt(narrow);
    await shows(large, note);
    await large.type('exit 3', {submit: true});
    for (const terminal of [small, large]) await shows(terminal, /ended with exit code 3/);
  });
});

test('with [session] size = "largest" a smaller one shows the part around the cursor', async () => {
  await using _configured = await configured('largest');
  await using small = await personAt(narrow);
  await using _large = await personAt(wide);
  await expect.poll(size, {timeout: 25_000}).toEqual(wide);
  // A prompt as wide as the smaller one would push what stands above it out of sight.
  await small.type('cd /; clear; seq 1 18; stty size', {submit: true});
  await shows(small, /^17\n18\n20 110\n/m);
  expect(await small.screen()).not.toMatch(/^5$/m);
});

test('with [session] size = "latest" who types has the size', async () => {
  await using _configured = await configured('latest');
  await using large = await personAt(wide);
  await using small = await personAt(narrow);
  await expect.poll(size, {timeout: 25_000}).toEqual(narrow);
  await large.type('echo large-types', {submit: true});
  await expect.poll(size, {timeout: 25_000}).toEqual(wide);
  await small.type('echo small-types', {submit: true});
  await expect.poll(size, {timeout: 25_000}).toEqual(narrow);
});

describe('when the last terminal has left, the session has its own size again', () => {
  const own = {cols: 100, rows: 30};
  const other = {cols: 70, rows: 22};

  test('that it was opened with', async () => {
    await resized(own);
    await using small = await personAt(narrow);
    await using large = await personAt(wide);
    for (const terminal of [small, large]) {
      expect(await size()).not.toEqual(own);
      await terminal.press('C-]', 'd');
      await shows(terminal, /detached/);
    }
    await expect.poll(size, {timeout: 25_000}).toEqual(own);
    expect((await home.run('run', '-s', shared, '--', 'stty size')).stdout).toBe('30 100\n');
  });

  test('or was given on purpose meanwhile', async () => {
    await using small = await personAt(narrow);
    await resized(other);
    await small.press('C-]', 'd');
    await shows(small, /detached/);
    await expect.poll(size, {timeout: 25_000}).toEqual(other);
  });

  test('also one on which a command was run', async () => {
    await resized(own);
    await using terminal = await person(narrow);
    await terminal.type(`${home.commandLine('run', '-s', shared, '--')} 'stty size'`, {submit: true});
    await shows(terminal, /\b12 50\b/);
    await expect.poll(size, {timeout: 25_000}).toEqual(own);
  });
});

test('cotty run on a wide terminal leaves a narrow one that is attached its size', async () => {
  await using small = await personAt(narrow);
  await using terminal = await person(wide);
  await terminal.type(`${home.commandLine('run', '-s', shared, '--')} 'stty size'`, {submit: true});
  // The prompt of this terminal's own shell may stand before it.
  for (const shown of [terminal, small]) await shows(shown, /\b12 50\b/);
});

test('cotty run on a terminal that changes its size is one of those who look on', async () => {
  await using small = await personAt(narrow);
  await using terminal = await person(wide);
  const line = 'echo be""gun; while [ ! -e go ]; do sleep 0.1; done; stty size';
  await terminal.type(`${home.commandLine('run', '-s', shared, '--')} '${line}'`, {submit: true});
  await shows(small, /begun/);
  await terminal.resize(100, 11);
  await expect.poll(size, {timeout: 25_000}).toEqual({cols: 50, rows: 11});
  await writeFile(join(home.path, 'go'), '');
  await shows(terminal, /^11 50/m);
});

/** The server of before is replaced by one that has read it, and that one in turn afterwards. */
async function configured(policy: string): Promise<AsyncDisposable> {
  const file = join(home.path, 'config.toml');
  await writeFile(file, `[session]\nsize = "${policy}"\n`);
  await home.killServer();
  return {
    async [Symbol.asyncDispose]() {
      await rm(file);
      await home.killServer();
    },
  };
}

async function resized({cols, rows}: {cols: number; rows: number}): Promise<void> {
  const grid = ['--cols', String(cols), '--rows', String(rows)];
  await home.verb('manage_session', '--action', 'resize', '--session-id', shared, ...grid);
  await expect.poll(size, {timeout: 25_000}).toEqual({cols, rows});
}

async function person(grid: {cols: number; rows: number}): Promise<TerminalSession> {
  return await open({
    shell: 'sh',
    ...grid,
    env: {...home.env, TERM: 'xterm-256color', COTTY_SESSION: undefined, PS1: '$ '},
  });
}

async function personAt(grid: {cols: number; rows: number}, sees?: RegExp): Promise<TerminalSession> {
  const terminal = await person(grid);
  await terminal.type(home.commandLine('attach', shared), {submit: true});
  await shows(terminal, /Ctrl-\] d leaves/);
  if (sees) {
    await shows(terminal, sees);
    return terminal;
  }
  // The line on entering goes away with a key.
  await terminal.press('Enter');
  await expect.poll(() => terminal.screen(), {timeout: 25_000}).not.toMatch(/Ctrl-\] d leaves/);
  return terminal;
}

async function shows(terminal: TerminalSession, pattern: RegExp): Promise<void> {
  await expect.poll(() => terminal.screen(), {timeout: 25_000}).toMatch(pattern);
}

async function rowsOf(terminal: TerminalSession): Promise<readonly string[]> {
  return (await terminal.screen()).split('\n');
}

async function size(): Promise<unknown> {
  const {sessions} = await home.value('ls');
  const found = Array.isArray(sessions) ? sessions.find(session => session.name === shared) : undefined;
  return found?.grid_size;
}
