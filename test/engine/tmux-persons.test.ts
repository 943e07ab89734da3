/** What a person does to their tmux while agents work in it: nothing is lost that is not said, and nothing of theirs is taken from them. */
import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {TmuxOnTest} from '../../src/backends/tmux/testing/tmux-on-test.ts';
import {TmuxServer} from '../../src/backends/tmux/tmux-server.ts';
import {isBefore31, isBefore32} from '../../src/backends/tmux/tmux-version.ts';
import {endTmux} from '../support/end-tmux.ts';
import {needs, skipUnless} from '../support/needs.ts';
import {RecordedProcess} from '../support/processes.ts';
import {Calls, inside} from '../support/tmux-calls.ts';

interface Opened {
  readonly sessionId: string;
  readonly pane: string;
}

async function opened(calls: Calls, input: Record<string, unknown> = {}, env?: NodeJS.ProcessEnv): Promise<Opened> {
  const {session_id} = await calls.call('manage_session', {action: 'create', backend: 'tmux', ...input}, env);
  const sessionId = String(session_id);
  const {tty} = calls.engine.session(sessionId).facts;
  const panes = calls.tmux.tmux('list-panes', '-a', '-F', '#{pane_tty} #{pane_id}').split('\n');
  const [, pane = ''] = panes.find(row => row.startsWith(`${tty} `))?.split(' ') ?? [];
  return {sessionId, pane};
}

const here = {output: 'here', exit_code: 3, state: 'completed', via: 'mark'};

const proof = ({sessionId}: Opened, calls: Calls) =>
  calls.call('run_command', {session_id: sessionId, command: 'echo here; (exit 3)'});

/** Runs a line that prints numbers, does what `meanwhile` does while it is half through, and resolves to its result. */
async function whileCounting(
  {sessionId}: Opened,
  calls: Calls,
  meanwhile: () => unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const at = (name: string): string => join(calls.tmux.folder, `${sessionId.slice(5)}-${name}`);
  const command = `seq 100; touch ${at('begun')}; until [ -e ${at('go')} ]; do sleep 0.01; done; seq 101 200; false`;
  const run = calls.call('run_command', {session_id: sessionId, command});
  await expect.poll(() => existsSync(at('begun'))).toBe(true);
  await meanwhile();
  mkdirSync(at('go'));
  return run;
}

const clientsOf = (tmux: TmuxOnTest): string[] =>
  tmux.tmux('list-clients', '-F', '#{client_pid} #{session_name}').split('\n').filter(Boolean);

/** Nothing of this process goes on meanwhile, as on a machine that has no time for it. */
function standStillUntil(isOver: () => boolean): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (!isOver()) Atomics.wait(never, 0, 0, 20);
}

