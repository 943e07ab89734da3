/** What a REPL has printed leaves the terminal in modes that full-screen programs use; at its prompt it is a REPL all the same. */
import {describe, expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';

const MODES = [
  ['the mouse', '[?1000h'],
  ['the keypad', '='],
  ['the alternate screen', '[?1049h'],
  ['a hidden cursor', '[?25l'],
] as const;

const REPLS = [
  ['python3 -q', (mode: string) => `print("\\x1b${mode}")`, 'print(41 + 1)'],
  ['python3 -q -i empty', (mode: string) => `print("\\x1b${mode}")`, 'print(41 + 1)'],
  ['sqlite3 x.db', (mode: string) => `select char(27)||'${mode}';`, 'select 41 + 1;'],
] as const;

describe.each(REPLS)('%s goes on to take statements at its prompt', (repl, printing, statement) => {
  test.each(MODES)('with %s left on', async (_, mode) => {
    needs('python3', 'sqlite3');
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    terminal.write('empty', '');
    await terminal.run(repl);
    const waits = {waiting_for: {kind: 'repl'}};
    expect(await terminal.run(printing(mode))).toMatchObject(waits);
    expect(await terminal.run(statement)).toMatchObject({...waits, output: '42'});
  });
});

test('a full-screen program within a REPL’s own process is none of its prompts', async () => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('python3 -q');
  expect(await terminal.run('import curses')).toMatchObject({waiting_for: {kind: 'repl'}});
  const draws = 'curses.wrapper(lambda screen: (screen.addstr("menu"), screen.getch())[1])';
  expect(await terminal.run(draws)).toMatchObject({state: 'tui', screen_snapshot: expect.stringContaining('menu')});
  await terminal.call('send_keys', {keys: ['q']});
  expect(await terminal.run('print(41 + 1)')).toMatchObject({output: '42', waiting_for: {kind: 'repl'}});
});
