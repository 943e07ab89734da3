/** Screens of sessions whose output the emulator does not get over. It is the true one, with faults built in. */
import {expect, test} from 'vitest';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {Stand, type Value} from '../conformance/bench.ts';

const screens = {worker: new URL('../fixtures/screens/failing-worker.ts', import.meta.url), stuckAfterMs: 500};
const faults = [
  ['hangs', '\\033[666~'],
  ['fails', '\\033[667~'],
  ['ends', '\\033[669~'],
] as const;

test.each(faults)('output on which the emulator %s is left out, and said', async (_, poison) => {
  await using stand = await Stand.open({shell: 'bash', screens});
  const ran = await stand.run(`printf 'first\\n'; printf '\\033[32m${poison}last\\n'`);
  expect(ran).toMatchObject({state: 'completed', exit_code: 0});
  const screen = await stand.call('read_screen', {});
  expect(String(screen['text']).split('\n').slice(1, 3)).toEqual(['first', 'last']);
  expect(screen).toMatchObject({skipped_bytes: 6});
  const {presentation} = await findTool(selectTools(['terminal']), 'read_screen').call(
    {session_id: stand.sessionId},
    {engine: stand.engine, caller: stand.caller, signal: new AbortController().signal},
  );
  expect(presentation.facts).toMatchObject({skipped_bytes: 6});
});

test('what is known to stop the emulator is passed over from then on', async () => {
  const stuckAfterMs = 2000;
  await using stand = await Stand.open({shell: 'bash', screens: {...screens, stuckAfterMs}});
  await stand.run("printf '\\033[666~one\\n'");
  await stand.call('read_screen', {});
  await stand.run('echo two');
  const read = stand.call('read_screen', {});
  // No thread is lost any more: the answer does not take the time to notice one.
  const late = new Promise(resolve => setTimeout(resolve, stuckAfterMs, 'late'));
  expect(await Promise.race([read, late])).toMatchObject({
    text: expect.stringMatching(/one\n.*\ntwo/),
    skipped_bytes: 6,
  });
});

test('erasing the screen erases what was missing from it', async () => {
  await using stand = await Stand.open({shell: 'bash', screens});
  await stand.run("printf '\\033[666~'");
  expect(await stand.call('read_screen', {})).toMatchObject({skipped_bytes: 6});
  await stand.run("printf '\\033[H\\033[2J\\033[3J'");
  expect(await stand.call('read_screen', {scrollback: true})).not.toHaveProperty('skipped_bytes');
});

test('the screens of other sessions lose nothing when one hangs', async () => {
  await using stand = await Stand.open({shell: 'bash', screens});
  await stand.run("printf '\\033[31mred\\n'");
  await stand.until(session => session.tracker.phase === 'prompt');
  const before = await stand.call('read_screen', {styles: true});
  const {session_id} = await stand.call('manage_session', {action: 'create', shell: 'bash'});
  await stand.run("printf '\\033[666~'", {session_id});
  const reads: Promise<Value>[] = [
    stand.call('read_screen', {session_id}),
    stand.call('read_screen', {styles: true}),
    stand.call('read_screen', {styles: true}),
  ];
  const [guilty, ...innocent] = await Promise.all(reads);
  expect(guilty).toMatchObject({skipped_bytes: 6});
  expect(innocent).toEqual([before, before]);
});

test('a screen whose beginning the log has dropped is drawn again from its checkpoint', async () => {
  await using stand = await Stand.open({shell: 'bash', screens, maxLogBytes: 1_000_000, cols: 60, rows: 10});
  await stand.run(
    `bash -c 'printf "\\033[?1049h\\033[2J\\033[HHEADER\\033[9;1Hready"; while read -r -n 1 key; do printf "\\033[5;3H%0600000d\\033[7;3H%s" 0 "$key" | tr 0 "\\r"; done'`,
    {until: 'ready'},
  );
  for (const key of ['a', 'b', 'c', 'd']) {
    await stand.call('send_keys', {keys: [key]});
    await stand.until(session => session.lastLine().endsWith(key));
    expect(await stand.call('read_screen', {})).toMatchObject({text: expect.stringContaining('HEADER')});
  }
  const before = await stand.call('read_screen', {});
  expect(stand.session.log.oldest).toBeGreaterThan(0);
  const {session_id} = await stand.call('manage_session', {action: 'create', shell: 'bash'});
  await stand.run("printf '\\033[666~'", {session_id});
  const [after] = await Promise.all([stand.call('read_screen', {}), stand.call('read_screen', {session_id})]);
  expect(after).toEqual(before);
  expect(await stand.call('read_screen', {})).toEqual(before);
});

test('a command is told of though its screen hangs', async () => {
  await using stand = await Stand.open({shell: 'bash', screens});
  const ran = await stand.run("printf 'out\\033[666~put\\n'; sleep 60", {timeout: 1});
  expect(ran).toMatchObject({state: 'running', output: 'output', skipped_bytes: 6});
  expect(ran['screen_snapshot']).toContain('output');
});

test('a screen that hangs keeps no engine from ending', async () => {
  const stand = await Stand.open({shell: 'bash', screens: {...screens, stuckAfterMs: 600_000}});
  await stand.run("printf '\\033[666~'");
  const read = expect(stand.call('read_screen', {})).rejects.toMatchObject({code: 'cancelled'});
  await stand[Symbol.asyncDispose]();
  await read;
});