describe('clients of cotty’s', () => {
  test('one that is detached is there again, and every session that it told of says that output may be missing', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux);
    const sessions = [await opened(calls), await opened(calls)];
    let left = sessions.length;
    const {promise: allBegun, resolve} = Promise.withResolvers<void>();
    const detach = async (): Promise<void> => {
      left--;
      if (left > 0) return allBegun;
      const before = clientsOf(tmux);
      // As `tmux attach -d` does.
      tmux.tmux('detach-client', '-s', 'cotty');
      await expect.poll(() => clientsOf(tmux)).toEqual([expect.not.stringContaining(before.join())]);
      resolve();
    };
    const results = await Promise.all(sessions.map(session => whileCounting(session, calls, detach)));
    for (const result of results) expect(result).toMatchObject({exit_code: 1, via: 'mark', output_gap: true});
    for (const session of sessions) expect(await proof(session, calls)).toMatchObject(here);
  });

  test('a pane that is moved between tmux sessions tells nothing twice, and says that output may be missing', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux);
    const moving = await opened(calls);
    const staying = await opened(calls);
    const other = tmux.tmux('new-session', '-d', '-s', 'other', '-P', '-F', '#{pane_id}', 'sleep', '300').trim();
    await calls.call('manage_session', {action: 'adopt', session_id: other});
    const result = await whileCounting(moving, calls, async () => {
      for (const session of ['other:', 'cotty:', 'other:']) {
        tmux.tmux('move-pane', '-s', moving.pane, '-t', session);
        await expect.poll(() => clientsOf(tmux).length).toBe(2);
        await calls.call('manage_session', {action: 'list'});
      }
    });
    // Its end may be among what is missing.
    expect(result).toMatchObject({state: 'completed', output_gap: true});
    const lines = String(result.output)
      .split('\n')
      .filter(line => /^\d+$/.test(line));
    expect(lines).toEqual([...new Set(lines)]);
    expect(await proof(moving, calls)).toMatchObject(here);
    expect(await proof(staying, calls)).toMatchObject(here);
  });

  test('one that lags while a person looks on is told so: the flood says that output is missing, the next command is exact', async () => {
    await using tmux = new TmuxOnTest();
    skipUnless(!isBefore32(tmux.version), 'tmux before 3.2 keeps all that a client has not read, and gives nothing up');
    await using calls = await Calls.open(tmux, {limits: {pauseAfterS: 1}});
    const session = await opened(calls);
    // Where nobody looks on tmux has the program wait instead.
    const person = join(tmux.folder, 'person');
    tmux.tmuxAt(person, 'new-session', '-d', 'env', '-u', 'TMUX', 'tmux', '-S', tmux.socket, 'attach');
    try {
      await expect.poll(() => clientsOf(tmux)).toHaveLength(2);
      const begun = join(tmux.folder, 'begun');
      const over = join(tmux.folder, 'over');
      const flood = calls.call('run_command', {
        session_id: session.sessionId,
        command: `touch ${begun}; end=$((SECONDS + 3)); while [ $SECONDS -lt $end ]; do seq 20000; done; touch ${over}; false`,
        timeout: 90,
      });
      await expect.poll(() => existsSync(begun)).toBe(true);
      standStillUntil(() => existsSync(over));
      expect(await flood).toMatchObject({state: 'completed', output_gap: true});
      expect(await proof(session, calls)).toMatchObject(here);
    } finally {
      endTmux(person);
    }
  }, 120_000);

  test('where a hook of the person’s would have tmux detach them, cotty does not attach and says so', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux);
    const pane = tmux.start('sleep', '300');
    const person = join(tmux.folder, 'person');
    tmux.tmuxAt(person, 'new-session', '-d', 'env', '-u', 'TMUX', 'tmux', '-S', tmux.socket, 'attach');
    try {
      await expect.poll(() => clientsOf(tmux)).toHaveLength(1);
      const before = clientsOf(tmux);
      tmux.tmux('set-hook', '-g', 'client-attached', 'detach-client -a');
      const adopt = {action: 'adopt', session_id: pane};
      await expect(calls.call('manage_session', adopt)).rejects.toMatchObject({code: 'denied'});
      await expect(opened(calls)).rejects.toMatchObject({
        code: 'denied',
        message: expect.stringContaining('detach-client -a'),
        hint: expect.stringContaining('client_control_mode'),
      });
      expect(clientsOf(tmux)).toEqual(before);
    } finally {
      endTmux(person);
    }
  });

  test('a resize tells the size that a pane has got, of several in a window', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux);
    const session = await opened(calls);
    tmux.tmux('split-window', '-d', '-h', '-t', session.pane, 'sleep', '300');
    const wanted = {action: 'resize', session_id: session.sessionId, cols: 300, rows: 100};
    const {cols, rows} = await calls.call('manage_session', wanted);
    const size = tmux.tmux('display-message', '-p', '-t', session.pane, '#{pane_width}x#{pane_height}').trim();
    expect(`${cols}x${rows}`).toBe(size);
    expect(size).not.toBe('300x100');
  });

  test('a list in the moment in which tmux has let go of a client still names every pane', async () => {
    needs('tmux');
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('sleep', '300');
    const other = tmux.tmux('new-session', '-d', '-s', 'other', '-P', '-F', '#{pane_id}', 'sleep', '300').trim();
    await using server = new TmuxServer(tmux.socket, tmux.program);
    const listener = {isForeign: true, onOutput() {}, onMissed() {}, onRow() {}, onGone() {}, onMode() {}};
    await server.watch(other, listener);
    tmux.tmux('kill-session', '-t', 'other');
    expect((await server.rows()).map(row => row.pane)).toEqual([pane]);
  });

  test('of one that is killed while it is asked, what only asks is answered all the same', async () => {
    needs('tmux');
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('sleep', '300');
    await using server = new TmuxServer(tmux.socket, tmux.program);
    const listener = {isForeign: true, onOutput() {}, onMissed() {}, onRow() {}, onGone() {}, onMode() {}};
    await server.watch(pane, listener);
    const client = RecordedProcess.of(tmux.tmux('list-clients', '-F', '#{client_pid}'));
    client.signal('SIGSTOP');
    const asked = Array.from({length: 50}, () => server.run('display-message', '-p', '-t', pane, '#{pane_id}'));
    client.signal('SIGKILL');
    expect(await Promise.all(asked)).toEqual(asked.map(() => [pane]));
  });

  test('a server that stands still is no server that is gone: calls end with that, and sessions go on when it does', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux, {limits: {mostSilentMs: 2000}});
    const session = await opened(calls);
    expect(await proof(session, calls)).toMatchObject(here);
    const server = RecordedProcess.of(tmux.tmux('display-message', '-p', '#{pid}'));
    server.signal('SIGSTOP');
    try {
      const listed = await calls.call('manage_session', {action: 'list'});
      expect(listed).toMatchObject({
        sessions: [{session_id: session.sessionId, state: 'ready'}],
        unavailable: [{backend: 'tmux', code: 'server_unavailable'}],
      });
    } finally {
      server.signal('SIGCONT');
    }
    expect(await proof(session, calls)).toMatchObject(here);
  }, 30_000);
});

