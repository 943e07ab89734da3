/** `stty -echo` in front of a REPL with a line editor: it shows nothing of a line, not even the end of it. */
import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

test.each([
  ['bash', {'.bashrc': 'stty -echo\n'}],
  ['zsh', {'.zshrc': 'stty -echo; ttyctl -f\n'}],
] as const)(
  '%s: questions of python3 are asked, and its lines are over, where the tty does not echo',
  async (shell, home) => {
    await using terminal = await TestTerminal.open('pty', shell, {home});
    expect(await terminal.run('python3 -q')).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl'}});
    for (const [asks, prompt] of [
      ['y = input("a$ ")', 'a$'],
      ['y = input("name? ")', 'name?'],
      ['y = input()', ''],
    ] as const) {
      expect.soft([asks, await terminal.run(asks)]).toEqual([
        asks,
        expect.objectContaining({
          state: 'awaiting_input',
          completed: false,
          waiting_for: expect.objectContaining({tail: prompt}),
        }),
      ]);
      await terminal.call('send_text', {text: 'yes', submit: true, timeout: 3});
      expect
        .soft(await terminal.run('print(y)'))
        .toMatchObject({state: 'awaiting_input', output: expect.stringMatching(/^yes/)});
    }
    expect(await terminal.run('x = 1')).toMatchObject({
      state: 'awaiting_input',
      timed_out: false,
      waiting_for: {kind: 'repl'},
    });
    expect(await terminal.run('print(x + 1)')).toMatchObject({output: expect.stringMatching(/^2/)});
    await terminal.run('exit()');
    expect(await terminal.outcome('echo one; false')).toMatchObject({output: 'one', exit_code: 1});
  },
);
