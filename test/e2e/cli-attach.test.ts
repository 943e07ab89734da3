import {spawn} from 'node:child_process';
import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {open, type TerminalSession} from '../../src/library/index.ts';
import {finish, TestHome} from '../support/cotty-process.ts';
import {needs} from '../support/needs.ts';

const binary = join(import.meta.dirname, '../../bin/cotty');
let home: TestHome;

beforeAll(async () => {
  home = await TestHome.make();
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

test('a person attaches, types, and leaves with Ctrl-] d', async () => {
  await home.verb('new', 'shared');
  await using terminal = await personAt('shared');
  await terminal.type('echo typed-by-$((1 + 1))', {submit: true});
  await shows(terminal, 'typed-by-2');
  await terminal.press('C-]', 'd');
  await shows(terminal, 'detached from pty:');
  expect(await terminal.run('echo back')).toMatchObject({exit_code: 0, output: 'back'});
  expect((await home.run('read', 'shared')).stdout).toContain('typed-by-2');
});

test('on entering a line says how to leave; it goes away with the first key', async () => {
  await home.verb('new', 'greeted');
  await home.verb('run', '-s', 'greeted', '--', 'seq 1 30');
  await using terminal = await person();
  // It stands there for some seconds only.
  const greeted = terminal.watch(' Ctrl-\\] d leaves, Ctrl-\\] \\? helps', {timeout: 25});
  await attach(terminal, 'greeted');
  expect(await greeted).toMatchObject({matched: true});
  await terminal.press('x');
  await shows(terminal, '^30\n.*cotty-test-.* x$');
  expect(await terminal.screen()).not.toContain('leaves');
});

test('what is said on entering covers no prompt, whether that stands above or below', async () => {
  await home.verb('new', 'wide', '--shell', 'bash', '--cols', '80', '--rows', '24');
  await home.verb('run', '-s', 'wide', '--', `PS1="$(printf 'p%.0s' {1..76}) \\$ "; clear`);
  await using above = await personAt('wide', ':', /^p{76} \$$/);
  await shows(above, ' leaves, ');
  expect(await above.screen()).toMatch(/^p{76} \$$/m);
  await above.press('C-]', 'd');
  await home.verb('run', '-s', 'wide', '--', 'seq 1 60');
  await using below = await personAt('wide', ':', /^p{76} \$$/);
  await shows(below, ' leaves, ');
  expect(await below.screen()).toMatch(/^60\np{76} \$$/m);
});

test('Ctrl-] ? shows the keys over the session; what came meanwhile is there afterwards', async () => {
  await home.verb('new', 'helped');
  await home.verb('run', '-s', 'helped', '--', 'echo before');
  await using terminal = await personAt('helped');
  await terminal.press('C-]', '?');
  await shows(terminal, 'Ctrl-\\] d +leaves[\\s\\S]*Any key goes back');
  await home.verb('run', '-s', 'helped', '--', 'echo meanwhile');
  expect(await terminal.screen()).not.toContain('meanwhile');
  await terminal.press('q');
  await shows(terminal, '^before[\\s\\S]*^meanwhile');
  expect(await terminal.screen()).not.toMatch(/# q$/m);
  await terminal.type('echo typed', {submit: true});
  await shows(terminal, '^typed');
});

test('the help leaves a full-screen program as it was', async () => {
  needs('less');
  await home.verb('new', 'paged');
  await using terminal = await personAt('paged');
  await terminal.type('seq 1 100 | less', {submit: true});
  await shows(terminal, '^1\n2\n3\n');
  await terminal.press('C-]', '?');
  await shows(terminal, 'Any key goes back');
  await terminal.press('x');
  await shows(terminal, '^1\n2\n3\n');
  await terminal.press('text:50g');
  await shows(terminal, '^50\n51\n');
});

test('a session that has ended says how, also when another server knows it by its log only', async () => {
  await home.verb('new', 'ended');
  await home.verb('run', '-s', 'ended', '--', 'exit 6');
  await using terminal = await open({shell: 'bash', env: {...home.env, COTTY_SESSION: undefined}});
  const attach = `'${binary}' attach ended; echo "code [$?]"`;
  await terminal.type(attach, {submit: true});
  await shows(terminal, 'ended with exit code 6[\\s\\S]*^code \\[6\\]');
  await home.run('server', 'stop');
  await terminal.type(attach, {submit: true});
  await shows(terminal, 'has ended with exit code 6\\.\n.*cotty read pty:[\\s\\S]*^code \\[1\\]');
});

test.each([
  ['KILL', 137],
  ['HUP', 129],
])('when SIG%s kills the shell, attach says so and exits with %i', async (signal, exitCode) => {
  const name = `killed-by-${signal}`;
  await home.verb('new', name, '--shell', 'bash');
  await using terminal = await personAt(name);
  const over = terminal.type(`kill -${signal} $$`, {submit: true});
  await shows(terminal, `ended by SIG${signal}`);
  await over;
  expect(await terminal.run('echo "code [$?]"')).toMatchObject({output: `code [${exitCode}]`});
});

test('several terminals show the same session, a late one what is on the screen already', async () => {
  await home.verb('new', 'several');
  await home.verb('run', '-s', 'several', '--', 'echo before-anyone');
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
  await home.verb('new', 'sized');
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
  await home.verb('new', 'fullscreen');
  await using terminal = await personAt('fullscreen');
  await terminal.type("printf '\\033[?1049h\\033[?25l\\033[?1000h'; exec sh -c 'exit 5'", {submit: true});
  await shows(terminal, 'ended with exit code 5');
  expect(await terminal.run('stty -a | grep -c " icanon"')).toMatchObject({exit_code: 0, output: '1'});
});

test('Enter on what an agent has typed and may not run says why, and what lets it run; then it runs', async () => {
  await using guarded = await TestHome.make({COTTY_SECURITY_MODE: 'normal'});
  const atTerminal = (command: string) =>
    spawn('script', ['-qec', command, '/dev/null'], {env: guarded.env, cwd: guarded.path});
  await guarded.verb('new', 'shared', '--shell', 'bash');
  const doomed = join(guarded.path, 'doomed');
  mkdirSync(doomed);
  // A person: what runs in a session of ours would be an agent.
  const person = atTerminal(`stty cols 80 rows 24; ${guarded.commandLine('attach', 'shared')}`);
  let shown = '';
  person.stdout.on('data', bytes => (shown += bytes));
  const isShown = (pattern: RegExp) => expect.poll(() => shown, {timeout: 25_000}).toMatch(pattern);
  await isShown(/[#$] /);
  await guarded.verb('send-text', '--session-id', 'shared', '--text', `rm -rf ${doomed}`);
  await isShown(/rm -rf \//);
  person.stdin.write('\r');
  const asking = / DANGEROUS, with an agent's text: cotty approve (ap-[a-z0-9]+), then Enter /;
  await isShown(asking);
  expect(existsSync(doomed)).toBe(true);
  expect(await finish(atTerminal(guarded.commandLine('approve', asking.exec(shown)?.[1] ?? '')))).toMatchObject({
    exitCode: 0,
  });
  person.stdin.write('\r');
  await expect.poll(() => existsSync(doomed), {timeout: 25_000}).toBe(false);
  person.stdin.write('\x1dd');
  expect(await finish(person)).toMatchObject({exitCode: 0});
});

test('attaching needs a terminal', async () => {
  await home.verb('new', 'alone');
  expect(await home.run('attach', 'alone')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/needs a terminal/),
  });
});

/** `before` is a line that the person's own shell runs first. */
async function personAt(session: string, before?: string, prompt?: RegExp): Promise<TerminalSession> {
  const terminal = await person();
  await attach(terminal, session, before, prompt);
  return terminal;
}

function person(): Promise<TerminalSession> {
  return open({shell: 'bash', env: {...home.env, COTTY_SESSION: undefined}});
}

async function attach(terminal: TerminalSession, session: string, before = ':', prompt = /cotty-test-/): Promise<void> {
  await terminal.type(`${before}; '${binary}' attach ${session}`, {submit: true});
  // The prompt of the session's shell, which stands in the test's home.
  await shows(terminal, prompt.source);
}

async function shows(terminal: TerminalSession, pattern: string): Promise<void> {
  await expect.poll(() => terminal.screen(), {timeout: 25_000}).toMatch(new RegExp(pattern, 'm'));
}

async function sizeOf(name: string): Promise<unknown> {
  const {sessions} = await home.json('ls');
  const found = Array.isArray(sessions) ? sessions.find(session => session.name === name) : undefined;
  return found?.grid_size;
}
