/** What a command has printed reads the same later, whatever shell has the terminal by then. */
import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

test.each([
  ['dash', 'bash'],
  ['dash', 'fish'],
  ['bash', 'dash'],
  ['fish', 'dash'],
] as const)('in %s, before and behind a nested %s that is given marks', async (outer, inner) => {
  await using terminal = await TestTerminal.open('pty', outer);
  const first = await terminal.run('echo first');
  expect(first).toMatchObject({output: 'first'});
  const read = async ({command_id}: {command_id?: unknown}) =>
    (await terminal.call('read_output', {command_id}))['text'];
  await terminal.run(inner);
  await terminal.call('manage_session', {action: 'integrate'});
  const second = await terminal.run('echo second');
  expect(second).toMatchObject({output: 'second', via: 'mark'});
  expect([await read(first), await read(second)]).toEqual(['first', 'second']);
  await terminal.run('exit');
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  expect([await read(first), await read(second)]).toEqual(['first', 'second']);
});

test('two lines that were typed in two sessions have each an id of their own, by which each is read', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {session_id: other} = await terminal.call('manage_session', {action: 'create', shell: 'bash'});
  const ids: string[] = [];
  for (const [session_id, text] of [
    [terminal.sessionId, 'echo first; (exit 11)'],
    [other, 'echo second; (exit 12)'],
  ]) {
    await terminal.call('run_command', {session_id, command: 'true'});
    const typed = await terminal.call('send_text', {session_id, text, submit: true});
    ids.push(String(typed['command_id']));
  }
  expect(new Set(ids).size).toBe(2);
  const [one, two] = ids;
  expect(await terminal.call('read_output', {command_id: one})).toMatchObject({text: 'first', exit_code: 11});
  expect(await terminal.call('read_output', {command_id: two})).toMatchObject({text: 'second', exit_code: 12});
});

test('of a session that is busy or waits no exit code is told: that of the command before would be read as its own', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('(exit 11)');
  expect(await terminal.call('read_output', {})).toMatchObject({state: 'ready', exit_code: 11});
  const running = await terminal.run('echo go; sleep 300', {until: '^go$'});
  expect(await terminal.call('read_output', {})).toMatchObject({state: 'busy', exit_code: null});
  await terminal.call('send_control', {character: 'C', escalate: true});
  await terminal.call('read_output', {command_id: running['command_id'], wait_ms: 40_000});
  await terminal.run('read -p "name? " name');
  expect(await terminal.call('read_output', {})).toMatchObject({state: 'waiting', exit_code: null});
});
