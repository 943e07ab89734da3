/** A command that an agent types line by line is judged as a whole, as far as it has come, at each of its lines. */
import {expect, onTestFinished, test} from 'vitest';
import {defaultPolicy, Policy} from '../../src/guard/index.ts';
import {fullShells, type ShellName, TestTerminal} from '../conformance/test-terminal.ts';
import {type} from '../support/nested-shell.ts';

async function judged(shell: ShellName = 'bash'): Promise<TestTerminal> {
  const policy = new Policy({...defaultPolicy, mode: 'permissive'});
  const terminal = await TestTerminal.open('pty', shell, {guard: {policies: {at: async () => policy}}});
  onTestFinished(() => terminal[Symbol.asyncDispose]());
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  return terminal;
}

const enter = (terminal: TestTerminal, text: string) =>
  terminal.call('send_text', {text, submit: true, paste: false, timeout: 20});

test.each(['bash', 'zsh'] as const)('in %s its lines go through as they would together', async shell => {
  const terminal = await judged(shell);
  for (const lines of [
    ['for i in 1 2', 'do echo $i', 'done'],
    ["echo 'a", `b ${'c'.repeat(100)}`, "d'"],
    ['cat <<E', 'x', 'E'],
    ['f() {', 'echo hi', '}'],
    ['echo a \\', 'b'],
  ]) {
    for (const line of lines.slice(0, -1)) {
      await enter(terminal, line);
      await terminal.until(({tracker}) => tracker.phase === 'continuation');
    }
    expect(await enter(terminal, lines.at(-1) ?? '')).toMatchObject({state: 'completed', exit_code: 0});
  }
});

test.each(fullShells)('in %s behind a command that was given, and with a line that is typed in pieces', async shell => {
  const terminal = await judged(shell);
  expect(await terminal.run('echo "one')).toMatchObject({waiting_for: {kind: 'continuation'}});
  await terminal.call('send_text', {text: 'tw'});
  expect(await enter(terminal, 'o"')).toMatchObject({state: 'completed', output: expect.stringContaining('one\ntwo')});
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  expect(await terminal.run('echo "rm')).toMatchObject({waiting_for: {kind: 'continuation'}});
  await terminal.call('send_text', {text: '"; rm -rf --preser'});
  expect(await enter(terminal, 've-root /')).toMatchObject({state: 'denied'});
});

test('behind a command that was given, too', async () => {
  const terminal = await judged();
  expect(await terminal.run('for i in 1 2')).toMatchObject({waiting_for: {kind: 'continuation'}});
  await enter(terminal, 'do echo $i');
  expect(await enter(terminal, 'done')).toMatchObject({state: 'completed', output: expect.stringContaining('1\n2')});
});

test('what may not run alone may not as a part of it', async () => {
  const terminal = await judged();
  await enter(terminal, 'for i in 1 2');
  expect(await enter(terminal, 'do rm -rf --preserve-root /')).toMatchObject({state: 'denied'});
});

test('a line that is harmless alone is judged with what it belongs to', async () => {
  const terminal = await judged();
  await enter(terminal, 'rm -rf --preserve-root \\');
  expect(await enter(terminal, '/')).toMatchObject({state: 'denied'});
});

test.each([
  ['a person has typed a line of it', ['for i in 1 2'], 'do echo $i\r'],
  ['history would be put in its place', ["echo 'a", '!!'], null],
])('somebody is asked where %s', async (_, lines, person) => {
  const terminal = await judged();
  const last = person === null ? lines.at(-1) : 'done';
  for (const line of person === null ? lines.slice(0, -1) : lines) await enter(terminal, line);
  if (person !== null) {
    await type(terminal, person);
  }
  expect(await enter(terminal, last ?? '')).toMatchObject({state: 'needs_approval'});
});
