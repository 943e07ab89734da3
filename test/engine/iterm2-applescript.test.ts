/** Sessions of iTerm2 by AppleScript alone, with a program that stands in for macOS's `osascript`. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {Iterm2Backend, lookAtIterm2} from '../../src/backends/index.ts';
import {Engine, type Session, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {needs, needsLinux} from '../support/needs.ts';
import {OsascriptOnTest, PERSON} from '../support/osascript-on-test.ts';

const fallback = expect.stringMatching(/^AppleScript, since iTerm2's API is off/);

/** A Mac has an `osascript` of its own. */
function aMac(): OsascriptOnTest {
  needsLinux();
  needs('tmux');
  return new OsascriptOnTest();
}

/** cotty over it, as an agent calls it. */
class Calls implements AsyncDisposable {
  readonly engine: Engine;
  readonly mac: OsascriptOnTest;

  private constructor(mac: OsascriptOnTest) {
    this.mac = mac;
    this.engine = new Engine({backends: [new Iterm2Backend({home: join(mac.folder, 'cotty'), env: mac.env})]});
  }

  static async open(mac: OsascriptOnTest): Promise<Calls> {
    const calls = new Calls(mac);
    await calls.engine.start();
    return calls;
  }

  async call(tool: string, input: Record<string, unknown>) {
    const caller = this.engine.caller('test', {type: 'agent', name: 'agent'});
    caller.env = this.mac.env;
    caller.cwd = this.mac.folder;
    const context = {services: servicesOf(this.engine), caller, signal: new AbortController().signal};
    return (await findTool(selectTools(['terminal']), tool).call(input, context)).value;
  }

  async create(): Promise<Session> {
    const {session_id} = await this.call('manage_session', {action: 'create', backend: 'iterm2', shell: 'bash'});
    return this.engine.session(String(session_id));
  }

  run({id: session_id}: Session, command: string, more: Record<string, unknown> = {}) {
    return this.call('run_command', {session_id, command, timeout: 40, ...more});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.engine[Symbol.asyncDispose]();
  }
}

