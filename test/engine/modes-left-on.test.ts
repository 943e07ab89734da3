/** Modes that were on before a program began: they are no evidence of what it does with the screen. */
import {describe, expect, test} from 'vitest';
import {program} from '../conformance/programs.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';

/** Its own hook at the end of a line has replaced one that would switch the keypad off again, as that of Debian's /etc/zsh/zshrc does. */
const zshKeypad = String.raw`
zle-line-init() { printf '\e[?1h\e=' }
zle-line-finish() { : }
zle -N zle-line-init
zle -N zle-line-finish
`;

const keptOn = [
  ['bash', '.bashrc', String.raw`printf '\e[?1h\e='`],
  ['bash', '.bashrc', String.raw`PS1='\[\e=\e[?1000h\]> '`],
  ['zsh', '.zshrc', zshKeypad],
  ['fish', '.config/fish/config.fish', String.raw`printf '\e[?1h\e=\e[?1000h'`],
] as const;

describe.each(keptOn)('%s, with the keypad or the mouse switched on by %s', (shell, file, lines) => {
  const opened = () => TestTerminal.open('pty', shell, {home: {[file]: `${lines}\n`}});

  test.each([
    ['node -i', 'console.log(6 * 7)', '.exit'],
    ['python3 -q', 'print(6 * 7)', 'exit()'],
  ])('%s takes lines', async (repl, line, leave) => {
    await using terminal = await opened();
    expect(await terminal.run(repl)).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl'}});
    expect(await terminal.run(line)).toMatchObject({output: expect.stringMatching(/^42/)});
    await terminal.run(leave);
    expect(await terminal.outcome('echo one')).toMatchObject({output: 'one', exit_code: 0});
  });

  test.each([
    ['top', 'q'],
    ['less -X /etc/services', 'q'],
    [program('menu.py'), 'q'],
    ['htop', 'q'],
    ["dialog --yesno 'Go on?' 7 30", 'Escape'],
  ])('%s has the screen', async (command, key) => {
    needs(/^\w+/.exec(command)?.[0] ?? 'python3');
    await using terminal = await opened();
    expect(await terminal.run(command)).toMatchObject({state: 'tui', exit_code: null});
    await terminal.call('send_keys', {keys: [key]});
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    expect(await terminal.outcome('echo one')).toMatchObject({output: 'one', exit_code: 0});
  });
});

describe('in a nested shell without marks', () => {
  test('a REPL behind a line that has left the keypad on takes lines, and top has the screen', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run('bash --norc --noprofile');
    await terminal.run(String.raw`PS1='\[\e=\]in> '`);
    expect(await terminal.run('node -i')).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl'}});
    expect(await terminal.run('console.log(6 * 7)')).toMatchObject({output: expect.stringMatching(/^42/)});
    await terminal.run('.exit');
    expect(await terminal.run('top')).toMatchObject({state: 'tui'});
  });
});

/** Debian's /etc/zsh/zshrc has its own for the keypad. */
const noHooks = {'.zshrc': 'zle -D zle-line-init zle-line-finish 2>/dev/null\n'};

describe('repair', () => {
  const left = String.raw`printf '\033[?1h\033='`;

  test.each(['bash', 'zsh', 'fish', 'dash'] as const)(
    '%s: keys that a command has left on are switched off',
    async shell => {
      await using terminal = await TestTerminal.open('pty', shell, {home: noHooks});
      expect(await terminal.run(left)).toMatchObject({repaired: ['applicationCursor', 'applicationKeypad']});
      await terminal.until(
        ({tracker}) => tracker.mode('applicationCursor') === 0 && tracker.mode('applicationKeypad') === 0,
      );
    },
  );

  test('a shell that switches them on and off itself for its line keeps them there', async () => {
    const ownKeys = `${zshKeypad}zle-line-finish() { printf '\\e[?1l\\e>' }\n`;
    await using terminal = await TestTerminal.open('pty', 'zsh', {home: {'.zshrc': ownKeys}});
    for (const line of ['true', left, 'true']) expect(await terminal.run(line)).not.toHaveProperty('repaired');
    await terminal.until(({tracker}) => tracker.phase === 'prompt' && tracker.mode('applicationKeypad') === 1);
  });
});