describe('what is the person’s', () => {
  test('a pane that is kept when its program ends stays, with nothing of cotty’s in it', async () => {
    await using tmux = new TmuxOnTest();
    skipUnless(tmux.keepsPanes, 'tmux 3.2 may crash by a pane that is kept');
    const pane = tmux.start('sh');
    tmux.tmux('set-option', '-g', 'remain-on-exit', 'on');
    await using calls = await Calls.open(tmux);
    const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
    await calls.call('run_command', {session_id, command: 'exit 4'});
    expect(tmux.tmux('display-message', '-p', '-t', pane, '#{pane_dead} #{pane_dead_status}').trim()).toBe('1 4');
    await expect.poll(() => tmux.tmux('show-options', '-p', '-t', pane)).toBe('');
  });

  test('a pane of cotty’s that they respawn is theirs from then on', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux);
    const {pane} = await opened(calls);
    tmux.tmux('respawn-pane', '-k', '-t', pane, 'sleep', '300');
    // Panes have no hooks of their own before.
    const hooks = () => (isBefore32(tmux.version) ? '' : tmux.tmux('show-hooks', '-p', '-t', pane));
    await expect.poll(() => tmux.tmux('show-options', '-p', '-t', pane) + hooks()).toBe('');
    await expect
      .poll(() => calls.call('manage_session', {action: 'list'}))
      .toMatchObject({sessions: [], adoptable: [{id: pane}]});
  });

  test('their tmux session keeps its windows to itself when its name only ends like cotty’s', async () => {
    await using tmux = new TmuxOnTest();
    tmux.tmux('new-session', '-d', '-s', 'my cotty', '-n', 'mine', 'sleep', '300');
    await using calls = await Calls.open(tmux);
    await opened(calls, {name: 'agents'});
    const windows = tmux.tmux('list-windows', '-a', '-F', '#{session_name}:#{window_name}').trim().split('\n');
    expect(windows.toSorted()).toEqual(['cotty:agents', 'my cotty:mine']);
  });

  test('windows without a size of their own are a reason to open none: tmux would crash with all that runs in it', async () => {
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('sleep', '300');
    tmux.tmux('set-option', '-g', 'window-size', 'manual');
    await using calls = await Calls.open(tmux);
    await expect(opened(calls)).rejects.toMatchObject({code: 'spawn_failed'});
    await expect(opened(calls, {}, inside(tmux, pane))).rejects.toMatchObject({code: 'spawn_failed'});
    expect(tmux.tmux('list-panes', '-a', '-F', '#{pane_id}').trim()).toBe(pane);
  });
});

describe('cotty’s own tmux session', () => {
  test('is made once by many who open theirs at the same time', async () => {
    await using tmux = new TmuxOnTest();
    await using calls = await Calls.open(tmux);
    const names = Array.from({length: 8}, (_, at) => `agent-${at}`);
    await Promise.all(names.map(name => calls.call('manage_session', {action: 'create', backend: 'tmux', name})));
    const windows = tmux.tmux('list-windows', '-a', '-F', '#{session_name}:#{window_name}').trim().split('\n');
    expect(windows.toSorted()).toEqual(names.map(name => `cotty:${name}`));
  });

  test('outlives cotty where sessions that nobody looks at are destroyed', async () => {
    await using tmux = new TmuxOnTest();
    tmux.tmux(
      'start-server',
      ';',
      'set-option',
      '-g',
      'exit-empty',
      'off',
      ';',
      'set-option',
      '-g',
      'destroy-unattached',
      'on',
    );
    const {sessionId} = await (async () => {
      await using calls = await Calls.open(tmux);
      const session = await opened(calls);
      expect(await proof(session, calls)).toMatchObject(here);
      return session;
    })();
    await using next = await Calls.open(tmux);
    expect(await next.call('run_command', {session_id: sessionId, command: 'echo here; (exit 3)'})).toMatchObject(here);
  });
});

