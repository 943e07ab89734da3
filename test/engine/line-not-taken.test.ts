import {expect, test} from 'vitest';
import {completed, TestTerminal} from '../conformance/test-terminal.ts';

test.each([
  ['zsh', 'bindkey -d'],
  ['fish', 'bind --erase --all'],
] as const)('%s takes lines also after its key bindings were reset', async (shell, reset) => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.run(reset);
  expect(await terminal.outcome('echo "hi!"')).toEqual(completed('hi!'));
});

test.each([
  ['bash', 'unset -f __cotty_line'],
  ['zsh', '__cotty_line() { :; }'],
  ['fish', 'function __cotty_line; end'],
] as const)('a line that %s does not take has not completed', async (shell, sabotage) => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.run(sabotage);
  const lost = await terminal.run('echo never');
  const hint = expect.stringContaining('nothing of it ran');
  expect(lost).toMatchObject({state: 'lost', exit_code: null, completed: false, output: '', hint});
});

test.each([
  ['zsh', 'zle -D __cotty_line'],
  ['fish', 'functions --erase __cotty_line'],
] as const)('%s says at its prompt that it takes no delivered lines, and gets them typed', async (shell, sabotage) => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.run(sabotage);
  expect(await terminal.outcome('echo typed')).toEqual(completed('typed'));
});

test.each(['bash', 'zsh', 'fish'] as const)(
  'an empty line in %s has nothing to run, and that is no loss',
  async shell => {
    await using terminal = await TestTerminal.open('pty', shell);
    expect(await terminal.run('')).toMatchObject({state: 'completed', exit_code: null, output: ''});
  },
);
