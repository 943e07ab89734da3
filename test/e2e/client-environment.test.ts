/** A session's environment is that of whoever opens it, as a child's is its parent's; the server's life is no part of it. */
import {once} from 'node:events';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {finish, TestHome} from '../support/cotty-process.ts';
import {RawClient} from '../support/mcp/raw-client.ts';

let home: TestHome;

beforeEach(async () => {
  home = await TestHome.make();
});

afterEach(() => home[Symbol.asyncDispose]());

test('a new session has the variables of the command line that opens it, and none of the one that started the server', async () => {
  await newSession('first', {COLOUR: 'red', ONLY_FIRST: '1', VIRTUAL_ENV: '/first'});
  await newSession('second', {COLOUR: 'blue', PATH: `/opt/second:${home.env.PATH}`});
  expect(await shown('first', 'echo $COLOUR $ONLY_FIRST $VIRTUAL_ENV')).toBe('red 1 /first\n');
  expect(await shown('second', 'echo $COLOUR $ONLY_FIRST$VIRTUAL_ENV; echo $PATH')).toMatch(/^blue\n\/opt\/second:/);
});

test('the env block of an MCP client reaches its sessions, also of a server that replaced the first', async () => {
  await newSession('before', {DATABASE_URL: 'of-another'});
  await using client = new RawClient(home.startWith({DATABASE_URL: 'of-this-client'}, 'mcp'));
  const ask = {command: 'echo $DATABASE_URL'};
  expect((await client.call('run_command', ask)).value).toMatchObject({output: 'of-this-client'});
  await home.killServer();
  await client.call('manage_session', {action: 'create'});
  expect((await client.call('run_command', ask)).value).toMatchObject({output: 'of-this-client'});
});

test('who comes over HTTP has the environment of `cotty serve`', async () => {
  await newSession('before', {COLOUR: 'red'});
  const child = home.startWith({COTTY_TOKEN: 'a-token', COLOUR: 'green'}, 'serve', '--port', '0', '--json');
  const [told] = await once(child.stdout, 'data');
  const response = await fetch(`${JSON.parse(String(told)).url}/api/v1/run_command`, {
    method: 'POST',
    headers: {authorization: 'Bearer a-token', 'content-type': 'application/json'},
    body: JSON.stringify({command: 'echo $COLOUR $COTTY_TOKEN'}),
  });
  expect(await response.json()).toMatchObject({output: 'green'});
  child.kill('SIGINT');
  await once(child, 'exit');
});

test('cotty’s own secrets stay out, and what names the session is its own', async () => {
  await newSession('clean', {COTTY_TOKEN: 'a-token', COTTY_SESSION: 'pty:other', COTTY_EVENT_KEY: 'of-another'});
  const lines = await shown('clean', 'echo "$COTTY_TOKEN|$COTTY_SESSION|$COTTY_EVENT_KEY|$COTTY_HOME"');
  expect(lines).toMatch(/^\|pty:(?!other)\w+\|(?!of-another)[^|]+\|/);
  expect(lines.trim().split('|').at(-1)).toBe(home.path);
});

test('the configuration takes variables out and adds others; what is given for one session comes last', async () => {
  await writeFile(
    join(home.path, 'config.toml'),
    '[session]\nenv_remove = ["AWS_*", "LANGUAGE"]\nenv = {EDITOR = "vi", PAGER = "cat"}\n',
  );
  const variables = {AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'y', LANGUAGE: 'de', EDITOR: 'emacs', AWSOME: '1'};
  await newSession('configured', variables, '--env', 'PAGER=more', '--env', 'AWS_REGION=given');
  const ask = 'echo "$AWS_SECRET_ACCESS_KEY|$AWS_REGION|$LANGUAGE|$EDITOR|$PAGER|$AWSOME"';
  expect(await shown('configured', ask)).toBe('|given||vi|more|1\n');
});

test('the environment is written nowhere', async () => {
  await newSession('silent', {SECRET_THING: 'never-at-rest-5f2c'});
  await shown('silent', 'true');
  await using client = new RawClient(home.startWith({SECRET_THING: 'never-at-rest-5f2c'}, 'mcp'));
  await client.call('run_command', {command: 'true'});
  const files = (await readdir(home.path, {recursive: true, withFileTypes: true})).filter(entry => entry.isFile());
  const contents = await Promise.all(files.map(({parentPath, name}) => readFile(join(parentPath, name), 'latin1')));
  expect(contents.length).toBeGreaterThan(3);
  expect(contents.filter(content => content.includes('never-at-rest-5f2c'))).toEqual([]);
});

test('an environment of a megabyte arrives', async () => {
  const large = Object.fromEntries(Array.from({length: 10}, (_, n) => [`LARGE_${n}`, String(n).repeat(100_000)]));
  await newSession('large', large);
  expect(await shown('large', 'printenv LARGE_7 | wc -c')).toMatch(/^ *100001$/m);
});

async function newSession(name: string, env: NodeJS.ProcessEnv, ...options: readonly string[]): Promise<void> {
  const child = home.startWith(env, 'new', name, '--shell', 'sh', ...options);
  child.stdin.end();
  expect(await finish(child)).toMatchObject({exitCode: 0, stderr: ''});
}

/** What a command prints in that session. */
async function shown(session: string, command: string): Promise<string> {
  return (await home.run('run', '--session', session, '--', command)).stdout;
}