describe('names and folders', () => {
  test.each(['a#[b]', '##[x', 'a#{pid}', '#(touch x)', 'a;b', '%H', '~x', `q'"$HOME`, 'é 端'])(
    '%s means itself',
    async name => {
      await using tmux = new TmuxOnTest();
      await using calls = await Calls.open(tmux);
      const cwd = join(tmux.folder, name);
      mkdirSync(cwd);
      const {sessionId, pane} = await opened(calls, {cwd, name});
      expect(await calls.call('run_command', {session_id: sessionId, command: 'pwd'})).toMatchObject({output: cwd});
      const shown = () => tmux.tmux('display-message', '-p', '-t', pane, '#{window_name}').trim();
      expect(shown()).toBe(name);
    },
  );

  test('a rename is seen on the window or, where that has more panes, on the pane; a person’s pane keeps its names', async () => {
    await using tmux = new TmuxOnTest();
    const theirs = tmux.start('sleep', '300');
    await using calls = await Calls.open(tmux);
    const names = (pane: string) =>
      tmux.tmux('display-message', '-p', '-t', pane, '#{window_name} #{pane_title}').trim();
    const before = names(theirs);
    const {sessionId, pane} = await opened(calls, {name: 'one'});
    const split = await calls.call('manage_session', {action: 'split', session_id: sessionId, direction: 'vertical'});
    await calls.call('manage_session', {action: 'rename', session_id: sessionId, name: 'two'});
    expect(names(pane)).toBe('one two');
    await calls.call('manage_session', {action: 'close', session_id: split.session_id});
    await calls.call('manage_session', {action: 'rename', session_id: sessionId, name: '#[three] ; #{pid}'});
    expect(names(pane)).toBe('#[three] ; #{pid} two');
    const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: theirs});
    await calls.call('manage_session', {action: 'rename', session_id, name: 'four'});
    expect(names(theirs)).toBe(before);
    await calls.call('manage_session', {action: 'close', session_id: sessionId});
    await expect.poll(() => tmux.tmux('list-panes', '-a', '-F', '#{pane_id}').trim()).toBe(theirs);
  });
});

test('several servers at once, by name and by path: panes of each are named, adopted, split and let go of', async () => {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  const folder = join(tmux.folder, `tmux-${process.getuid?.()}`);
  mkdirSync(folder, {mode: 0o700});
  const named = ['one', 'b;c é'].map(name => join(folder, name));
  const apart = join(tmux.folder, 'a part');
  const on = (socket: string, ...words: string[]) => tmux.tmuxAt(socket, ...words).trim();
  // Before 3.2 tmux refuses a dot.
  const make = [
    'new-session',
    '-d',
    '-s',
    isBefore32(tmux.version) ? 'é ;x' : 'é ;.x',
    '-P',
    '-F',
    '#{pane_id}',
    'bash',
    '--norc',
    '--noprofile',
  ];
  for (const socket of [...named, apart]) on(socket, ...make);
  try {
    await using calls = await Calls.open(tmux, {socket: 'default', env: {...tmux.env, TMUX_TMPDIR: tmux.folder}});
    const listed = await calls.call('manage_session', {action: 'list'});
    const ids = named.map(socket => `%0@${socket}`);
    expect(new Set((listed.adoptable as {id: string}[]).map(({id}) => id))).toEqual(new Set(ids));
    for (const [at, id] of [...ids, `%0@${apart}`].entries()) {
      const socket = [...named, apart][at] ?? '';
      const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: id});
      await calls.call('manage_session', {action: 'integrate', session_id});
      const ran = await calls.call('run_command', {session_id, command: 'echo "$TMUX"; (exit 5)'});
      expect(ran).toMatchObject({exit_code: 5, output: expect.stringContaining(socket)});
      const split = await calls.call('manage_session', {action: 'split', session_id, direction: 'horizontal'});
      expect(on(socket, 'list-panes', '-F', '#{pane_id}')).toBe('%0\n%1');
      await calls.call('manage_session', {action: 'close', session_id: split.session_id});
      await calls.call('manage_session', {action: 'release', session_id});
      expect(on(socket, 'list-panes', '-F', '#{pane_id} #{pane_dead}')).toBe('%0 0');
    }
    const elsewhere = calls.call('manage_session', {action: 'adopt', session_id: `%0@${tmux.folder}/nobody`});
    await expect(elsewhere).rejects.toMatchObject({code: 'unknown_session'});
  } finally {
    for (const socket of [...named, apart]) endTmux(socket);
  }
});

