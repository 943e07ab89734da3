import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {createPtyBackend, Host} from '../../src/backends/index.ts';
import {Engine, type Session, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {Iterm2OnTest} from '../support/iterm2-on-test.ts';

const agent = {type: 'agent', name: 'agent'} as const;
/** What should have come long ago, on a busy machine too. */
const LATE_MS = 40_000;

/** cotty over iTerm2, as an agent calls it. */
class Calls implements AsyncDisposable {
  readonly engine: Engine;
  readonly iterm2: Iterm2OnTest;

  private constructor(iterm2: Iterm2OnTest) {
    this.iterm2 = iterm2;
    this.engine = new Engine({backends: [iterm2.backend()]});
  }

  static async open(iterm2: Iterm2OnTest): Promise<Calls> {
    const calls = new Calls(iterm2);
    await calls.engine.start();
    return calls;
  }

  async call(tool: string, input: Record<string, unknown>, env: NodeJS.ProcessEnv = this.iterm2.env) {
    const caller = this.engine.caller('test', agent);
    caller.env = env;
    const context = {services: servicesOf(this.engine), caller, signal: new AbortController().signal};
    return (await findTool(selectTools(['terminal']), tool).call(input, context)).value;
  }

  /** A shell that the agent opens. */
  async create(env?: NodeJS.ProcessEnv): Promise<Session> {
    const input = {action: 'create', shell: 'bash', cwd: this.iterm2.folder};
    const {session_id} = await this.call('manage_session', input, env);
    return this.engine.session(String(session_id));
  }

  /** A session of iTerm2's that a person has opened. */
  async adopt(guid: string): Promise<Session> {
    const {session_id} = await this.call('manage_session', {action: 'adopt', session_id: guid});
    return this.engine.session(String(session_id));
  }

  run({id: session_id}: Session, command: string) {
    return this.call('run_command', {session_id, command, timeout: 40});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.engine[Symbol.asyncDispose]();
  }
}

async function until(session: Session, look: () => boolean): Promise<void> {
  await session.waiters.until(() => (look() ? true : undefined), AbortSignal.timeout(LATE_MS));
}

/** A person's shell with iTerm2's own kind of shell integration, at its prompt; with the name that iTerm2 has for it. */
async function personsShell(iterm2: Iterm2OnTest): Promise<{session: Session; guid: string}> {
  const session = await iterm2.open();
  await until(session, () => session.tracker.phase === 'prompt');
  return {session, guid: iterm2.guidOf(session)};
}

function everythingIn(folder: string): string {
  const files = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
  return files.map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
}

describe('sessions that cotty opens', () => {
  test('commands in them are exact', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    await using calls = await Calls.open(iterm2);
    const session = await calls.create();
    expect(session.id).toMatch(/^iterm:/);
    const exact = {state: 'completed', via: 'mark'};
    expect(await calls.run(session, 'echo one; false')).toMatchObject({output: 'one', exit_code: 1, ...exact});
    expect(await calls.run(session, 'seq 5000 | tail -2; cd /; X=1')).toMatchObject({output: '4999\n5000', ...exact});
    const told = await calls.run(session, 'pwd; echo "$X $COTTY_SESSION"');
    expect(told).toMatchObject({output: `/\n1 ${session.id}`, exit_code: 0, ...exact});
    const text = "cat <<'E'\nzwei Zeilen, ünd € \u{1f600}\n'\"$`\\\nE";
    expect(await calls.run(session, text)).toMatchObject({output: 'zwei Zeilen, ünd € \u{1f600}\n\'"$`\\', ...exact});
  });

  test('the environment is that of the caller, and no file has it', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    await using calls = await Calls.open(iterm2);
    const value = 'of "the" caller\'s $HOME `x` \\\nsecond line';
    const session = await calls.create({...iterm2.env, OF_CALLER: value, OTHER: 'marker-of-caller'});
    const {output} = await calls.run(session, 'printf %s "$OF_CALLER"; printenv COTTY_OF_OTHERS');
    expect(output).toBe(value);
    expect(everythingIn(join(iterm2.folder, 'client'))).not.toContain('marker-of-caller');
  });

  test('more than a tty holds arrives whole and in order, and a program that does not read holds nobody up', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    await using calls = await Calls.open(iterm2);
    const session = await calls.create();
    const {id: session_id} = session;
    await calls.call('run_command', {session_id, command: 'stty -echo; echo go; cat >got', until: 'go'});
    const lines = Array.from({length: 2000}, (_, index) => `line ${index} häüß`);
    await calls.call('send_text', {session_id, text: `${lines.join('\n')}\n`, submit: false});
    await calls.call('send_control', {session_id, character: 'D'});
    await until(session, () => session.tracker.phase === 'prompt');
    await calls.run(session, 'stty echo');
    expect(readFileSync(join(iterm2.folder, 'got'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  test('a person sees them: a tab that takes no focus, a split, a name, a size, and what they close is closed', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    const {guid, session: person} = await personsShell(iterm2);
    await using calls = await Calls.open(iterm2);
    const first = await calls.create({...iterm2.env, ITERM_SESSION_ID: `w0t0p0:${guid}`});
    const {session_id} = await calls.call('manage_session', {
      action: 'split',
      session_id: first.id,
      direction: 'vertical',
    });
    const listed = await calls.call('manage_session', {action: 'list'});
    expect(listed).toMatchObject({sessions: [{session_id: first.id}, {session_id}]});
    const windows = await iterm2.windows();
    expect(windows).toMatchObject([{tabs: [{sessions: [{id: guid}]}, {sessions: [{}, {}]}]}]);
    expect(await iterm2.activeSession()).toBe(guid);
    await calls.call('manage_session', {action: 'focus', session_id: first.id});
    expect(await iterm2.activeSession()).not.toBe(guid);
    await calls.call('manage_session', {action: 'rename', session_id: first.id, name: 'builds'});
    await calls.call('manage_session', {action: 'resize', session_id: first.id, cols: 100, rows: 30});
    expect(await calls.run(first, 'stty size')).toMatchObject({output: '30 100'});
    const inIterm2 = iterm2.engine.sessions().find(({name}) => name === 'builds');
    expect(inIterm2?.tracker).toMatchObject({cols: 100, rows: 30});
    // By the person.
    await inIterm2?.close();
    await until(first, () => first.isClosed);
    const second = calls.engine.session(String(session_id));
    await calls.call('manage_session', {action: 'close', session_id});
    expect(second.isClosed).toBe(true);
    await expect.poll(() => iterm2.engine.sessions().filter(({isClosed}) => !isClosed)).toEqual([person]);
  });

  test('of one that could not be opened nothing is left, here or there', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    await using calls = await Calls.open(iterm2);
    const opening = calls.engine.open({shell: 'bash', profile: 'No such', baseEnv: iterm2.env});
    await expect(opening).rejects.toMatchObject({code: 'not_supported'});
    expect(readdirSync(join(iterm2.folder, 'client', 'sessions'))).toEqual([]);
    expect(iterm2.engine.sessions()).toEqual([]);
    expect(await calls.call('manage_session', {action: 'list'})).toMatchObject({sessions: []});
  });

  test('the next cotty takes them over, with what it has to know', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    const before = await Calls.open(iterm2);
    const {id} = await before.create();
    await before.run(before.engine.session(id), 'X=kept');
    await before[Symbol.asyncDispose]();
    await using calls = await Calls.open(iterm2);
    const session = calls.engine.session(id);
    expect(await calls.run(session, 'echo "$X"; false')).toMatchObject({output: 'kept', exit_code: 1});
    expect(await calls.run(session, 'echo more; false')).toMatchObject({output: 'more', exit_code: 1, via: 'mark'});
  });
});

