/** A line that nobody waits for, given to what says no marks, ends where it ended: what is typed there later is no part of its output. */
import {describe, expect, test} from 'vitest';
import type {Actor} from '../../src/core/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

const anna: Actor = {type: 'person', name: 'anna'};

describe.each([
  ['bash --norc', 'echo one', 'echo two'],
  ['zsh -f', 'echo one', 'echo two'],
  ['dash', 'echo one', 'echo two'],
  ['python3 -q', 'print("one")', 'print("two")'],
  ['sqlite3', ".print 'one'", ".print 'two'"],
])('%s', (program, line, other) => {
  test('text that an agent enters', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    const command_id = await unasked(terminal);
    await terminal.call('send_text', {text: other, submit: true});
    await expectOne(terminal, command_id);
  });

  test('keys that an agent presses', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    const command_id = await unasked(terminal);
    await terminal.call('send_keys', {keys: [`text:${other}`, 'Enter']});
    await expectOne(terminal, command_id);
  });

  test('what a person types', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    const command_id = await unasked(terminal);
    // As a terminal sends them: nobody waits for one before the next.
    const keys = Array.from(`${other}\r`, key => terminal.session.gate.write(anna, Buffer.from(key), {kind: 'typed'}));
    await Promise.all(keys);
    await terminal.until(session => session.lastLine() !== 'two' && raw(session).includes('two\r\n'));
    await expectOne(terminal, command_id);
  });

  /** Given, over by what stands on the screen, and not looked at. */
  async function unasked(terminal: TestTerminal): Promise<unknown> {
    await terminal.run(program);
    const prompt = terminal.session.lastLine();
    const {lines} = terminal.session.tracker;
    const {command_id} = await terminal.run(line, {wait_for_completion: false});
    await terminal.until(session => session.tracker.lines >= lines + 2 && session.lastLine() === prompt);
    return command_id;
  }
});

test('what is typed into a line that runs is a part of its output', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('bash --norc');
  const {command_id} = await terminal.run('read -r answer; echo "got $answer"', {wait_for_completion: false});
  await terminal.until(({tracker}) => tracker.lines > (tracker.openNestedLine?.submittedLines ?? Infinity));
  await terminal.call('send_text', {text: 'blue', submit: true});
  await terminal.call('read_output', {command_id, wait_ms: 40_000});
  const {text, state} = await terminal.call('read_output', {command_id});
  expect({text, state}).toEqual({text: 'blue\ngot blue', state: 'completed'});
});

async function expectOne(terminal: TestTerminal, command_id: unknown): Promise<void> {
  await terminal.call('read_output', {command_id, wait_ms: 40_000});
  const {text, state} = await terminal.call('read_output', {command_id});
  expect({text, state}).toEqual({text: 'one', state: 'completed'});
}

/** The newest output. */
function raw({recent}: TestTerminal['session']): string {
  return Buffer.from(recent.slice(recent.oldest, recent.end) ?? []).toString('latin1');
}