test('a session is there again once tmux goes on, when cotty began while it stood still', async () => {
  await using tmux = new TmuxOnTest();
  const {sessionId, server} = await (async () => {
    await using calls = await Calls.open(tmux);
    const session = await opened(calls);
    expect(await proof(session, calls)).toMatchObject(here);
    return {...session, server: RecordedProcess.of(tmux.tmux('display-message', '-p', '#{pid}'))};
  })();
  server.signal('SIGSTOP');
  try {
    await using early = await Calls.open(tmux, {limits: {mostSilentMs: 2000}});
    expect(early.engine.sessions()).toEqual([]);
  } finally {
    server.signal('SIGCONT');
  }
  await using calls = await Calls.open(tmux);
  expect(await proof({sessionId, pane: ''}, calls)).toMatchObject(here);
}, 30_000);

test('what is run behind a resize is told the new size, also behind the second of two', async () => {
  await using tmux = new TmuxOnTest();
  await using calls = await Calls.open(tmux);
  const {sessionId} = await opened(calls);
  expect(await calls.call('run_command', {session_id: sessionId, command: 'true'})).toMatchObject({exit_code: 0});
  for (const [cols, rows] of [
    [100, 30],
    [2, 2],
    [60, 50],
  ]) {
    await calls.call('manage_session', {action: 'resize', session_id: sessionId, cols, rows});
    const told = await calls.call('run_command', {session_id: sessionId, command: 'stty size'});
    expect(told).toMatchObject({output: `${rows} ${cols}`});
  }
});

test('what a program prints at its new size comes behind the news of it, also of panes beside each other', async () => {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  const at = (name: string): string => join(tmux.folder, name);
  skipUnless(!isBefore31(tmux.version), 'tmux 3.0 tells programs no size itself while nobody looks');
  const script = `trap 'stty size | tee -a ${at('told')}' WINCH; touch ${at('ready')}; while :; do sleep 0.02; done`;
  const pane = tmux.start('sh', '-c', script);
  tmux.tmux('split-window', '-d', '-t', pane, '-h', 'sleep', '300');
  await using server = new TmuxServer(tmux.socket, tmux.program);
  const heard: string[] = [];
  const listener = {
    isForeign: true,
    onOutput: (bytes: Uint8Array) => void heard.push(Buffer.from(bytes).toString().trim()),
    onMissed() {},
    onRow: ({cols, rows}: {cols: number; rows: number}) => void heard.push(`${cols}x${rows}`),
    onGone() {},
    onMode() {},
  };
  await server.watch(pane, listener);
  await expect.poll(() => existsSync(at('ready'))).toBe(true);
  // Size and output are both there when this process goes on. The news of the split may have reached the program late: that is no matter.
  tmux.tmux('resize-window', '-x', '100', '-y', '30');
  const [cols, rows] = tmux.tmux('display-message', '-p', '-t', pane, '#{pane_width} #{pane_height}').trim().split(' ');
  const told = `${rows} ${cols}`;
  // tmux before 3.2 puts the news off for as long as it is asked something.
  standStillUntil(() => existsSync(at('told')) && readFileSync(at('told'), 'utf8').includes(told));
  standStillUntil(() => tmux.tmux('capture-pane', '-p', '-t', pane).includes(told));
  await expect.poll(() => heard.some(one => one.includes(told))).toBe(true);
  const before = heard.slice(
    0,
    heard.findIndex(one => one.includes(told)),
  );
  expect(before.findLast(one => one.includes('x'))).toBe(`${cols}x${rows}`);
});

test('a session that goes while its client has no processor takes nothing else of the person’s tmux with it', async () => {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  const pane = tmux.start('sleep', '300');
  tmux.tmux('new-session', '-d', '-s', 'other', 'sleep', '300');
  await using server = new TmuxServer(tmux.socket, tmux.program);
  const unheard = {onOutput() {}, onMissed() {}, onRow() {}, onGone() {}, onMode() {}};
  await server.watch(pane, {isForeign: true, ...unheard});
  const client = RecordedProcess.of(clientsOf(tmux)[0]?.split(' ')[0]);
  client.signal('SIGSTOP');
  try {
    tmux.tmux('kill-session', '-t', '0');
    // What tmux does once a second it has done by then.
    tmux.tmux('run-shell', 'sleep 2.5');
    expect(tmux.tmux('list-sessions', '-F', '#{session_name}')).toBe('other\n');
  } finally {
    client.signal('SIGCONT');
  }
});
