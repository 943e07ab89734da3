/** The engine on a terminal that can tell and do less than a PTY of cotty's own. */
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {eventSeq} from '../../src/core/index.ts';
import {Engine, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {needs} from '../support/needs.ts';
import {PipedBackend} from '../support/piped-backend.ts';
import type {PipedOptions} from '../support/piped-shell.ts';

let folder: string;
let engine: Engine;
let backend: PipedBackend;

beforeEach(() => {
  needs('script');
  folder = mkdtempSync(join(tmpdir(), 'cotty-piped-'));
});

afterEach(async () => {
  await engine[Symbol.asyncDispose]();
  rmSync(folder, {recursive: true, force: true, maxRetries: 5});
});

async function start(options: Pick<PipedOptions, 'tells' | 'rc'> = {}): Promise<void> {
  const home = join(folder, 'home');
  mkdirSync(home);
  backend = new PipedBackend({cottyHome: join(folder, 'cotty'), home, ...options});
  engine = new Engine({backends: [backend]});
  await engine.start();
}

async function call(tool: string, input: Record<string, unknown>, agent = 'case') {
  const caller = engine.caller(agent, {type: agent === 'person' ? 'person' : 'agent', name: agent});
  const context = {services: servicesOf(engine), caller, signal: new AbortController().signal};
  return (await findTool(selectTools(['terminal']), tool).call(input, context)).value;
}

const run = (command: string, input: Record<string, unknown> = {}) => call('run_command', {command, ...input});

describe('a terminal that nobody can look at', () => {
  beforeEach(() => start());

  test('what is over is told by the whole prompt alone, without an exit code, and no look is claimed', async () => {
    expect(await run('echo one; false')).toMatchObject({
      output: 'one',
      exit_code: null,
      state: 'awaiting_input',
      via: 'prompt',
      waiting_for: {kind: 'repl', tail: 'person@somewhere>'},
    });
    expect(await run('echo two')).toMatchObject({output: 'two', exit_code: null, via: 'prompt'});
  });

  test('a quiet command runs, and nothing is said to be seen', async () => {
    const quiet = await run('sleep 300', {timeout: 0.6});
    expect(quiet).toMatchObject({state: 'running', via: 'idle', exit_code: null, completed: false});
    const {session_id} = quiet;
    await expect(run('echo never', {timeout: 0.3, session_id})).rejects.toMatchObject({code: 'session_busy'});
    await call('send_control', {character: 'C'});
    expect(await run('echo after', {session_id})).toMatchObject({output: expect.stringContaining('after')});
  });

  test('text without a line feed may be a question, and is told as unsure', async () => {
    expect(await run('read -p "Name? " name')).toMatchObject({
      state: 'awaiting_input',
      via: 'idle',
      waiting_for: {kind: 'prompt', tail: 'Name?', unsure: true},
    });
    const session_id = engine.sessions()[0]?.id;
    await expect(run('echo no-answer', {timeout: 0.5, session_id})).rejects.toMatchObject({code: 'session_busy'});
  });

  test('text that resembles a prompt ends no line', async () => {
    expect(await run('printf "45%% "; sleep 300', {timeout: 3})).toMatchObject({
      state: 'awaiting_input',
      via: 'idle',
      waiting_for: {unsure: true},
    });
    expect(engine.sessions()[0]?.tracker.current?.phase).not.toBe('ended');
  });

  test('the alternate screen is seen in the output, whoever draws there', async () => {
    expect(await run("printf '\\033[?1049h'; sleep 300", {timeout: 5})).toMatchObject({
      state: 'tui',
      via: 'idle',
      waiting_for: {program: null},
    });
  });

  test('context says null for what nobody can tell, and no guess', async () => {
    await run('true');
    expect(await call('get_context', {})).toMatchObject({
      pid: null,
      tty: null,
      environment: null,
      path: expect.any(String),
    });
    await run('sleep 300', {timeout: 0.3});
    expect(await call('get_context', {})).toMatchObject({job_name: null});
    const [listed] = (await call('manage_session', {action: 'list'}))['sessions'] as {tty: unknown}[];
    expect(listed?.tty).toBeNull();
  });

  test('what it cannot do is refused as such', async () => {
    await run('true');
    const refused = {code: 'not_supported', hint: expect.any(String)};
    await expect(call('manage_session', {action: 'resize', cols: 100, rows: 30})).rejects.toMatchObject(refused);
    await expect(call('send_control', {character: 'C', drop_pending: true})).rejects.toMatchObject(refused);
  });

  test('whoever looks on with a terminal of another size is shown this one, whose size is not theirs to set', async () => {
    await run('true');
    const [session] = engine.sessions();
    if (!session) throw new Error('There is no session.');
    using seat = await engine.screens.takeSeat(session, {cols: 40, rows: 10});
    expect(seat.size).toEqual({cols: 40, rows: 10});
    expect([session.tracker.cols, session.tracker.rows]).toEqual([80, 24]);
  });

  test('marks on request make it exact', async () => {
    await run('true');
    expect(await call('manage_session', {action: 'integrate', shell: 'bash'})).toMatchObject({
      shell_integration: 'full',
    });
    expect(await run('echo exact; exit_with() { return 7; }; exit_with')).toMatchObject({
      output: 'exact',
      exit_code: 7,
      state: 'completed',
      via: 'mark',
    });
    expect(await run('sleep 300', {timeout: 0.6})).toMatchObject({state: 'running', via: 'mark'});
  });
});

describe('a terminal with a prompt monitor', () => {
  beforeEach(() => start({tells: 'prompts'}));

  test('ends commands by it, with their exit codes', async () => {
    expect(await run('echo one; (exit 3)')).toMatchObject({
      output: 'one',
      exit_code: 3,
      state: 'completed',
      via: 'prompt',
    });
    expect(await run('true')).toMatchObject({exit_code: 0, state: 'completed', via: 'prompt'});
    expect(await run('sleep 300', {timeout: 0.6})).toMatchObject({state: 'running', via: 'prompt'});
  });

  test('a line that somebody else types is a command of its own, and lends nobody its code', async () => {
    const {session_id} = await run('true');
    await call('send_text', {text: '(exit 9)', submit: true, session_id}, 'another');
    expect(await run('echo mine')).toMatchObject({output: 'mine', exit_code: 0, via: 'prompt'});
    const typed = engine
      .sessions()[0]
      ?.tracker.recentCommands(3)
      .find(record => record.commandLine === '(exit 9)');
    expect(typed).toMatchObject({exitStatus: 9, via: 'prompt', by: {type: 'agent', name: 'another'}});
  });

  test('marks are stronger: with them it is they that end a command', async () => {
    await run('true');
    await call('manage_session', {action: 'integrate', shell: 'bash'});
    expect(await run('(exit 4)')).toMatchObject({exit_code: 4, state: 'completed', via: 'mark'});
  });
});

test('a channel beside the terminal ends the command that it names, with its exit code', async () => {
  await start({tells: 'signals'});
  expect(await run('echo told; (exit 5)')).toMatchObject({
    output: 'told',
    exit_code: 5,
    state: 'completed',
    via: 'signal',
  });
  expect(await run('true')).toMatchObject({exit_code: 0, state: 'completed', via: 'signal'});
});

describe("somebody else's terminal", () => {
  beforeEach(() => start());

  test('is listed, and a session once it is adopted, with a gap declared for what nobody here has heard', async () => {
    const id = backend.startForeign();
    expect(await call('manage_session', {action: 'list'})).toEqual({
      sessions: [],
      adoptable: [{id, backend: 'iterm2', title: `terminal ${id}`, cwd: null, program: null}],
    });
    const {session_id} = await call('manage_session', {action: 'adopt', session_id: id});
    expect(await run('echo adopted')).toMatchObject({session_id, output: 'adopted'});
    const listed = await call('manage_session', {action: 'list'});
    expect(listed).toMatchObject({sessions: [{session_id, backend: 'iterm2'}]});
    expect(listed['adoptable']).toBeUndefined();
    const gaps: unknown[] = [];
    for await (const event of engine.session(String(session_id)).log.events(eventSeq(0)))
      if (event.type === 'gap') gaps.push(event);
    expect(gaps).toMatchObject([{reason: 'disconnected', from: 0, to: 0}]);
  });

  test('that is released goes on without cotty, and can be adopted again', async () => {
    const id = backend.startForeign();
    const {session_id} = await call('manage_session', {action: 'adopt', session_id: id});
    await run('marker=kept');
    expect(await call('manage_session', {action: 'release'})).toEqual({released: session_id, session_id});
    await expect(run('echo gone', {session_id})).rejects.toMatchObject({code: 'session_closed'});
    const shell = backend.foreign(id);
    const printed = shell.prints('is kept');
    shell.type(Buffer.from('echo "is $marker"\r'));
    expect(await printed).toContain('is kept');
    await call('manage_session', {action: 'adopt', session_id: id});
    // Its prompt was printed while nobody here listened: an empty line brings another.
    await call('send_keys', {keys: ['Enter']});
    expect(await run('echo "still $marker"')).toMatchObject({output: 'still kept'});
  });

  test('of an unknown name is refused with those there are, and a session of our own is not let go of', async () => {
    const id = backend.startForeign();
    await expect(call('manage_session', {action: 'adopt', session_id: 'w9'})).rejects.toMatchObject({
      code: 'unknown_session',
      hint: `There are: ${id} (terminal ${id}).`,
    });
    await call('manage_session', {action: 'create'});
    await expect(call('manage_session', {action: 'release'})).rejects.toMatchObject({code: 'not_supported'});
    expect(await run('echo alive')).toMatchObject({output: 'alive'});
  });
});

test('panes are divided, brought to the front and given profiles where a backend has them', async () => {
  await start();
  const {session_id: first} = await call('manage_session', {action: 'create', profile: 'dark'});
  const {session_id: second} = await call('manage_session', {
    action: 'split',
    session_id: first,
    direction: 'vertical',
    profile: 'Dark',
  });
  expect(await call('manage_session', {action: 'focus', session_id: first})).toMatchObject({focused: first});
  expect(backend.asked).toEqual(['split vertical Dark', `focus ${first}`]);
  const [window] = await backend.layout.windows();
  expect(window?.tabs[0]?.panes.map(({sessionId, isFocused}) => [sessionId, isFocused])).toEqual([
    [first, true],
    [second, false],
  ]);
  await expect(call('manage_session', {action: 'create', profile: 'Solar'})).rejects.toMatchObject({
    code: 'invalid_argument',
    message: 'There is no profile "Solar"; there are: Default, Dark.',
  });
});
