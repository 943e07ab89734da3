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
  ['zsh', 'zle -D __cotty_line'],
  ['fish', 'functions --erase __cotty_line'],
] as const)('a line that %s does not take has not completed', async (shell, sabotage) => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.run(sabotage);
  const lost = await terminal.run('echo never');
  expect(lost).toMatchObject({state: 'lost', exit_code: null, completed: false, output: ''});
});

test.each(['zsh', 'fish'] as const)('an empty line in %s has nothing to run, and that is no loss', async shell => {
  await using terminal = await TestTerminal.open('pty', shell);
  expect(await terminal.run('')).toMatchObject({state: 'completed', exit_code: null, output: ''});
});