describe('sessions that were there before', () => {
  test('one is listed, adopted with what stands in it, exact by its own integration, and let go of as it was', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    const {session: person, guid} = await personsShell(iterm2);
    await iterm2.type(person, 'echo before\r');
    await until(
      person,
      () => person.tracker.recentCommands(1)[0]?.phase === 'ended' && person.tracker.phase === 'prompt',
    );
    await using calls = await Calls.open(iterm2);
    const listed = await calls.call('manage_session', {action: 'list'});
    expect(listed).toMatchObject({sessions: [], adoptable: [{id: guid, backend: 'iterm2', cwd: iterm2.folder}]});
    const session = await calls.adopt(guid);
    const {text} = await calls.call('read_screen', {session_id: session.id});
    expect(text).toContain('echo before\nbefore');
    const ran = await calls.run(session, 'echo one; false');
    expect(ran).toMatchObject({output: 'one', exit_code: 1, state: 'completed', via: 'prompt'});
    expect(await calls.run(session, 'seq 3')).toMatchObject({output: '1\n2\n3', exit_code: 0, via: 'prompt'});
    await calls.call('manage_session', {action: 'release', session_id: session.id});
    expect(session.isClosed).toBe(true);
    expect(person.isClosed).toBe(false);
    expect(await calls.call('manage_session', {action: 'list'})).toMatchObject({adoptable: [{id: guid}]});
  });

  test('one without integration is graded, and exact when it was given marks', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    const person = await iterm2.open({argv: ['bash', '--norc', '--noprofile'], env: {PS1: 'person$ '}});
    await until(person, () => person.lastLine().includes('person$'));
    await using calls = await Calls.open(iterm2);
    const session = await calls.adopt(iterm2.guidOf(person));
    const graded = await calls.run(session, 'echo one');
    expect(graded).toMatchObject({output: 'one', exit_code: null, via: expect.not.stringMatching('mark')});
    const integrated = await calls.call('manage_session', {action: 'integrate', session_id: session.id});
    expect(integrated).toMatchObject({shell_integration: 'full'});
    expect(await calls.run(session, 'echo two; false')).toMatchObject({output: 'two', exit_code: 1, via: 'mark'});
  });

  test('closing one only lets go of it', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    const {session: person, guid} = await personsShell(iterm2);
    await using calls = await Calls.open(iterm2);
    const session = await calls.adopt(guid);
    await calls.call('manage_session', {action: 'close', session_id: session.id});
    expect([session.isClosed, person.isClosed]).toEqual([true, false]);
  });

  test('the one that the caller runs in is refused, and one that another cotty has', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    const {guid} = await personsShell(iterm2);
    await using calls = await Calls.open(iterm2);
    const own = {...iterm2.env, ITERM_SESSION_ID: `w0t0p0:${guid}`};
    const adopted = calls.call('manage_session', {action: 'adopt', session_id: guid}, own);
    await expect(adopted).rejects.toMatchObject({code: 'denied'});
    const {id: session_id} = await calls.adopt(guid);
    await expect(calls.call('run_command', {session_id, command: 'true'}, own)).rejects.toMatchObject({code: 'denied'});
    await using other = new Engine({backends: [iterm2.backend('other')]});
    await other.start();
    expect((await other.foreign.find()).terminals).toEqual([]);
  });

  test('a person who types in it holds its line', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    const {session: person, guid} = await personsShell(iterm2);
    await using calls = await Calls.open(iterm2);
    const session = await calls.adopt(guid);
    await iterm2.type(person, 'echo by han');
    await until(session, () => session.gate.lease.facts().holder === 'person at iTerm2');
  });
});

