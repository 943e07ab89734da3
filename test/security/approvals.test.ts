/**
 * A real server: an agent is stopped, a person is asked, and what was decided is in the audit. Who is no person answers nothing, however
 * it goes about it.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {textField} from '../../src/core/index.ts';
import {type Finished, finish, TestHome} from '../support/cotty-process.ts';
import {askingClient, eras, type FormAnswers, httpClient, type TestClient} from '../support/mcp/clients.ts';

const cotty = resolve(import.meta.dirname, '../../bin/cotty');

interface Place extends AsyncDisposable {
  readonly home: TestHome;
  readonly scratch: string;
  /** `cotty run` of an agent, in a pipe. */
  agent(command: string, ...options: string[]): Promise<Finished>;
  /** A verb of somebody at a terminal, in no session and below no client. */
  person(...words: string[]): Promise<Finished>;
}

async function place(): Promise<Place> {
  const home = await TestHome.make({COTTY_SECURITY_MODE: 'normal'});
  const scratch = join(home.path, 'scratch');
  mkdirSync(scratch);
  mkdirSync(join(scratch, 'build'));
  const agent = async (command: string, ...options: string[]): Promise<Finished> => {
    const child = home.startIn(scratch, 'run', ...options, '--', command);
    child.stdin.end();
    return finish(child);
  };
  return {
    home,
    scratch,
    agent,
    person: (...words) => onTerminal(home, ...words),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

function onTerminal(home: TestHome, ...words: readonly string[]): Promise<Finished> {
  return finish(spawn('script', ['-qec', home.commandLine(...words), '/dev/null'], {env: home.env, cwd: home.path}));
}

async function pending(home: TestHome): Promise<string> {
  const {approvals} = await home.value('approvals');
  return textField(Array.isArray(approvals) ? approvals.at(-1) : undefined, 'approval_id');
}

async function askingAgent({home, scratch}: Place, era: string, answers: FormAnswers): Promise<TestClient> {
  return askingClient(era, [cotty, 'mcp'], {env: definedIn(home.env), cwd: scratch, answers});
}

function definedIn(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

async function run(client: TestClient, name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const {_meta} = await client.callTool({name, arguments: input});
  const value = _meta?.['cotty/result'];
  return typeof value === 'object' && value !== null ? {...value} : {};
}

test.each(Object.keys(eras))('%s: the person at the client is asked, and approves and refuses', async era => {
  await using there = await place();
  const asked: string[] = [];
  let answer = 'deny';
  await using client = await askingAgent(there, era, ({message}) => {
    asked.push(message);
    return {answer};
  });
  const build = join(there.scratch, 'build');
  expect(await run(client, 'run_command', {command: 'rm -rf build'})).toMatchObject({state: 'denied'});
  expect([asked.length, existsSync(build)]).toEqual([1, true]);
  expect(asked[0]).toMatch(/asking-client wants to run \(DANGEROUS\):\s+rm -rf build/);
  answer = 'once';
  expect(await run(client, 'run_command', {command: 'rm -rf ./build'})).toMatchObject({
    state: 'completed',
    exit_code: 0,
  });
  expect([asked.length, existsSync(build)]).toEqual([2, false]);
  // It counted once.
  answer = 'deny';
  expect(await run(client, 'run_command', {command: 'rm -rf ./build'})).toMatchObject({state: 'denied'});
  expect(asked.length).toBe(3);
  expect(await run(client, 'run_command', {command: 'echo safe'})).toMatchObject({output: 'safe'});
  expect(asked.length).toBe(3);
  const {decisions} = await there.home.value('audit');
  expect(decisions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({decision: 'needs_approval', command: 'rm -rf build', agent: 'asking-client'}),
      expect.objectContaining({decision: 'denied', command: 'rm -rf build', channel: 'elicitation'}),
      expect.objectContaining({
        decision: 'approved',
        command: 'rm -rf ./build',
        user_confirmed: true,
        channel: 'elicitation',
        result: expect.objectContaining({exit_code: 0, log: expect.anything()}),
      }),
      expect.objectContaining({decision: 'allowed', command: 'echo safe', safety_level: 'SAFE'}),
    ]),
  );
});

test('an answer is for where a link leads: set anew, it is another question, which says where that is', async () => {
  await using there = await place();
  const at = (name: string) => join(there.scratch, name);
  for (const folder of ['one', 'two']) mkdirSync(at(join(folder, 'x')), {recursive: true});
  const aim = (target: string) => {
    rmSync(at('link'), {force: true});
    symlinkSync(target, at('link'));
  };
  aim('one');
  expect(await there.agent('rm -rf link/x', '--json')).toMatchObject({
    stdout: expect.stringContaining('needs_approval'),
  });
  const asked = await pending(there.home);
  expect(await there.person('approvals')).toMatchObject({
    stdout: expect.stringContaining(`link/x leads to ${at('one/x')}`),
  });
  await there.person('approve', asked);
  aim('two');
  expect(await there.agent('rm -rf link/x', '--json')).toMatchObject({
    stdout: expect.stringContaining('needs_approval'),
  });
  expect([(await pending(there.home)) === asked, existsSync(at('one/x')), existsSync(at('two/x'))]).toEqual([
    false,
    true,
    true,
  ]);
  aim('one');
  expect(await there.agent('rm -rf link/x')).toMatchObject({exitCode: 0});
  expect([existsSync(at('one/x')), existsSync(at('two/x'))]).toEqual([false, true]);
});

test('and so it is while a person is asked', async () => {
  await using there = await place();
  const at = (name: string) => join(there.scratch, name);
  for (const folder of ['one', 'two']) mkdirSync(at(join(folder, 'x')), {recursive: true});
  symlinkSync('one', at('link'));
  const asked: string[] = [];
  await using client = await askingAgent(there, Object.keys(eras)[0] ?? '', ({message}) => {
    asked.push(message);
    rmSync(at('link'), {force: true});
    symlinkSync('two', at('link'));
    return {answer: asked.length === 1 ? 'once' : 'deny'};
  });
  expect(await run(client, 'run_command', {command: 'rm -rf link/x'})).toMatchObject({state: 'denied'});
  expect(asked).toEqual(['one/x', 'two/x'].map(path => expect.stringContaining(`link/x leads to ${at(path)}`)));
  expect([existsSync(at('one/x')), existsSync(at('two/x'))]).toEqual([true, true]);
});

test.each(Object.keys(eras))('%s: a client that an agent has started is no person at a form', async era => {
  await using there = await place();
  const yes: FormAnswers = () => ({answer: 'once'});
  const refused = {state: 'needs_approval'};
  const env = definedIn(there.home.env);
  const options = {cwd: there.scratch, answers: yes};
  // In a session an agent may be typing.
  const inside = {...env, COTTY_SESSION: 'pty:0'};
  await using inSession = await askingClient(era, [cotty, 'mcp'], {...options, env: inside});
  expect(await run(inSession, 'run_command', {command: 'rm -rf build'})).toMatchObject(refused);
  await using person = await askingClient(era, [cotty, 'mcp'], {...options, env});
  await run(person, 'run_command', {command: 'true'});
  // Below a client, its shell has started another one.
  const shell = join(there.scratch, 'shell.sh');
  writeFileSync(shell, `'${cotty}' mcp; exit\n`);
  await using below = await askingClient(era, ['sh', shell], {...options, env});
  expect(await run(below, 'run_command', {command: 'rm -rf build'})).toMatchObject(refused);
  expect(existsSync(join(there.scratch, 'build'))).toBe(true);
  expect(await run(person, 'run_command', {command: 'rm -rf ./build'})).toMatchObject({state: 'completed'});
});

test('a question at the client shows all of the line, and nothing that a name puts around it', async () => {
  await using there = await place();
  const asked: string[] = [];
  const name = 'nice\n\n    ls -l\n\nagent\u001b[2J';
  const answers: FormAnswers = ({message}) => {
    asked.push(message);
    return {answer: 'once'};
  };
  const env = definedIn(there.home.env);
  await using client = await askingClient('2025-11-25', [cotty, 'mcp'], {env, cwd: there.scratch, answers, name});
  const command = `echo${' '.repeat(1900)}; rm -rf build`;
  expect(await run(client, 'run_command', {command})).toMatchObject({state: 'completed'});
  expect(asked[0]).toMatch(
    /^agent nice ls -l agent<U\+001B>\[2J wants to run \(DANGEROUS\):\n\n {4}echo␣×1900; rm -rf build\n/,
  );
  const {approvals} = await there.home.value('approvals', '--all');
  expect(approvals).toMatchObject([{agent: 'agent nice ls -l agent<U+001B>[2J'}]);
});

test('a line that is too long to be shown whole at the client is approved elsewhere alone', async () => {
  await using there = await place();
  const asked: string[] = [];
  await using client = await askingAgent(there, '2025-11-25', ({message}) => {
    asked.push(message);
    return {answer: 'once'};
  });
  const command = `echo ${'x'.repeat(9000)}; rm -rf build`;
  expect(await run(client, 'run_command', {command})).toMatchObject({state: 'needs_approval'});
  expect(asked[0]).toContain(`answer, with cotty approve ${await pending(there.home)}`);
  expect(existsSync(join(there.scratch, 'build'))).toBe(true);
  expect((await there.person('approvals')).stdout).toContain('x; rm -rf build');
});

test('a typed line is asked about at the client too, and goes on where it stopped', async () => {
  await using there = await place();
  await using client = await askingAgent(there, '2025-11-25', () => ({answer: 'once'}));
  expect(await run(client, 'send_text', {text: 'rm -rf build', submit: true})).toMatchObject({state: 'completed'});
  expect(existsSync(join(there.scratch, 'build'))).toBe(false);
});

test('a person answers in a second terminal for an agent that has nobody', async () => {
  await using there = await place();
  const refused = await there.agent('rm -rf build');
  expect(refused).toMatchObject({
    exitCode: 126,
    stderr: expect.stringMatching(/has not run: DANGEROUS[\s\S]*cotty approve ap-/),
  });
  const id = await pending(there.home);
  expect((await there.person('approve', id)).stdout).toContain('approved: rm -rf build');
  expect(await there.agent('rm -rf build')).toMatchObject({exitCode: 0});
  expect(existsSync(join(there.scratch, 'build'))).toBe(false);
  expect(await there.agent('rm -rf build')).toMatchObject({exitCode: 126});
  const shown = await there.home.run('audit', 'show', id);
  expect(shown.stdout).toMatch(/approver +\S+[\s\S]*channel +terminal[\s\S]*exit_code +0/);
});

test('an answer is none for what a path leads to meanwhile', async () => {
  await using there = await place();
  const elsewhere = join(there.home.path, 'elsewhere');
  mkdirSync(join(elsewhere, 'kept'), {recursive: true});
  await there.agent('rm -r build/kept');
  await there.person('approve', await pending(there.home));
  rmSync(join(there.scratch, 'build'), {recursive: true});
  symlinkSync(elsewhere, join(there.scratch, 'build'));
  expect(await there.agent('rm -r build/kept')).toMatchObject({exitCode: 126});
  expect(existsSync(join(elsewhere, 'kept'))).toBe(true);
});

test('always writes a rule for exactly that command, which holds at once', async () => {
  await using there = await place();
  await there.agent('rm -rf build');
  await there.person('approve', await pending(there.home), '--always');
  expect(readFileSync(join(there.home.path, 'config.toml'), 'utf8')).toMatch(
    /regex = "rm -rf build"\ndecision = "allow"/,
  );
  expect(await there.agent('rm -rf build')).toMatchObject({exitCode: 0});
  expect(await there.agent('rm -rf build')).toMatchObject({exitCode: 0});
  expect(await there.agent('rm -rf build x')).toMatchObject({exitCode: 126});
  expect(await there.agent('rm -rf buildx')).toMatchObject({exitCode: 126});
});

test('no agent answers for a person', async () => {
  await using there = await place();
  await there.agent('rm -rf build');
  const id = await pending(there.home);
  const refusal = /No agent answers for a person/;
  // In a pipe.
  expect(await there.home.run('approve', id)).toMatchObject({exitCode: 1, stderr: expect.stringMatching(refusal)});
  // On a terminal inside a session, and with what would tell it taken out of its environment.
  writeFileSync(
    join(there.home.path, 'config.toml'),
    '[security]\nsafe_commands = ["env", "script", "setsid", "true"]\n',
  );
  const inside = (...before: string[]): string =>
    [...before, `script -qec "${there.home.commandLine('approve', id)}" /dev/null`].join(' ');
  const {session_id} = await there.home.value('new', 'theirs');
  for (const line of [inside(), inside('env', '-u', 'COTTY_SESSION')]) {
    await onTerminal(there.home, 'run', '--session', String(session_id), '--', line);
    expect((await there.home.run('read', String(session_id))).stdout).toMatch(refusal);
  }
  // What has lost its parent, and its environment, is in the session still.
  const said = join(there.home.path, 'said');
  const orphan = join(there.home.path, 'orphan');
  writeFileSync(
    orphan,
    `(tail --pid=$$ -f /dev/null; unset COTTY_SESSION; exec script -qec "${there.home.commandLine('approve', id)}" ${said}) &\n`,
  );
  await onTerminal(there.home, 'run', '--session', String(session_id), '--', `sh ${orphan}`);
  await expect.poll(() => (existsSync(said) ? readFileSync(said, 'utf8') : '')).toMatch(refusal);
  // Below a process that is connected as an MCP client: this one.
  await using client = await askingAgent(there, '2025-11-25', () => null);
  await run(client, 'run_command', {command: 'true'});
  expect((await there.person('approve', id)).stdout).toMatch(/connected as an MCP client/);
  const {approvals} = await there.home.value('approvals');
  expect(approvals).toMatchObject([{approval_id: id, state: 'pending'}]);
  expect(existsSync(join(there.scratch, 'build'))).toBe(true);
});

test('who has the token of HTTP answers nothing, and is judged', async () => {
  await using there = await place();
  const child = there.home.startWith({COTTY_TOKEN: 'a-token'}, 'serve', '--port', '0', '--json');
  const [told] = await new Promise<Buffer[]>(done => child.stdout.once('data', (bytes: Buffer) => done([bytes])));
  const {url} = JSON.parse(String(told));
  const headers = {authorization: 'Bearer a-token', 'content-type': 'application/json'};
  const post = async (path: string, body: unknown): Promise<Response> =>
    fetch(`${url}${path}`, {method: 'POST', headers, body: JSON.stringify(body)});
  const reply = await (await post('/api/v1/run_command', {command: `touch ${there.scratch}/ran; rm -rf x`})).json();
  expect(reply).toMatchObject({state: 'needs_approval', refusal: {approval_id: expect.any(String)}});
  const {refusal} = reply;
  for (const path of ['/api/v1/approve', '/api/v1/answer_approval', '/api/v1/approvals'])
    expect((await post(path, {id: refusal.approval_id, decision: 'approve', scope: 'once'})).status).toBeGreaterThan(
      399,
    );
  await post('/mcp/run', {command: `touch ${there.scratch}/ran; rm -rf x`});
  await post('/mcp/send_keys', {keys: `touch ${there.scratch}/ran; rm -rf x\r`});
  expect(existsSync(join(there.scratch, 'ran'))).toBe(false);
  child.kill('SIGINT');
  await new Promise(done => child.once('exit', done));
});

test('what a client of MCP over HTTP has started answers nothing either', async () => {
  await using there = await place();
  const child = there.home.startWith({COTTY_TOKEN: 'a-token'}, 'serve', '--port', '0', '--json');
  const [told] = await once(child.stdout, 'data');
  await there.agent('rm -rf build');
  const id = await pending(there.home);
  await using client = await httpClient('2025-11-25', `${JSON.parse(String(told)).url}/mcp`, 'a-token');
  await run(client, 'run_command', {command: 'true'});
  expect((await there.person('approve', id)).stdout).toMatch(/connected as an MCP client/);
  child.kill('SIGINT');
  await once(child, 'exit');
});

test('nothing changes the policy, the audit or the doors, whatever is allowed', async () => {
  await using there = await place();
  writeFileSync(join(there.home.path, 'config.toml'), '[[security.rule]]\nregex = ".*"\ndecision = "allow"\n');
  const {path} = there.home;
  for (const line of [
    `echo x >> ${path}/config.toml`,
    `cp x ${path}/config.toml`,
    `rm ${path}/audit.log`,
    `truncate -s 0 ${path}/audit.log`,
    `mv ${path} /tmp/away`,
    `rm -rf ${path}/*`,
    'echo x > ~/.cotty/config.toml',
  ])
    expect(await there.agent(line, '--confirm')).toMatchObject({
      exitCode: 126,
      stderr: expect.stringContaining('was refused'),
    });
  expect(readFileSync(join(path, 'config.toml'), 'utf8')).toContain('".*"');
});

test('a configuration that is a link is out of reach where it leads to, and so is cotty’s folder behind a link', async () => {
  await using there = await place();
  const dotfile = join(there.scratch, 'dotfile.toml');
  writeFileSync(dotfile, '[[security.rule]]\nprefix = ["git", "status"]\ndecision = "deny"\n', {mode: 0o600});
  symlinkSync(dotfile, join(there.home.path, 'config.toml'));
  symlinkSync(there.home.path, join(there.scratch, 'way'));
  writeFileSync(join(there.scratch, 'lax.toml'), '[security]\nmode = "permissive"\n', {mode: 0o600});
  for (const line of [
    'cp lax.toml dotfile.toml',
    'cp lax.toml way/config.toml',
    'mv dotfile.toml gone.toml',
    'git status',
  ])
    expect(await there.agent(line, '--confirm')).toMatchObject({
      exitCode: 126,
      stderr: expect.stringContaining('was refused'),
    });
  rmSync(dotfile);
  expect(await there.agent('git status', '--confirm')).toMatchObject({
    stderr: expect.stringContaining('leads nowhere'),
  });
});

test('the keys of cotty are read by no agent unasked, wherever its home is', async () => {
  await using there = await place();
  for (const name of ['token', 'audit.key', 'run/server.sock', 'to*'])
    expect(await there.agent(`cat ${there.home.path}/${name}`, '--confirm')).toMatchObject({exitCode: 126});
});

test('a line does not go where its decision cannot be written', async () => {
  await using there = await place();
  mkdirSync(join(there.home.path, 'audit.log'));
  const {exitCode, stderr} = await there.agent('touch ran', '--confirm');
  expect({exitCode, stderr}).toMatchObject({exitCode: 125, stderr: expect.stringContaining('nothing runs')});
  expect(existsSync(join(there.scratch, 'ran'))).toBe(false);
});

test('what is decided after the audit was taken away is in another one, behind a hole that is named', async () => {
  await using there = await place();
  expect(await there.agent('echo one')).toMatchObject({exitCode: 0});
  rmSync(join(there.home.path, 'audit.log'));
  expect(await there.agent('echo two')).toMatchObject({exitCode: 0});
  expect((await there.home.run('audit')).stdout).toContain('echo two');
  expect(await there.home.run('audit', 'verify')).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('missing'),
  });
});

