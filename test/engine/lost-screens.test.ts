/** Screens of sessions whose output the emulator does not get over. It is the true one, with faults built in. */
import {expect, test} from 'vitest';
import {servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {TestTerminal, type Value} from '../conformance/test-terminal.ts';

const screens = {worker: new URL('../fixtures/screens/failing-worker.ts', import.meta.url), stuckAfterMs: 500};
const faults = [
  ['hangs', '\\033[666~'],
  ['fails', '\\033[667~'],
  ['ends', '\\033[669~'],
] as const;

test.each(faults)('output on which the emulator %s is left out, and said', async (_, poison) => {
  await using terminal = await TestTerminal.open('pty', 'bash', {screens});
  const ran = await terminal.run(`printf 'first\\n'; printf '\\033[32m${poison}last\\n'`);
  expect(ran).toMatchObject({state: 'completed', exit_code: 0});
  const screen = await terminal.call('read_screen', {});
  expect(String(screen['text']).split('\n').slice(1, 3)).toEqual(['first', 'last']);
  expect(screen).toMatchObject({skipped_bytes: 6});
  const {presentation} = await findTool(selectTools(['terminal']), 'read_screen').call(
    {session_id: terminal.sessionId},
    {services: servicesOf(terminal.engine), caller: terminal.caller, signal: new AbortController().signal},
  );
  expect(presentation.facts).toMatchObject({skipped_bytes: 6});
});

test('what is known to stop the emulator is passed over from then on', async () => {
  const stuckAfterMs = 4000;
  await using terminal = await TestTerminal.open('pty', 'bash', {screens: {...screens, stuckAfterMs}});
  await terminal.run("printf '\\033[666~one\\n'");
  await terminal.call('read_screen', {});
  await terminal.run('echo two');
  const read = terminal.call('read_screen', {});
  // No thread is lost any more: the answer does not take the time to notice one.
  const late = new Promise(resolve => setTimeout(resolve, stuckAfterMs, 'late'));
  expect(await Promise.race([read, late])).toMatchObject({
    text: expect.stringMatching(/one\n.*\ntwo/),
    skipped_bytes: 6,
  });
});

test('erasing the screen erases what was missing from it', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {screens});
  await terminal.run("printf '\\033[666~'");
  expect(await terminal.call('read_screen', {})).toMatchObject({skipped_bytes: 6});
  await terminal.run("printf '\\033[H\\033[2J\\033[3J'");
  expect(await terminal.call('read_screen', {scrollback: true})).not.toHaveProperty('skipped_bytes');
});

test('the screens of other sessions lose nothing when one hangs', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {screens});
  await terminal.run("printf '\\033[31mred\\n'");
  await terminal.until(session => session.tracker.phase === 'prompt');
  const before = await terminal.call('read_screen', {styles: true});
  const {session_id} = await terminal.call('manage_session', {action: 'create', shell: 'bash'});
  await terminal.run("printf '\\033[666~'", {session_id});
  const reads: Promise<Value>[] = [
    terminal.call('read_screen', {session_id}),
    terminal.call('read_screen', {styles: true}),
    terminal.call('read_screen', {styles: true}),
  ];
  const [guilty, ...innocent] = await Promise.all(reads);
  expect(guilty).toMatchObject({skipped_bytes: 6});
  expect(innocent).toEqual([before, before]);
});

test('a screen whose beginning the log has dropped is drawn again from its checkpoint', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {screens, maxLogBytes: 1_000_000, cols: 60, rows: 10});
  await terminal.run(
    `bash -c 'stty -echo; printf "\\033[?1049h\\033[2J\\033[HHEADER\\033[9;1Hready"; while read -r -n 1 key; do printf "\\033[5;3H%0600000d\\033[7;3H%s" 0 "$key" | tr 0 "\\r"; done'`,
    {until: 'ready'},
  );
  for (const key of ['a', 'b', 'c', 'd']) {
    await terminal.call('send_keys', {keys: [key]});
    await terminal.until(session => session.lastLine().endsWith(key));
    expect(await terminal.call('read_screen', {})).toMatchObject({text: expect.stringContaining('HEADER')});
  }
  const before = await terminal.call('read_screen', {});
  expect(terminal.session.log.oldest).toBeGreaterThan(0);
  const {session_id} = await terminal.call('manage_session', {action: 'create', shell: 'bash'});
  await terminal.run("printf '\\033[666~'", {session_id});
  const [after] = await Promise.all([terminal.call('read_screen', {}), terminal.call('read_screen', {session_id})]);
  expect(after).toEqual(before);
  expect(await terminal.call('read_screen', {})).toEqual(before);
});

test('a command is told of though its screen hangs', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {screens});
  const ran = await terminal.run("printf 'out\\033[666~put\\n'; sleep 60", {timeout: 1});
  expect(ran).toMatchObject({state: 'running', output: 'output', skipped_bytes: 6});
  expect(ran['screen_snapshot']).toContain('output');
});

test('a screen that hangs keeps no engine from ending', async () => {
  const terminal = await TestTerminal.open('pty', 'bash', {screens: {...screens, stuckAfterMs: 600_000}});
  await terminal.run("printf '\\033[666~'");
  const read = expect(terminal.call('read_screen', {})).rejects.toMatchObject({code: 'cancelled'});
  await terminal[Symbol.asyncDispose]();
  await read;
});
