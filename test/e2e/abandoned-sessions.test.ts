/** Sessions pile up no more: what clients opened in passing ends after they have left, and is not lost. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';
import {openHttpDoor} from '../support/http-door.ts';
import {RawClient} from '../support/mcp/raw-client.ts';

let home: TestHome;

beforeEach(async () => {
  home = await TestHome.make();
});

afterEach(() => home[Symbol.asyncDispose]());

test('`cotty ls` says when a session ends that an MCP client left behind, and only of that one', async () => {
  await home.verb('new', 'asked-for');
  const session = await leftBehind('mkdir sub && cd sub');
  const list = async () => (await home.run('ls')).stdout;
  // Its time begins with the prompt that comes behind the command.
  await expect.poll(list).toMatch(new RegExp(`^${session}\tbash\tready, ends in (30|29) min\t`, 'm'));
  expect(await list()).toMatch(/\tasked-for\tready\t/);
  const {sessions} = await home.json('ls');
  expect(sessions).toMatchObject([{name: 'asked-for'}, {session_id: session, ends_in_ms: expect.any(Number)}]);
  expect(Object.keys(Object(sessions)[0])).not.toContain('ends_in_ms');
});

test('killed in between, the server counts on; what has ended is listed, read and begun anew', async () => {
  const session = await leftBehind('mkdir sub && cd sub', {KEPT: 'by-the-client'});
  await home.killServer();
  configure('[session]\nabandoned_minutes = 0.02\n');
  // Within the notice that the new server gives.
  const after = Date.now() * 1000 - 60_000_000;
  expect(await eventsOf(session, 'session_ending', after)).toMatchObject([{reason: 'abandoned'}]);
  expect(await eventsOf(session, 'session_closed', after)).toHaveLength(1);
  expect(await home.run('ls')).toMatchObject({stdout: '', stderr: expect.stringMatching(/^No sessions/)});
  const {stdout} = await home.run('ls', '--all');
  expect(stdout).toMatch(new RegExp(`^${session}\tbash\tclosed, abandoned, \\d+ s ago\t[^\t]*\t.*/sub\t`, 'm'));
  expect((await home.run('read', session)).stdout).toContain('mkdir sub');
  const recovered = await home.run('new', '--recover', session);
  expect(recovered).toMatchObject({exitCode: 0, stderr: ''});
  const shown = await home.run('run', '--session', recovered.stdout.trim(), '--', 'echo $KEPT; pwd');
  expect(shown.stdout).toMatch(/^by-the-client\n.*\/sub\n$/);
  await home.killServer();
  const later = await home.run('new', '--recover', session);
  expect(later).toMatchObject({exitCode: 0, stderr: expect.stringContaining('this one has yours')});
  const again = await home.run('run', '--session', later.stdout.trim(), '--', 'echo "<$KEPT>"; pwd');
  expect(again.stdout).toMatch(/^<>\n.*\/sub\n$/);
});

test('a session that ended by itself is listed with its exit code', async () => {
  const {session_id} = await home.value('new', 'short');
  await home.verb('run', '--session', 'short', '--', 'exit 3');
  expect((await home.json('ls', '--all')).sessions).toMatchObject([
    {session_id, state: 'closed', exit_code: 3, signal: null, ended_at_ms: expect.any(Number)},
  ]);
  expect((await home.run('ls', '--all')).stdout).toMatch(/\tclosed, exit 3, \d+ s ago\t/);
});

test('with its last abandoned session the server ends', async () => {
  configure('[session]\nabandoned_minutes = 0.02\n[server]\nidle_exit_minutes = 0.005\n');
  await home.run('run', '--', 'true');
  await (await home.server()).ended();
  expect(await home.json('server', 'status')).toMatchObject({pid: null, sessions: 0});
});

test('a client that asks nothing is there again when the server was replaced, and keeps its session', async () => {
  await using client = await new RawClient(home.start('mcp')).open();
  const {session_id} = (await client.call('run_command', {command: 'true'})).value;
  await home.killServer();
  configure('[session]\nabandoned_minutes = 0.05\n');
  const passing = await home.json('run', '--', 'true');
  const after = Date.now() * 1000 - 60_000_000;
  expect(await eventsOf(String(passing.session_id), 'session_closed', after)).toHaveLength(1);
  const again = (await client.call('run_command', {command: 'true'})).value;
  expect(again).toMatchObject({session_id});
  expect(again).not.toHaveProperty('session_created');
});

test('a client over HTTP is there while its stream is open', async () => {
  await using door = await openHttpDoor();
  const headers = {authorization: `Bearer ${door.token}`, accept: 'application/json, text/event-stream'};
  const post = async (message: object, more: Record<string, string> = {}) => {
    const body = JSON.stringify({jsonrpc: '2.0', ...message});
    const response = await fetch(`http://127.0.0.1:${door.port}/mcp`, {
      method: 'POST',
      headers: {...headers, 'content-type': 'application/json', ...more},
      body,
    });
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  };
  const initialize = {protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {name: 'web', version: '1'}};
  const named = {'mcp-session-id': await post({id: 1, method: 'initialize', params: initialize})};
  const stream = new AbortController();
  await post({id: 2, method: 'tools/call', params: {name: 'run_command', arguments: {command: 'true'}}}, named);
  const endsIn = async () => {
    const {sessions} = await door.home.json('ls');
    // The one that the door keeps for its page is another's.
    const left = Array.isArray(sessions) ? sessions.filter(({name}) => name !== 'tui') : [];
    return left.map(({ends_in_ms}) => ends_in_ms);
  };
  expect(await endsIn()).toEqual([expect.any(Number)]);
  const listening = {headers: {...headers, ...named}, signal: stream.signal};
  const closed = expect(
    fetch(`http://127.0.0.1:${door.port}/mcp`, listening).then(response => response.text()),
  ).rejects.toThrow();
  await expect.poll(endsIn, {timeout: 30_000}).toEqual([undefined]);
  stream.abort();
  await closed;
  await expect.poll(endsIn, {timeout: 30_000}).toEqual([expect.any(Number)]);
});

test('at the limit a person is told which sessions to end, and how', async () => {
  configure('[session]\nmax_sessions = 2\n');
  const session = await leftBehind('true');
  await home.verb('new', 'named');
  const refused = await home.run('new');
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toMatch(new RegExp(`Least missed: \`cotty kill ${session}\` \\(opened by itself, quiet for`));
  expect(refused.stderr).not.toContain('named');
});

test('nothing of the environment is written down for the recovery', async () => {
  const session = await leftBehind('true', {SECRET_THING: 'never-at-rest-77ab'});
  const record = readFileSync(join(home.path, 'sessions', session, 'unasked.json'), 'utf8');
  expect(Object.keys(JSON.parse(record))).toEqual(['openedFor', 'users', 'aloneSinceMs', 'endedAtMs']);
});

/** Of a client that ran a command without naming a session, and left. */
async function leftBehind(command: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  await using client = await new RawClient(home.startWith({...env, SHELL: '/bin/bash'}, 'mcp')).open();
  const {value} = await client.call('run_command', {command});
  return String(value.session_id);
}

async function eventsOf(session: string, kind: string, after: number): Promise<unknown[]> {
  const value = await home.json('wait-for-events', '--session-id', session, '--kinds', kind, '--after', String(after));
  return Array.isArray(value.events) ? value.events : [];
}

function configure(toml: string): void {
  writeFileSync(join(home.path, 'config.toml'), toml, {mode: 0o600});
}