test('the audit tells of a changed, a removed and a lost record, and secrets are not in it', async () => {
  await using there = await place();
  const secret = 'Kd93jdlQ0slx84Jsh2';
  await there.agent('echo one');
  await there.agent(`curl -u me:${secret} http://127.0.0.1:9/`, '--confirm');
  await there.agent(`echo API_TOKEN=${secret}`);
  await there.home.run('server', 'stop', '--sessions');
  const log = join(there.home.path, 'audit.log');
  const text = readFileSync(log, 'utf8');
  expect(text).not.toContain(secret);
  expect(text).toContain('echo API_TOKEN=[redacted]');
  const verify = async (changed: string): Promise<Finished> => {
    writeFileSync(log, changed);
    return there.home.run('audit', 'verify');
  };
  expect(await verify(text)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('whole:')});
  const lines = text.split('\n');
  expect(await verify(text.replace('echo one', 'echo two'))).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('was changed'),
  });
  expect(await verify(lines.toSpliced(2, 1).join('\n'))).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('missing'),
  });
  expect(await verify(`${lines.slice(0, -3).join('\n')}\n`)).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('newest records are missing'),
  });
  const head = join(there.home.path, 'audit.head');
  const noted = readFileSync(head);
  rmSync(head);
  for (const kept of [text, `${lines.slice(0, -3).join('\n')}\n`])
    expect(await verify(kept)).toMatchObject({exitCode: 1, stdout: expect.stringContaining('audit.head')});
  writeFileSync(head, noted);
  expect(await verify(text)).toMatchObject({exitCode: 0});
  rmSync(log);
  expect(await there.home.run('audit', 'verify')).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('audit.log The newest records are missing: 1 to'),
  });
});

