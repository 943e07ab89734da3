/** `cotty attach` while servers come and go: the person stays in the session, and so does what they type. */
import {rm, writeFile} from 'node:fs/promises';
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

test.each([
  ['a person', ''],
  // Who is inside of a session may be an agent: what it types is judged, line by line.
  ['somebody inside of another session', 'inside'],
])(
  'what %s types while there is no server runs in the session once the next one is there, exactly once',
  async (_, inside) => {
    const session = `typed${inside}`;
    await using terminal = await personAt(session, {isInside: inside !== ''});
    {
      await using _none = await noNextServer();
      await home.killServer();
      await terminal.type('echo first-$((1 + 1))', {submit: true});
      await terminal.type('echo second-$((1 + 1))', {submit: true});
      await shows(terminal, 'the server went away');
    }
    await shows(terminal, '^first-2\n[\\s\\S]*^second-2\n');
    expect(await terminal.screen()).not.toContain('went away');
    await terminal.press('C-]', 'd');
    await shows(terminal, 'detached from pty:');
    expect(await terminal.run('echo back; stty -a | grep -c " icanon"')).toMatchObject({output: 'back\n1'});
    const {stdout} = await home.run('read', session);
    expect(stdout.match(/^(?:first|second)-2$/gm)).toEqual(['first-2', 'second-2']);
  },
);

test('what a server was given and had not read when it was killed is typed by the next one', async () => {
  await using terminal = await personAt('stuck');
  const server = await home.server();
  server.signal('SIGSTOP');
  await terminal.type('echo stuck-$((1 + 1))', {submit: true});
  // The keys come after it: once they are shown, it is on its way to the server that will never read it.
  await terminal.press('C-]', '?');
  await shows(terminal, 'Any key goes back');
  server.signal('SIGKILL');
  await server.ended();
  await terminal.press('x');
  await shows(terminal, '^stuck-2\n');
  const {stdout} = await home.run('read', 'stuck');
  expect(stdout.match(/^stuck-2$/gm)).toHaveLength(1);
});

test('a server that is killed while somebody is attached is followed by another, which shows the screen as it is', async () => {
  await using terminal = await personAt('killed');
  await terminal.type('echo before-$((1 + 1))', {submit: true});
  await shows(terminal, '^before-2');
  const {pid} = await home.killServer();
  await expect.poll(() => home.serverPid(), {timeout: 25_000}).not.toBe(pid);
  await terminal.type('echo after-$((1 + 1))', {submit: true});
  await shows(terminal, '^before-2\n[\\s\\S]*^after-2\n');
  expect((await terminal.screen()).match(/^before-2$/gm)).toHaveLength(1);
});

test('a server that is stopped is started again: the sessions live on, and somebody is in one', async () => {
  await using terminal = await personAt('stopped');
  expect(await home.run('server', 'stop')).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^stopped/)});
  await terminal.type('echo on-$((1 + 1))', {submit: true});
  await shows(terminal, '^on-2');
});

test('Ctrl-] d leaves while there is no server; what was typed before is for nobody', async () => {
  await using terminal = await personAt('left');
  await using _none = await noNextServer();
  await home.killServer();
  await shows(terminal, 'the server went away');
  await terminal.press('text:echo dropped', 'Enter', 'C-]', 'd');
  await shows(terminal, 'detached from pty:');
  expect(await terminal.run('echo back')).toMatchObject({output: 'back'});
  expect(await terminal.screen()).not.toContain('dropped');
});

test('a session that has ended while there was no server says how, and attach exits as it did', async () => {
  await using terminal = await personAt('ended');
  await terminal.type('sleep 1; exit 6', {submit: true});
  {
    await using _none = await noNextServer();
    await home.killServer();
    await shows(terminal, 'the server went away');
  }
  await shows(terminal, 'ended with exit code 6');
  expect(await terminal.run('echo "code [$?]"')).toMatchObject({output: 'code [6]'});
});

test('without a next server attach says so, and nothing typed by then reaches the shell behind it', async () => {
  await using terminal = await personAt('lost');
  await using _none = await noNextServer();
  await home.killServer();
  await terminal.press('text:echo leak$((1 + 1))ed', 'Enter');
  await shows(terminal, 'the server went away; attach again: cotty attach pty:');
  expect(await terminal.run('echo "code [$?]"')).toMatchObject({output: 'code [1]'});
  expect(await terminal.screen()).not.toContain('leak');
});

/** Until disposed whoever wants a server waits: somebody who lives is about to start it. */
async function noNextServer(): Promise<AsyncDisposable> {
  const lock = join(home.path, 'run/start.lock');
  await writeFile(lock, String(process.pid), {flag: 'wx', mode: 0o600});
  return {[Symbol.asyncDispose]: () => rm(lock, {force: true})};
}

async function personAt(session: string, {isInside = false} = {}): Promise<TerminalSession> {
  // However long the path of the test's home is: here a line with its prompt stands on one row.
  await home.verb('new', session, '--shell', 'bash', '--cwd', '/');
  const terminal = await open({shell: 'bash', env: {COTTY_HOME: home.path}});
  // A person's terminal is none of cotty's.
  const person = isInside ? '' : 'env -u COTTY_SESSION -u COTTY_EVENT_KEY ';
  await terminal.type(`${person}'${binary}' attach ${session}`, {submit: true});
  await shows(terminal, ':/[$#] ?$');
  return terminal;
}

async function shows(terminal: TerminalSession, pattern: string): Promise<void> {
  await expect.poll(() => terminal.screen(), {timeout: 25_000}).toMatch(new RegExp(pattern, 'm'));
}
