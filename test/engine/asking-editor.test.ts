/** A line editor that asks something itself, or waits for the rest of a key: what is typed is an answer to it. */
import {describe, expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

type Shell = 'bash' | 'zsh';
type Row = [shell: Shell, setup: string, keys: string[], question: RegExp];

const inZsh = /^zsh: do you wish to see all 300 possibilities \(\d+ lines\)\?$/;
const inBash = /^Display all 300 possibilities\? \(y or n\)$/;

describe.each<Row>([
  ['zsh', 'bindkey -e', ['C-d'], inZsh],
  ['zsh', 'bindkey -v', ['C-d'], inZsh],
  ['zsh', 'bindkey -e', ['Tab'], inZsh],
  ['bash', ':', ['Tab', 'Tab'], inBash],
])('%s (%s) asks at %j whether it is to list many completions', (shell, setup, keys, question) => {
  test('this is told as a question', async () => {
    await using terminal = await asking(shell, setup, keys, question);
    const {sessions} = await terminal.call('manage_session', {action: 'list'});
    expect(sessions).toMatchObject([{state: 'waiting'}]);
    const answered = await terminal.call('send_text', {text: 'n'});
    expect(answered).toMatchObject({state: 'ready'});
  });

  test('a command that comes then runs, and the line is as it was', async () => {
    await using terminal = await asking(shell, setup, keys, question);
    expect(await terminal.outcome('echo over; false')).toEqual({
      output: 'over',
      exit_code: 1,
      state: 'completed',
      via: 'mark',
    });
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    const {text} = await terminal.call('send_keys', {keys: ['text:001'], wait_for: 'echo d/001'});
    expect(text).toMatch(/echo d\/001$/m);
    const printed = await terminal.call('send_keys', {keys: ['Enter'], timeout: 40});
    expect(printed).toMatchObject({state: 'completed', exit_code: 0, output: 'd/001'});
  });
});

test.each([['C-v'], ['C-x'], ['Escape']])(
  'a command runs that comes behind %s, of which zsh waits for more',
  async key => {
    await using terminal = await TestTerminal.open('pty', 'zsh');
    await terminal.run('bindkey -e');
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    await terminal.call('send_keys', {keys: ['text:echo ', key]});
    expect(await terminal.outcome('echo over; false')).toMatchObject({output: 'over', exit_code: 1, via: 'mark'});
  },
);

test('a nested zsh that asks takes a command all the same', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('mkdir d; touch d/{001..300}');
  await terminal.run('zsh -f');
  await terminal.call('manage_session', {action: 'integrate'});
  await terminal.run('bindkey -e');
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  await asksFor(terminal, ['C-d'], inZsh);
  expect(await terminal.outcome('echo over; false')).toMatchObject({output: 'over', exit_code: 1, via: 'mark'});
});

async function asking(shell: Shell, setup: string, keys: string[], question: RegExp): Promise<TestTerminal> {
  const terminal = await TestTerminal.open('pty', shell);
  await terminal.run(`mkdir d; touch d/{001..300}; ${setup}`);
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  await asksFor(terminal, keys, question);
  return terminal;
}

async function asksFor(terminal: TestTerminal, keys: string[], question: RegExp): Promise<void> {
  const asked = await terminal.call('send_keys', {
    keys: ['text:echo d/', ...keys],
    wait_for: 'possibilities',
    timeout: 40,
  });
  expect(asked).toMatchObject({
    state: 'awaiting_input',
    waiting_for: {kind: 'prompt', tail: expect.stringMatching(question)},
  });
}