test('a secret in the name of a directory is in no field of the audit', async () => {
  await using there = await place();
  const secret = 'ghp_Zx81kd93JdkLq0vN2sYtW5hBzz';
  const folder = join(there.scratch, secret);
  mkdirSync(folder);
  await there.agent(`cd ${folder}`);
  await there.agent('echo in it', '--confirm');
  const said = await there.home.run('audit', '--json');
  expect(said.stdout).toContain('in it');
  const kept = readFileSync(join(there.home.path, 'audit.log'), 'utf8');
  expect(kept).toContain('/[redacted]"');
  expect([said.stdout, kept].filter(text => text.includes(secret))).toEqual([]);
});

test('a secret that a person types is nowhere, and no agent types one', async () => {
  await using there = await place();
  writeFileSync(join(there.home.path, 'config.toml'), '[security]\nsafe_commands = ["read"]\n');
  const secret = 'canary-Qd83kdo2ls';
  const {session_id} = await there.home.value('new', 'asking');
  const name = String(session_id);
  await there.agent(
    'read -rsp "Password: " word; echo; echo -n "$word" | wc -c; echo characters',
    '--session',
    name,
    '--confirm',
  );
  const typing = spawn('script', ['-qec', there.home.commandLine('secret', name), '/dev/null'], {env: there.home.env});
  typing.stdout.once('data', () => typing.stdin.write(`${secret}\r`));
  expect(await finish(typing)).toMatchObject({exitCode: 0, stdout: expect.not.stringContaining(secret)});
  await expect
    .poll(async () => (await there.home.verb('read', name)).stdout, {timeout: 20_000})
    .toContain(`${secret.length}\ncharacters`);
  // Nobody asks any more: it would be shown.
  const again = spawn('script', ['-qec', there.home.commandLine('secret', name), '/dev/null'], {env: there.home.env});
  again.stdout.once('data', () => again.stdin.write(`${secret}\r`));
  expect((await finish(again)).stdout).toMatch(/asks for a secret now/);
  expect(await there.home.run('secret', name)).toMatchObject({exitCode: 1});
  await there.home.run('server', 'stop', '--sessions');
  const found = await finish(spawn('grep', ['-rlaF', secret, there.home.path]));
  expect(found.stdout).toBe('');
});