describe('iTerm2 whose API is off', () => {
  test('a session is opened, told as the fallback in every reply, and what ran in it is graded', async () => {
    using mac = aMac();
    await using calls = await Calls.open(mac);
    const created = await calls.call('manage_session', {action: 'create', backend: 'iterm2', shell: 'bash'});
    expect(created).toMatchObject({session_id: expect.stringMatching(/^iterm:/), fallback});
    const session = calls.engine.session(String(created.session_id));
    const ran = await calls.run(session, 'echo one; false');
    // Whatever is known, it is not how the command ended.
    expect(ran).toMatchObject({exit_code: null, fallback});
    expect(['mark', 'prompt', 'exit']).not.toContain(ran.via);
    expect(ran.output).toContain('one');
    const screen = await calls.call('read_screen', {session_id: session.id});
    expect(screen).toMatchObject({fallback, text: expect.stringContaining('one')});
    expect(await calls.call('manage_session', {action: 'list'})).toMatchObject({
      sessions: [{session_id: session.id}],
    });
  });

  test('a command that says nothing while it runs is not called completed before it ends', async () => {
    using mac = aMac();
    await using calls = await Calls.open(mac);
    const session = await calls.create();
    await calls.run(session, 'mkfifo held');
    expect(await calls.run(session, 'read -r x < held; echo "got $x"', {timeout: 2})).toMatchObject({
      completed: false,
      state: expect.not.stringMatching('completed'),
    });
    const other = await calls.create();
    await calls.run(other, 'echo word > held');
    await expect
      .poll(async () => (await calls.call('read_screen', {session_id: session.id})).text)
      .toContain('got word');
  });

  test('no value is ever read as AppleScript: each is an argument as it is, and the scripts are the same', async () => {
    using mac = aMac();
    await using calls = await Calls.open(mac);
    const session = await calls.create();
    const hostile = [
      '" & (do shell script "touch stolen") & "',
      "'; touch stolen; '",
      '\\" end tell',
      'quote " backslash \\ $(touch stolen) `touch stolen` \u2028\u2029 ünd \u{1f600}',
    ];
    await calls.run(session, 'stty -echo; cat > got');
    const {id: session_id} = session;
    for (const text of hostile) await calls.call('send_text', {session_id, text: `${text}\n`, submit: false});
    const written = () => mac.calls('write').map(({values}) => values[1] ?? '');
    await expect.poll(() => written().join('')).toContain('\u{1f600}');
    const all = written().join('');
    for (const text of hostile) expect(all).toContain(text);
    for (const {script, name} of mac.calls())
      for (const text of hostile) expect(script.includes(text) ? name : null).toBe(null);
    const scripts = (wanted: string) => new Set(mac.calls(wanted).map(({script}) => script)).size;
    for (const name of new Set(mac.calls().map(call => call.name))) expect([name, scripts(name)]).toEqual([name, 1]);
    const name = '" & (do shell script "id") & "';
    await calls.call('manage_session', {action: 'rename', session_id, name: name.replaceAll('"', '“')});
    expect(readdirSync(mac.folder)).not.toContain('stolen');
  });

  test('a line that iTerm2 refuses to type has not run, and leaves the session as it was', async () => {
    using mac = aMac();
    await using calls = await Calls.open(mac);
    const session = await calls.create();
    await calls.run(session, 'echo ready');
    mac.refuse('execution error: it cannot be typed. (-10000)\n');
    await expect(calls.run(session, 'echo lost')).rejects.toMatchObject({code: 'not_supported'});
    mac.refuse(null);
    expect(session.state).toBe('ready');
    const ran = await calls.run(session, 'echo again');
    expect(ran).toMatchObject({state: 'completed', output: expect.stringContaining('again')});
    expect(ran.output).not.toContain('lost');
  });

  test('windows: split, focus, size, and the end of a session', async () => {
    using mac = aMac();
    await using calls = await Calls.open(mac);
    const first = await calls.create();
    const split = {action: 'split', session_id: first.id, direction: 'vertical'};
    const {session_id} = await calls.call('manage_session', split);
    expect(mac.calls('split')).toMatchObject([{values: [expect.any(String), 'below', '', expect.any(String)]}]);
    await calls.call('manage_session', {action: 'focus', session_id: first.id});
    expect(mac.calls('select')).toHaveLength(1);
    await calls.call('manage_session', {action: 'resize', session_id: first.id, cols: 100, rows: 30});
    expect(mac.calls('resize')).toMatchObject([{values: [expect.any(String), '100', '30']}]);
    const second = calls.engine.session(String(session_id));
    await calls.call('manage_session', {action: 'close', session_id});
    expect(second.isClosed).toBe(true);
    await expect(calls.engine.open({backend: 'iterm2', profile: 'No such', baseEnv: mac.env})).rejects.toMatchObject({
      code: 'not_supported',
      message: expect.stringContaining('no such profile'),
    });
  });

  test('a session of the person is adopted with what stands in it, and let go of', async () => {
    using mac = aMac();
    mac.type(PERSON, 'echo before\r');
    await using calls = await Calls.open(mac);
    // Until cotty has something to do there a list asks nobody.
    await calls.create();
    const listed = await calls.call('manage_session', {action: 'list'});
    expect(listed).toMatchObject({adoptable: [{id: PERSON, backend: 'iterm2', program: 'bash'}]});
    const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: PERSON});
    const session = calls.engine.session(String(session_id));
    const text = async () => (await calls.call('read_screen', {session_id})).text;
    await expect.poll(text).toContain('echo before\nbefore');
    mac.type(PERSON, 'echo by hand\r');
    await expect.poll(text).toContain('\nby hand');
    await calls.call('manage_session', {action: 'release', session_id});
    expect(session.isClosed).toBe(true);
    await expect.poll(() => mac.calls('set variable').some(({values}) => values[2] === '')).toBe(true);
  });

  test('the next cotty takes its sessions over, and one whose iTerm2 was quit meanwhile has ended', async () => {
    using mac = aMac();
    const before = await Calls.open(mac);
    const {id} = await before.create();
    await before.run(before.engine.session(id), 'X=kept');
    await before[Symbol.asyncDispose]();
    {
      await using calls = await Calls.open(mac);
      const ran = await calls.run(calls.engine.session(id), 'echo "is $X"');
      expect(ran).toMatchObject({exit_code: null, fallback});
      expect(ran.output).toContain('is kept');
    }
    mac.quit();
    await using calls = await Calls.open(mac);
    expect(await calls.call('manage_session', {action: 'list'})).toMatchObject({sessions: []});
  });

  test('iTerm2 is never started, nobody who only looks asks for it, and a refusal of macOS is told', async () => {
    using mac = aMac();
    await using calls = await Calls.open(mac);
    await calls.call('manage_session', {action: 'list'});
    expect(mac.calls()).toEqual([]);
    mac.refuse('execution error: Not authorized to send Apple events to iTerm2. (-1743)\n');
    await expect(calls.create()).rejects.toMatchObject({
      code: 'denied',
      hint: expect.stringContaining('Privacy & Security > Automation'),
    });
    mac.refuse(null);
    mac.quit();
    await expect(calls.create()).rejects.toMatchObject({code: 'server_unavailable'});
  });

  test('doctor says that it is the fallback, and only where iTerm2 runs', async () => {
    using mac = aMac();
    const found = await lookAtIterm2(mac.env);
    expect(found).toMatchObject({answers: false, found: expect.stringContaining('AppleScript, the fallback')});
    expect(mac.calls().map(({name}) => name)).toEqual(['running']);
    mac.quit();
    expect((await lookAtIterm2(mac.env)).found).not.toContain('AppleScript');
  });

  test('a session that iTerm2 has no more is told as ended', async () => {
    using mac = aMac();
    await using calls = await Calls.open(mac);
    const session = await calls.create();
    mac.quit();
    await session.waiters.until(() => (session.isClosed ? true : undefined), AbortSignal.timeout(40_000));
  });
});