describe('iTerm2 that is not there', () => {
  test('no look asks for it; who opens a session on it is told how to have it', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    await iterm2.quit();
    await using calls = await Calls.open(iterm2);
    const listed = await calls.call('manage_session', {action: 'list'});
    expect(listed).toMatchObject({sessions: []});
    expect(listed).not.toHaveProperty('unavailable');
    await expect(calls.create()).rejects.toMatchObject({
      code: 'server_unavailable',
      hint: 'Start iTerm2. Then switch on Settings > General > Magic > Enable Python API.',
    });
  });

  test('without a cookie nobody is let in, and the answer says what to do', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    iterm2.env.ITERM2_COOKIE = '0'.repeat(32);
    await using calls = await Calls.open(iterm2);
    await expect(calls.create()).rejects.toMatchObject({
      code: 'denied',
      hint: expect.stringContaining('ITERM2_COOKIE'),
    });
    expect(await calls.call('manage_session', {action: 'list'})).toMatchObject({sessions: []});
  });

  test('one that is quit ends its sessions as lost, and is not asked again', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    await using calls = await Calls.open(iterm2);
    const session = await calls.create();
    const running = calls.run(session, 'echo go; sleep 300');
    await until(session, () => session.tracker.phase === 'running');
    await iterm2.quit();
    expect(await running).toMatchObject({state: 'lost', exit_code: null});
    await expect(calls.run(session, 'true')).rejects.toMatchObject({code: 'session_closed'});
  });

  test('a connection that is cut is made anew, and the sessions are what they were', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    await using calls = await Calls.open(iterm2);
    const session = await calls.create();
    await calls.run(session, 'X=kept');
    iterm2.cutConnections();
    const resized = {action: 'resize', session_id: session.id, cols: 90, rows: 25};
    await expect.poll(() => calls.call('manage_session', resized).catch(() => null)).not.toBe(null);
    expect(await calls.run(session, 'echo "$X"')).toMatchObject({output: 'kept', exit_code: 0, via: 'mark'});
    await iterm2.engine
      .sessions()
      .find(({isClosed}) => !isClosed)
      ?.close();
    await until(session, () => session.isClosed);
  });
});

describe('where new sessions are opened', () => {
  test('in iTerm2 for who is there, in a built-in terminal for all others, and where it is asked for by name', async () => {
    await using iterm2 = await Iterm2OnTest.start();
    const {guid} = await personsShell(iterm2);
    const home = join(iterm2.folder, 'client');
    const builtIn = createPtyBackend({home, host: new Host({home, env: iterm2.env})});
    await using engine = new Engine({backends: [iterm2.backend(), builtIn]});
    await engine.start();
    const backendOf = async (options: Parameters<Engine['open']>[0]) => (await engine.open(options)).facts.backend;
    const inside = {...iterm2.env, ITERM_SESSION_ID: `w0t0p0:${guid}`};
    expect(await backendOf({shell: 'bash', baseEnv: inside})).toBe('iterm2');
    expect(await backendOf({shell: 'bash', baseEnv: {...inside, TMUX: '/tmp/x,1,0'}})).toBe('pty');
    expect(await backendOf({shell: 'bash', baseEnv: iterm2.env})).toBe('pty');
    expect(await backendOf({shell: 'bash', baseEnv: iterm2.env, backend: 'iterm2'})).toBe('iterm2');
  });
});
