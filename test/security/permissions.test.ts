/** A real server with permissions: what agents are refused by whatever door they come, what a person is asked, and what the audit tells of it. */
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {type Finished, finish, TestHome} from '../support/cotty-process.ts';
import {askingClient, eras} from '../support/mcp/clients.ts';

const cotty = resolve(import.meta.dirname, '../../bin/cotty');

interface Place extends AsyncDisposable {
  readonly home: TestHome;
  readonly project: string;
  /** A verb of the agent of that name. */
  agent(name: string, ...words: string[]): Promise<Finished>;
  /** A verb of somebody at a terminal. */
  person(...words: string[]): Promise<Finished>;
}

async function place(config: string): Promise<Place> {
  const home = await TestHome.make({COTTY_SECURITY_MODE: ''});
  const project = join(home.path, 'project');
  mkdirSync(project);
  writeFileSync(join(home.path, 'config.toml'), config);
  return {
    home,
    project,
    agent: (name, ...words) => {
      const child = home.startWith({COTTY_AGENT: name}, ...words);
      child.stdin.end();
      return finish(child);
    },
    person: (...words) =>
      finish(spawn('script', ['-qec', home.commandLine(...words), '/dev/null'], {env: home.env, cwd: home.path})),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

const REFUSED = /was refused: (DANGEROUS\. )?Only people\./;

test('every verb that acts on a session is refused to an agent that may do nothing there, and none to a person', async () => {
  await using there = await place(
    '[[security.permission]]\nsession = "prod"\ndecision = "deny"\nreason = "Only people."\n',
  );
  expect(await there.person('new', 'prod')).toMatchObject({exitCode: 0});
  expect(await there.agent('codex', 'new', 'mine')).toMatchObject({exitCode: 0});
  const acts: string[][] = [
    ['run', '--session', 'prod', '--', 'echo no'],
    ['run-command', '--command', 'echo no', '--session-id', 'prod'],
    ['keys', 'prod', 'text:x'],
    ['send-text', '--text', 'x', '--session-id', 'prod'],
    ['send-control', '--character', 'C', '--session-id', 'prod'],
    ['rename', 'prod', 'other'],
    ['kill', 'prod'],
    ['server', 'stop', '--sessions'],
  ];
  for (const words of acts) {
    const {stdout, stderr} = await there.agent('codex', ...words);
    expect({words, said: stdout + stderr}).toEqual({words, said: expect.stringMatching(REFUSED)});
  }
  expect(await there.agent('codex', 'run', '--session', 'mine', '--', 'echo yes')).toMatchObject({stdout: 'yes\n'});
  expect((await there.agent('codex', 'read', 'prod')).exitCode).toBe(0);
  expect((await there.person('run', '--session', 'prod', '--', 'echo yes')).stdout).toContain('yes');
  const {decisions} = await there.home.json('audit');
  expect(decisions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({agent: 'codex', decision: 'denied', command: 'echo no', rules: ['permission-1']}),
      expect.objectContaining({decision: 'denied', command: expect.stringMatching(/^manage_session:close /)}),
    ]),
  );
});

test('agents are told from each other by their names, and a change of the file holds at once and is in the audit', async () => {
  await using there = await place('[[security.permission]]\nagent = "!trusted"\nmode = "strict"\n');
  expect(await there.agent('trusted', 'run', '--', 'echo yes')).toMatchObject({exitCode: 0});
  expect(await there.agent('other', 'run', '--', 'echo yes')).toMatchObject({exitCode: 126});
  writeFileSync(
    join(there.home.path, 'config.toml'),
    '[[security.permission]]\nagent = "trusted"\ndecision = "deny"\n',
  );
  expect(await there.agent('trusted', 'run', '--', 'echo yes')).toMatchObject({
    exitCode: 126,
    stderr: expect.stringContaining('A permission says for run_command'),
  });
  expect(await there.agent('other', 'run', '--', 'echo yes')).toMatchObject({exitCode: 0});
  const {stdout} = await there.home.run('audit', 'export', '-');
  expect(stdout).toMatch(/"event":"policy"/);
});

test('a project forbids what its user permits', async () => {
  await using there = await place('');
  const run = ['run', '--', `cd ${there.project} && echo there`];
  expect(await there.agent('codex', ...run)).toMatchObject({exitCode: 0});
  writeFileSync(
    join(there.project, '.cotty.toml'),
    '[[security.permission]]\ntools = "run_command"\ndecision = "deny"\n',
  );
  expect(await there.agent('codex', 'run', '--', 'echo in the project')).toMatchObject({exitCode: 126});
});

test('cotty check and check_command say what holds for an agent in a session', async () => {
  await using there = await place('[[security.permission]]\nagent = "codex"\nsession = "prod"\ndecision = "deny"\n');
  const checked = async (...options: string[]): Promise<unknown> =>
    (await there.home.json('check', ...options, '--', 'ls')).decision;
  expect(await checked()).toBe('allow');
  expect(await checked('--agent', 'codex')).toBe('allow');
  expect(await checked('--agent', 'codex', '--session', 'prod')).toBe('deny');
  await there.person('new', 'prod');
  const {stdout} = await there.agent('codex', 'check-command', '--json', '--command', 'ls', '--session-id', 'prod');
  expect(JSON.parse(stdout)).toMatchObject({decision: 'deny', reasons: [{rule: 'permission-1'}]});
});

test.each(Object.keys(eras))('%s: the person at the client is asked about a call that is no line', async era => {
  await using there = await place('[[security.permission]]\ntools = "manage_session:close"\ndecision = "ask"\n');
  await there.person('new', 'theirs');
  let answer = 'deny';
  const asked: string[] = [];
  const env = Object.fromEntries(
    Object.entries(there.home.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  await using client = await askingClient(era, [cotty, 'mcp'], {
    env,
    cwd: there.project,
    answers: ({message}) => {
      asked.push(message);
      return {answer};
    },
  });
  const close = (): Promise<unknown> =>
    client.callTool({name: 'manage_session', arguments: {action: 'close', session_id: 'theirs'}});
  expect(await close()).toMatchObject({isError: true});
  expect(asked).toMatchObject([
    expect.stringContaining('manage_session:close {"action":"close","session_id":"theirs"}'),
  ]);
  answer = 'once';
  // No is an answer for a while; another call is another question.
  expect(
    await client.callTool({name: 'manage_session', arguments: {action: 'close', session_id: 'theirs', all: false}}),
  ).not.toMatchObject({isError: true});
  expect(asked.length).toBe(2);
});

test('nobody below an agent changes permissions, and a file that is wrong permits nothing', async () => {
  await using there = await place('[[security.rule]]\nregex = ".*"\ndecision = "allow"\n');
  const config = join(there.home.path, 'config.toml');
  for (const line of [
    `echo '[[security.permission]]' >> ${config}`,
    `sed -i s/x/y/ ${config}`,
    `rm ${there.project}/.cotty.toml`,
  ])
    expect(await there.agent('codex', 'run', '--confirm', '--', line)).toMatchObject({exitCode: 126});
  writeFileSync(config, '[[security.permission]]\ntools = ["run"]\ndecision = "deny"\n');
  const refused = await there.agent('codex', 'run', '--', `touch ${there.project}/ran`);
  expect(refused.stderr).toMatch(/config\.toml:1: .*names a tool "run"/);
  expect(existsSync(join(there.project, 'ran'))).toBe(false);
});
