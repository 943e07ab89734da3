/** What a list of sessions says of a command that somebody typed, in whatever shell. */
import {describe, expect, test} from 'vitest';
import {typeRaw} from '../../src/engine/index.ts';
import {fullShells, TestTerminal, terminals} from '../conformance/test-terminal.ts';

const person = {by: {type: 'person', name: 'anna'}, signal: AbortSignal.timeout(600_000)} as const;

async function runningAfter(terminal: TestTerminal, ...typed: readonly string[]): Promise<unknown> {
  for (const text of typed) await typeRaw(terminal.session, Buffer.from(text), person);
  await terminal.until(({tracker}) => tracker.phase === 'running');
  const {sessions} = await terminal.call('manage_session', {action: 'list'});
  const [row] = sessions as readonly Record<string, unknown>[];
  expect(await terminal.call('get_context', {})).toMatchObject({command_line: row?.command_line});
  await typeRaw(terminal.session, Buffer.from('\n'), person);
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  return row?.command_line;
}

describe.each(terminals(fullShells))('$backend, $shell', ({backend, shell}) => {
  test('a line that a person typed is named, also when it was edited on the way', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    // `head` ends with the line that it gets.
    expect(await runningAfter(terminal, 'head -n 1\r')).toBe('head -n 1');
    // Backspaces, to the beginning (^A), a word put in front, back to the end (^E).
    expect(await runningAfter(terminal, 'haed\x7f\x7f\x7fead -n', '\x01true; ', '\x05 1\r')).toBe('true; head -n 1');
    // Longer than the terminal is wide.
    const long = `head -n 1; : ${'x'.repeat(100)}`;
    expect(await runningAfter(terminal, `${long}\r`)).toBe(long);
  });
});

test('a line that was typed at a POSIX shell, which says no beginning, is not told to be over while it runs', async () => {
  await using terminal = await TestTerminal.open('pty', 'dash');
  await terminal.run('true');
  const type = (text: string, timeout = 40) => terminal.call('send_text', {text, submit: true, timeout});
  expect(await type('while ! test -e go; do sleep 0.05; done', 0.4)).toMatchObject({state: 'running'});
  const [row] = (await terminal.call('manage_session', {action: 'list'}))['sessions'] as Record<string, unknown>[];
  expect(row).toMatchObject({state: 'busy'});
  terminal.write('go', '');
  await terminal.until(({tracker}) => tracker.current === null);
  expect(await terminal.outcome('echo one')).toMatchObject({output: 'one', exit_code: 0});
  expect(await type(`sh -c 'printf "name? "; read name'`)).toMatchObject({
    state: 'awaiting_input',
    waiting_for: {kind: 'prompt', tail: 'name?'},
  });
  expect(await type('anna')).toMatchObject({state: 'completed', exit_code: 0});
});
