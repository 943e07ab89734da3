/** One use of each verb that shows that it works, for installations of every kind. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect} from 'vitest';
import {textField, uniqueId} from '../../src/core/index.ts';
import {Iterm2Client} from '../../src/iterm2-api/index.ts';
import {open} from '../../src/library/index.ts';
import {type Finished, finish, type TestHome} from '../support/cotty-process.ts';
import {RawClient} from '../support/mcp/raw-client.ts';

type Trial = (home: TestHome) => Promise<void>;

export const verbTrials: Readonly<Record<string, Trial>> = {
  status: async home => expect(await said(home, 'status')).toContain('cotty'),
  run: async home => expect(await said(home, 'run', '--', 'echo one; echo two')).toBe('one\ntwo\n'),
  exec: async home => expect(await said(home, 'exec', 'hello')).toContain('lemonhall'),
  async shell(home) {
    const child = home.start('shell', '--pseudo');
    child.stdin.end('hello\n');
    expect(await finish(child)).toEqual({exitCode: 0, stdout: expect.stringContaining('lemonhall'), stderr: ''});
  },
  async ls(home) {
    await step(home, 'new', 'listed');
    expect(await said(home, 'ls')).toContain('listed');
  },
  new: async home => expect(await said(home, 'new', 'opened', '--shell', 'sh')).toMatch(/^pty:/),
  async attach(home) {
    await step(home, 'new', 'shared');
    await step(home, 'run', '--session', 'shared', '--', 'echo before');
    await using terminal = await open({shell: 'sh', env: {...home.env, COTTY_SESSION: undefined}});
    await terminal.type(home.commandLine('attach', 'shared'), {submit: true});
    await expect.poll(() => terminal.screen(), {timeout: 25_000}).toMatch(/^before/m);
    await terminal.press('C-]', 'd');
    await expect.poll(() => terminal.screen(), {timeout: 25_000}).toContain('detached from pty:');
  },
  async read(home) {
    await step(home, 'new', 'written');
    await step(home, 'run', '--session', 'written', '--', 'echo kept');
    expect(await said(home, 'read', 'written')).toContain('kept');
  },
  keys: async home => await startClock(home, 'pressed'),
  async watch(home) {
    await startClock(home, 'clock');
    expect(await said(home, 'watch', 'clock', '^tick')).toMatch(/^tick\n/);
  },
  async screenshot(home) {
    await step(home, 'new', 'drawn');
    await step(home, 'run', '--session', 'drawn', '--', 'echo seen');
    const file = join(home.path, 'screen.png');
    expect(await said(home, 'screenshot', 'drawn', '-o', file)).toBe('');
    expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG');
  },
  async approvals(home) {
    await askedOf(home);
    expect(await said(home, 'approvals')).toContain('rm -rf nothing');
  },
  approve: home => answers(home, 'approve', 'approved'),
  deny: home => answers(home, 'deny', 'denied'),
  async secret(home) {
    await step(home, 'new', 'open');
    const child = spawn('script', ['-qec', home.commandLine('secret', 'open'), '/dev/null'], {env: home.env});
    child.stdout.once('data', () => child.stdin.write('\u0003'));
    expect((await finish(child)).stdout).toContain('Secret for open');
  },
  async audit(home) {
    await step(home, 'run', '--', 'echo kept');
    expect(await said(home, 'audit')).toContain('echo kept');
    expect(await said(home, 'audit', 'verify')).toContain('whole');
  },
  check: async home => expect(await said(home, 'check', '--', 'ls | wc -l')).toBe('SAFE\n'),
  async rename(home) {
    await step(home, 'new', 'before-it');
    await said(home, 'rename', 'before-it', 'after-it');
    expect(await step(home, 'ls')).toContain('after-it');
  },
  async kill(home) {
    await step(home, 'new', 'closed');
    await said(home, 'kill', 'closed');
    expect(await step(home, 'ls')).not.toContain('closed');
  },
  async replay(home) {
    await step(home, 'new', 'replayed');
    const {stderr} = await home.run('replay', 'replayed');
    expect(stderr).toMatch(/needs a terminal on stdin and stdout/);
  },
  async export(home) {
    await step(home, 'new', 'recorded');
    expect(await said(home, 'export', 'recorded', '--cast', '-')).toMatch(/^\{"version":3/);
  },
  notify: async home => expect(await said(home, 'run', '--', home.commandLine('notify', 'built:yes'))).toBe(''),
  async mcp(home) {
    await using client = new RawClient(home.start('mcp'));
    const {value} = await client.call('run_command', {command: 'echo over mcp; false'});
    expect(value).toMatchObject({output: 'over mcp', exit_code: 1, via: 'mark'});
  },
  async serve(home) {
    const child = home.startWith({COTTY_TOKEN: 'a-token'}, 'serve', '--port', '0', '--json');
    const [told] = await once(child.stdout, 'data');
    const {url} = JSON.parse(String(told));
    expect(await fetch(`${url}/healthz`, {headers: {authorization: 'Bearer a-token'}})).toMatchObject({status: 200});
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
  async 'iterm2-server'(home) {
    const socket = join(home.path, 'run/it.sock');
    const child = home.start('iterm2-server', '--socket', socket, '--json');
    const [told] = await once(child.stdout, 'data');
    const {cookie} = JSON.parse(String(told));
    using client = await Iterm2Client.connect({at: {socket}, library: ['cotty', '1.0'], name: 'trial', cookie});
    await step(home, 'new', 'seen-by-scripts');
    const listed = await client.request('listSessionsRequest', {});
    expect(JSON.stringify(listed?.windows)).toContain('"title":"seen-by-scripts"');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
  server: async home => expect(await home.json('server', 'status')).toMatchObject({pid: expect.any(Number)}),
  demo: async home => expect(await said(home, 'demo', '--fast')).toContain('steps did what they say'),
  doctor: async home => expect(await said(home, 'doctor')).toContain('ok'),
  completion: async home => expect(await said(home, 'completion', 'bash')).toContain('complete'),
  version: async home => expect(await said(home, 'version')).toMatch(/^cotty \d/),
  help: async home => expect(await said(home, 'help', 'run')).toContain('cotty run'),
};

/** An agent is stopped at a command, and a person asked: gives the id of the question. */
async function askedOf(home: TestHome): Promise<string> {
  mkdirSync(home.env.COTTY_HOME ?? home.path, {recursive: true, mode: 0o700});
  writeFileSync(
    join(home.env.COTTY_HOME ?? home.path, 'config.toml'),
    '[[security.rule]]\nprefix = ["rm"]\ndecision = "ask"\n',
  );
  const {refusal} = await home.json('run', '--', `rm -rf nothing-${uniqueId(8)}`);
  return textField(refusal, 'approval_id');
}

/** The person answers at a terminal that is in no session. */
async function answers(home: TestHome, verb: string, state: string): Promise<void> {
  const id = await askedOf(home);
  const {stdout} = await finish(spawn('script', ['-qec', home.commandLine(verb, id), '/dev/null'], {env: home.env}));
  expect(stdout).toContain(`${state}: rm -rf nothing`);
}

/** What a verb that succeeds prints. */
async function said(home: TestHome, ...words: readonly string[]): Promise<string> {
  return printed(await home.run(...words), words);
}

/** The same of a verb that is on the way to the one on trial. */
async function step(home: TestHome, ...words: readonly string[]): Promise<string> {
  return printed(await home.verb(...words), words);
}

function printed({exitCode, stdout, stderr}: Finished, words: readonly string[]): string {
  if (exitCode !== 0) throw new Error(`cotty ${words.join(' ')} failed (${exitCode}): ${stderr}${stdout}`);
  return stdout;
}

/** A session that prints a line every moment. */
async function startClock(home: TestHome, name: string): Promise<void> {
  await step(home, 'new', name, '--shell', 'sh');
  expect(await said(home, 'keys', name, 'text:while sleep 0.1; do echo tick; done', 'Enter')).toBe('');
}
