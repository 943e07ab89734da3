import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {createPtyBackend, Host} from '../../src/backends/index.ts';
import {TmuxOnTest} from '../../src/backends/tmux/testing/tmux-on-test.ts';
import {Engine} from '../../src/engine/index.ts';
import {needs, skipUnless} from '../support/needs.ts';
import {Calls, inside} from '../support/tmux-calls.ts';

describe('panes that were there before', () => {
  test('one is listed, adopted with what stands in it, used, given marks, and let go of as it was', async () => {
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('PS1=person$ ', 'bash', '--norc', '--noprofile');
    await using calls = await Calls.open(tmux);
    tmux.tmux('send-keys', '-t', pane, 'echo before', 'Enter');
    // tmux tells the folder of its own server until the program of a new pane has begun.
    const list = () => calls.call('manage_session', {action: 'list'});
    await expect.poll(list).toMatchObject({sessions: [], adoptable: [{id: pane, backend: 'tmux', cwd: tmux.folder}]});
    const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
    expect(String(session_id)).toMatch(/^tmux:/);
    const {text} = await calls.call('read_screen', {session_id});
    expect(text).toContain('before');
    const graded = await calls.call('run_command', {session_id, command: 'echo one'});
    expect(graded).toMatchObject({output: 'one', exit_code: null, via: expect.not.stringMatching('mark')});
    const integrated = await calls.call('manage_session', {action: 'integrate', session_id});
    expect(integrated).toMatchObject({shell_integration: 'full'});
    const exact = await calls.call('run_command', {session_id, command: 'echo two; false'});
    expect(exact).toMatchObject({output: 'two', exit_code: 1, via: 'mark'});
    await calls.call('manage_session', {action: 'release', session_id});
    expect(tmux.tmux('show-options', '-p', '-t', pane)).not.toContain('@cotty');
    const again = await calls.call('manage_session', {action: 'list'});
    expect(again).toMatchObject({adoptable: [{id: pane}]});
    expect(tmux.tmux('display-message', '-p', '-t', pane, '#{pane_dead} #{pane_current_command}').trim()).toBe(
      '0 bash',
    );
  });

  test('what stands in one, and where its cursor is, are of one moment, however fast its program prints', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux);
    tmux.start('sleep', '300');
    for (let time = 0; time < 6; time++) {
      const pane = tmux.start('sh', '-c', 'while :; do printf x; done');
      const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
      const {log} = calls.engine.session(String(session_id));
      const {bytes} = await log.readOutput(log.oldest, log.end);
      tmux.tmux('kill-pane', '-t', pane);
      const picture = /\x1b\[H\x1b\[2J([x\r\n]*)\x1b\[m\x1b\[(\d+);(\d+)H/.exec(Buffer.from(bytes).toString());
      const [_, rows = '', row, column] = picture ?? [];
      expect([row, column]).toEqual([
        expect.any(String),
        String((rows.split('\r\n')[Number(row) - 1] ?? '').length + 1),
      ]);
    }
  });

  test('closing one only lets go of it', async () => {
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('sleep', '300');
    await using calls = await Calls.open(tmux);
    const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
    await calls.call('manage_session', {action: 'close', session_id});
    expect(tmux.tmux('display-message', '-p', '-t', pane, '#{pane_dead} #{@cotty}').trim()).toBe('0');
  });

  test('the one that the caller runs in is refused, before it is adopted and after', async () => {
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('sleep', '300');
    await using calls = await Calls.open(tmux);
    const own = inside(tmux, pane);
    const adopted = calls.call('manage_session', {action: 'adopt', session_id: pane}, own);
    await expect(adopted).rejects.toMatchObject({code: 'denied'});
    const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
    await expect(calls.call('run_command', {session_id, command: 'true'}, own)).rejects.toMatchObject({code: 'denied'});
    await expect(calls.call('manage_session', {action: 'close', session_id}, own)).rejects.toMatchObject({
      code: 'denied',
    });
  });

  test('of all who ask for one at once one gets it, also of different servers of cotty’s', async () => {
    await using tmux = new TmuxOnTest();
    const first = tmux.start('sleep', '300');
    await using calls = await Calls.open(tmux);
    await using others = await Calls.open(tmux, {home: join(tmux.folder, 'other')});
    for (let times = 0; times < 10; times++) {
      const pane = times === 0 ? first : tmux.tmux('new-window', '-d', '-P', '-F', '#{pane_id}', 'sleep', '300').trim();
      const adopt = {action: 'adopt', session_id: pane};
      const asked = [calls, calls, others, others].map(who => who.call('manage_session', adopt));
      const told = await Promise.allSettled(asked);
      expect(told.filter(({status}) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  test('one whose adoption was refused is as it was, and can be adopted later', async () => {
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('sleep', '300');
    await using calls = await Calls.open(tmux);
    const adopt = {action: 'adopt', session_id: pane};
    tmux.tmux('set-hook', '-g', 'client-attached', 'detach-client -a');
    await expect(calls.call('manage_session', adopt)).rejects.toMatchObject({code: 'denied'});
    expect(tmux.tmux('show-options', '-p', '-t', pane)).not.toContain('@cotty');
    tmux.tmux('set-hook', '-g', '-u', 'client-attached');
    expect(await calls.call('manage_session', adopt)).toMatchObject({session_id: expect.stringMatching(/^tmux:/)});
  });

  test('one that another cotty has is no offer', async () => {
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('sleep', '300');
    tmux.tmux('set-option', '-p', '-t', pane, '@cotty', 'tmux:somebodyelse nonce key');
    await using calls = await Calls.open(tmux);
    expect(await calls.call('manage_session', {action: 'list'})).not.toHaveProperty('adoptable');
  });
});

describe('where new sessions are opened', () => {
  test('in tmux for who is there, in a built-in terminal for all others, and where it is asked for by name', async () => {
    needs('tmux');
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('sleep', '300');
    const builtIn = () => createPtyBackend({home: tmux.home, host: new Host({home: tmux.home, env: tmux.env})});
    await using engine = new Engine({backends: [tmux.backend(), builtIn()]});
    await engine.start();
    const backendOf = async (options: Parameters<Engine['open']>[0]) => (await engine.open(options)).facts.backend;
    expect(await backendOf({shell: 'sh', baseEnv: inside(tmux, pane)})).toBe('tmux');
    expect(await backendOf({shell: 'sh', baseEnv: tmux.env})).toBe('pty');
    expect(await backendOf({shell: 'sh', baseEnv: tmux.env, backend: 'tmux'})).toBe('tmux');
    await using asked = new Engine({backends: [tmux.backend(), builtIn()], backendsAskedFor: ['tmux']});
    await asked.start();
    const session = await asked.open({shell: 'sh', baseEnv: inside(tmux, pane)});
    expect(session.facts.backend).toBe('pty');
  });

  test('one that has ended is listed once, though the built-in terminals have their recordings in the same folder', async () => {
    needs('tmux');
    await using tmux = new TmuxOnTest();
    const builtIn = createPtyBackend({home: tmux.home, host: new Host({home: tmux.home, env: tmux.env})});
    await using engine = new Engine({backends: [tmux.backend(), builtIn]});
    await engine.start();
    const opened = [
      await engine.open({shell: 'sh', backend: 'tmux'}),
      await engine.open({shell: 'sh', backend: 'pty'}),
    ];
    await Promise.all(opened.map(session => session.close()));
    const ended = async () => (await engine.endedSessions()).map(({facts}) => facts.sessionId).toSorted();
    await expect.poll(ended).toEqual(opened.map(({id}) => id).toSorted());
  });

  test('for a caller in tmux a window beside theirs, which they go on looking at', async () => {
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('sleep', '300');
    await using calls = await Calls.open(tmux);
    const {session_id} = await calls.call('manage_session', {action: 'create', shell: 'bash'}, inside(tmux, pane));
    expect(tmux.tmux('list-windows', '-F', '#{window_active} #{session_name}')).toBe('1 0\n0 0\n');
    const result = await calls.call('run_command', {session_id, command: 'echo "$TMUX_PANE"; pwd'}, inside(tmux, pane));
    expect(result).toMatchObject({output: expect.stringMatching(/^%1\n/), exit_code: 0, via: 'mark'});
  });

  test('a split stands beside its origin, and focus shows it', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux);
    const first = await calls.call('manage_session', {action: 'create', shell: 'bash'});
    const second = await calls.call('manage_session', {
      action: 'split',
      session_id: first.session_id,
      direction: 'vertical',
    });
    expect(tmux.tmux('list-panes', '-F', '#{pane_active} #{pane_width}')).toBe('1 80\n0 80\n');
    await calls.call('manage_session', {action: 'focus', session_id: second.session_id});
    expect(tmux.tmux('list-panes', '-F', '#{pane_active}')).toBe('0\n1\n');
    const session = calls.engine.session(String(first.session_id));
    await session.waiters.until(() => session.tracker.rows < 24 || undefined, AbortSignal.timeout(20_000));
    expect(session.tracker.rows).toBe(12);
  });

  test('nothing of the tmux server’s own environment is in a session, and all of its caller’s is', async () => {
    await using tmux = new TmuxOnTest();
    tmux.start('sleep', '300');
    tmux.tmux('set-environment', '-g', 'OF_THE_SERVER', 'x');
    await using calls = await Calls.open(tmux);
    const env = {...tmux.env, OF_THE_CALLER: 'a "b" #{c} $d ; e\nf'};
    const {session_id} = await calls.call('manage_session', {action: 'create', shell: 'bash'}, env);
    const command = 'printenv OF_THE_SERVER || echo none; printf %s "$OF_THE_CALLER"';
    const result = await calls.call('run_command', {session_id, command});
    expect(result).toMatchObject({output: `none\n${env.OF_THE_CALLER}`});
  });
});

describe('servers that are not there', () => {
  test('where none runs nothing is started by a look, and one is when a session is opened', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux);
    const listed = await calls.call('manage_session', {action: 'list'});
    expect(listed).toMatchObject({sessions: []});
    expect(listed).not.toHaveProperty('unavailable');
    expect(existsSync(tmux.socket)).toBe(false);
    const {session_id} = await calls.call('manage_session', {action: 'create', shell: 'bash'});
    expect(await calls.call('run_command', {session_id, command: 'echo it runs'})).toMatchObject({output: 'it runs'});
  });

  test('where tmux is not installed the error says so', async () => {
    await using tmux = new TmuxOnTest();
    tmux.env.PATH = tmux.folder;
    const calls = new Calls(tmux);
    await using _calls = calls;
    await calls.engine.start();
    await expect(calls.call('manage_session', {action: 'create', shell: '/bin/bash'})).rejects.toMatchObject({
      code: 'not_supported',
      message: 'tmux is not installed.',
    });
    expect(await calls.call('manage_session', {action: 'list'})).not.toHaveProperty('unavailable');
  });

  test('a session that ends while cotty is away is known with its exit status', async () => {
    await using tmux = new TmuxOnTest();
    skipUnless(tmux.keepsPanes, 'tmux 3.2 may crash by a pane that is kept');
    tmux.start('sleep', '300');
    const first = await Calls.open(tmux);
    const {session_id} = await first.call('manage_session', {action: 'create', shell: 'bash'});
    const [pane = ''] = tmux
      .tmux('list-panes', '-a', '-F', '#{pane_id} #{@cotty}')
      .split('\n')
      .filter(row => row.includes(String(session_id)))
      .map(row => row.split(' ')[0] ?? '');
    await first[Symbol.asyncDispose]();
    tmux.tmux('send-keys', '-t', pane, 'exit 5', 'Enter');
    await using second = await Calls.open(tmux);
    const session = second.engine.session(String(session_id));
    await session.waiters.until(() => session.isClosed || undefined, AbortSignal.timeout(20_000));
    const listed = await second.call('manage_session', {action: 'list', all: true});
    expect(listed).toMatchObject({sessions: [{session_id, state: 'closed', exit_code: 5}]});
  });
});
