/** zsh without a mode for pastes, or without its line editor: nothing but the echo tells where a line with wrong syntax ends. */
import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

const wrong = [
  ['echo )', "zsh: parse error near `)'"],
  ['if true; fi', "zsh: parse error near `fi'"],
  ['true; echo "x" )', "zsh: parse error near `)'"],
  [`echo ${'wide '.repeat(30)})`, "zsh: parse error near `)'"],
  ['true\necho one )\ntrue', "zsh: parse error near `)'"],
] as const;

test.each([
  'unset zle_bracketed_paste',
  'zle_bracketed_paste=()',
  'unsetopt zle',
  'unset zle_bracketed_paste; PS1="%% "; RPROMPT="%T right"; unsetopt promptsp',
  'unset zle_bracketed_paste; zle-line-finish() { zle redisplay }; zle -N zle-line-finish',
  'unset zle_bracketed_paste; TERM=dumb',
  '',
])('%s: what zsh says of a wrong line is its output', async rc => {
  await using terminal = await TestTerminal.open('pty', 'zsh', {home: {'.zshrc': `${rc}\n`}});
  for (const [line, said] of wrong) {
    if (rc === 'unsetopt zle' && line.includes('\n')) continue;
    const told = await terminal.run(line);
    expect
      .soft([line, told])
      .toEqual([line, expect.objectContaining({state: 'completed', exit_code: 1, output: said})]);
  }
  expect(await terminal.outcome('echo one; false')).toMatchObject({output: 'one', exit_code: 1});
});

test('without its line editor zsh says what is wrong with the first word of a line, also behind another wrong line', async () => {
  await using terminal = await TestTerminal.open('pty', 'zsh', {home: {'.zshrc': 'unsetopt zle\n'}});
  for (const line of ['}', 'done', '}', 'fi', 'echo )', 'done']) {
    const said = `zsh: parse error near \`${line.split(' ').at(-1)}'`;
    expect
      .soft(await terminal.outcome(line))
      .toEqual(expect.objectContaining({output: said, exit_code: 1, state: 'completed'}));
  }
  expect(await terminal.outcome('echo one; false')).toMatchObject({output: 'one', exit_code: 1});
  expect(await terminal.outcome('done')).toMatchObject({exit_code: 1, output: "zsh: parse error near `done'"});
});
