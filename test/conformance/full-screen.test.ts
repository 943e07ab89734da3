import {describe, expect} from 'vitest';
import type {Clock} from '../../src/core/index.ts';
import {needs} from '../support/needs.ts';
import {hardCase} from './hard-case.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {aWhile, begin, finished, program, settled} from './programs.ts';
import {rawOutput} from './session-log.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

const page = '.TH CASE 1\n.SH NAME\ncase \\- a page\n.SH TEXT\n' + '.PP\nA line of the page.\n'.repeat(60);
const pagers: readonly (readonly [string, string])[] = [
  ['git log', 'git -C r log'],
  ['man', 'man ./case.1'],
  ['less', 'less -X case.1'],
];

/** The tty is looked at when the output has been quiet for a while; here it never is, so a program is not seen before it ends. */
const noQuiet: Clock = {monotonicMs: () => 0, wallMs: () => Date.now()};

describe.each(terminals(fullShells))('$backend, $shell: full-screen programs', ({backend, shell}) => {
  hardCase.for(pagers)('D41', '%s is tui at once, q ends it with 0', async ([, command]) => {
    await using terminal = await TestTerminal.open(backend, shell, {
      home: {'case.1': page, '.gitconfig': '[user]\nname=c\nemail=c@c\n'},
    });
    const many = `git init -q r; for n in $(seq 30); do echo $n; git -C r commit -q --allow-empty -m "change $n"; done`;
    if (command.startsWith('git')) await terminal.run(`sh -c '${many}'`);
    const shown = await terminal.run(command);
    expect(shown).toMatchObject({state: 'tui', via: 'foreground', exit_code: null, completed: false, timed_out: false});
    expect(shown['waiting_for']).toMatchObject({program: expect.stringMatching(/^(less|pager)$/)});
    await terminal.call('send_keys', {keys: ['q']});
    expect(await finished(terminal, shown['command_id'])).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D41', 'a q for a pager that has ended already does not become part of the next command', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {short: 'one line\n'}});
    expect(await terminal.outcome('less -FX short')).toEqual(completed('one line'));
    await terminal.call('send_keys', {keys: ['q']});
    await terminal.until(session => session.tracker.lineDirty);
    expect(await terminal.proof()).toEqual(stillHere);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D42', 'vim edits and writes; its screen is read, and is no part of the output', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const edited = await terminal.run('vim -u NONE note');
    expect(edited).toMatchObject({state: 'tui', via: 'foreground', exit_code: null});
    const typed = await terminal.call('send_keys', {
      keys: ['i', 'text:hello world', 'Escape'],
      wait_for: 'hello world',
    });
    expect(typed).toMatchObject({matched: true});
    expect(await terminal.call('read_screen', {})).toMatchObject({
      alternate_screen: true,
      text: expect.stringMatching(/^hello world\n~/),
    });
    await terminal.call('send_keys', {keys: ['text::wq', 'Enter']});
    expect(await finished(terminal, edited['command_id'])).toEqual(completed(''));
    expect(await terminal.outcome('cat note')).toEqual(completed('hello world'));
    expect(await terminal.call('read_screen', {})).toMatchObject({alternate_screen: false});
  });

  hardCase('D42', 'a program that has the screen and still draws is shown when it has drawn', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const draw = "printf '\\033[?1049h'; sleep 0.15; printf drawn; stty raw -echo; head -c1 >/dev/null";
    const shown = await terminal.run(`sh -c "${draw}; stty sane; printf '\\033[?1049l'"`);
    expect(shown).toMatchObject({state: 'tui', screen_snapshot: expect.stringContaining('drawn')});
    await terminal.call('send_keys', {keys: ['q']});
    expect(await finished(terminal, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
  });

  hardCase('D42', 'a program that has the screen and works before it draws is shown when it has drawn', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const work = 'import time; end = time.process_time() + 0.4\nwhile time.process_time() < end: pass';
    const draw = `print("\\033[?1049h", end="", flush=True)\n${work}\nprint("drawn", end="", flush=True)`;
    terminal.write('draw.py', `import sys, tty\ntty.setraw(0)\n${draw}\nsys.stdin.read(1)\nprint("\\033[?1049l")\n`);
    const shown = await terminal.run('python3 draw.py; stty sane');
    expect(shown).toMatchObject({state: 'tui', screen_snapshot: expect.stringContaining('drawn')});
    await terminal.call('send_keys', {keys: ['q']});
    expect(await finished(terminal, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
  });

  hardCase(
    'D42',
    'a menu (a curses program, as dialog) is driven by keys; its exit code and last words are exact',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const shown = await terminal.run(program('menu.py'));
      expect(shown).toMatchObject({state: 'tui', screen_snapshot: expect.stringContaining('> alpha')});
      const moved = await terminal.call('send_keys', {keys: ['Down'], wait_for: '> beta'});
      expect(moved).toMatchObject({matched: true, text: '  alpha\n> beta\n  gamma'});
      await terminal.call('send_keys', {keys: ['Enter']});
      expect(await finished(terminal, shown['command_id'])).toEqual(completed('chose beta'));
      const again = await terminal.run(program('menu.py'));
      await terminal.call('send_keys', {keys: ['q']});
      expect(await finished(terminal, again['command_id'])).toEqual(completed('', 3));
    },
  );

  hardCase('D42', 'top in the foreground is tui and ends with q; top -n1 just ends', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const shown = await terminal.run('top');
    expect(shown).toMatchObject({state: 'tui', exit_code: null});
    await terminal.call('send_keys', {keys: ['q']});
    expect(await finished(terminal, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
    expect(await terminal.run('top -n1')).toMatchObject({
      state: 'completed',
      exit_code: 0,
      output: expect.stringContaining('load average'),
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D42', 'htop is tui and ends with q', async () => {
    needs('htop');
    await using terminal = await TestTerminal.open(backend, shell);
    const shown = await terminal.run('htop');
    expect(shown).toMatchObject({state: 'tui', exit_code: null});
    await terminal.call('send_keys', {keys: ['q']});
    expect(await finished(terminal, shown['command_id'])).toEqual(completed(''));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D42', 'dialog is tui; its exit code is the answer', async () => {
    needs('dialog');
    await using terminal = await TestTerminal.open(backend, shell);
    const shown = await terminal.run("dialog --yesno 'Go on?' 7 30");
    expect(shown).toMatchObject({state: 'tui', exit_code: null, screen_snapshot: expect.stringContaining('Go on?')});
    await terminal.call('send_keys', {keys: ['Right', 'Enter']});
    expect(await finished(terminal, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 1});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D42',
    'a menu on the main screen is tui: its keys are no line, and its exit code is the answer',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const shown = await terminal.run(program('pick.mjs'));
      expect(shown).toMatchObject({state: 'tui', exit_code: null, screen_snapshot: expect.stringContaining('❯ apple')});
      await terminal.call('send_keys', {keys: ['Down'], wait_for: '❯ banana'});
      await terminal.call('send_keys', {keys: ['Enter']});
      expect(await finished(terminal, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 1});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D42', 'fzf is tui; what is picked is the output', async () => {
    needs('fzf');
    await using terminal = await TestTerminal.open(backend, shell);
    const shown = await terminal.run("printf 'apple\\nbanana\\ncherry\\n' | fzf");
    expect(shown).toMatchObject({state: 'tui', exit_code: null});
    await terminal.call('send_keys', {keys: ['text:ban'], wait_for: '1/3'});
    await terminal.call('send_keys', {keys: ['Enter']});
    expect(await finished(terminal, shown['command_id'])).toEqual(completed('banana'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D43',
    'a program that draws in place is running while it works and awaiting_input when it asks',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const working = await terminal.run(program('inline-menu.mjs', 'ready'), {timeout: aWhile});
      expect(working).toMatchObject({state: 'running', exit_code: null, timed_out: true});
      terminal.write('ready', '');
      expect(await settled(terminal, working['command_id'])).toMatchObject({state: 'awaiting_input', exit_code: null});
      await terminal.call('send_keys', {keys: ['Enter']});
      expect(await finished(terminal, working['command_id'])).toEqual(completed('✔ done'));
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  if (!isPartLeftOut(backend, 'D44', 'what is answered'))
    hardCase('D44', 'every question to the terminal is answered once, in order', async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const asked = await terminal.outcome(
        program('questions.py', 'cpr', 'dsr', 'da2', 'cpr', 'version', 'kitty', 'fg', 'bg', 'size', 'mode', 'da1'),
      );
      const da1 = '\\x1b\\[\\?62;22c';
      expect(asked).toEqual(
        completed(
          expect.stringMatching(
            new RegExp(
              [
                "^'\\\\x1b\\[\\d+;1R",
                '\\\\x1b\\[0n',
                '\\\\x1b\\[>0;276;0c',
                '\\\\x1b\\[\\d+;1R',
                '\\\\x1bP>\\|cotty\\([^)]*\\)\\\\x1b\\\\\\\\',
                '\\\\x1b\\[\\?0u',
                '\\\\x1b\\]10;rgb:[0-9a-f/]+\\\\x07',
                '\\\\x1b\\]11;rgb:[0-9a-f/]+\\\\x1b\\\\\\\\',
                '\\\\x1b\\[8;24;80t',
                '\\\\x1b\\[\\?2004;[12]\\$y',
                `\\${da1}\\${da1}'$`,
              ].join(''),
            ),
          ) as never,
        ),
      );
      expect(await terminal.proof()).toEqual(stillHere);
    });

  hardCase('D44', 'answers that nobody waits for are not typed into the shell', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    // As a tty in canonical mode echoes it.
    const echoed = expect.stringMatching(/^(\^\[[[P\]].*)?$/) as never;
    const shown = isPartLeftOut(backend, 'D44', 'no answer in the output') ? echoed : '';
    for (const query of ['\\033[c', '\\033[6n', '\\033[5n', '\\033]11;?\\007', '\\033[>q'])
      expect(await terminal.outcome(`printf '${query}'`)).toEqual(completed(shown));
    expect(await terminal.proof()).toEqual(stillHere);
    // Shells take answers for text on their line, also those that another terminal than cotty's has given.
    const isLeft = isPartLeftOut(backend, 'D44', 'answers on the line');
    if (!isLeft && !(shell === 'fish' && isPartLeftOut(backend, 'D44', 'answers on the line in fish')))
      expect((await rawOutput(terminal)).toString('latin1')).not.toMatch(/62;22c|0n\r|rgb:|cotty\(/);
  });

  hardCase('D45', 'what a killed full-screen program left on is switched off and said', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {clock: noQuiet});
    const killed = await terminal.run(program('killed-screen.py'));
    expect(killed).toMatchObject({state: 'completed', exit_code: 137, via: 'mark'});
    expect(killed['repaired']).toEqual(expect.arrayContaining(['alternateScreen', 'mouse', 'focusReporting']));
    expect(await terminal.proof()).toEqual(stillHere);
    // In tmux fish itself switches it on, before each prompt.
    const isAskedFor = backend === 'tmux' && shell === 'fish';
    await terminal.until(
      ({tracker}) =>
        !tracker.mode('alternateScreen') && !tracker.mode('mouse') && (isAskedFor || !tracker.mode('focusReporting')),
    );
    expect(await terminal.call('read_screen', {})).toMatchObject({alternate_screen: false});
    const modes = await terminal.run('stty -a');
    expect(modes['output']).toMatch(/[ ;\n]icanon[ ;\n]/);
    expect(modes['output']).toMatch(/[ ;\n]echo[ ;\n]/);
    expect(modes['output']).toMatch(/[ ;\n]opost[ ;\n]/);
  });

  hardCase('D45', 'after a killed full-screen program Ctrl-C makes signals again', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const killed = await terminal.run(program('killed-screen.py'));
    expect(await finished(terminal, killed['command_id'])).toMatchObject({exit_code: 137, via: 'mark'});
    for (const character of ['C', '\\']) {
      const id = await begin(terminal, "sh -c 'echo go; exec sleep 300'");
      await terminal.call('send_control', {character});
      expect(await finished(terminal, id)).toMatchObject({exit_code: character === 'C' ? 130 : 131, via: 'mark'});
    }
    expect((await terminal.run('stty -a'))['output']).toMatch(/[ ;\n]isig[ ;\n]/);
  });

  hardCase('D45', 'keyboard protocols of a killed program do not turn later keys into text', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const killed = await terminal.run(`sh -c 'printf "\\033[>31u\\033[>4;2m\\033[?2026h"; kill -9 $$'`);
    expect(killed).toMatchObject({
      exit_code: 137,
      repaired: ['synchronizedOutput', 'modifyOtherKeys', 'kittyKeyboard'],
    });
    await terminal.until(({tracker}) => tracker.phase === 'prompt' && !tracker.mode('kittyKeyboard'));
    await terminal.call('send_keys', {keys: ['text:echo ac', 'Left', 'text:b', 'C-e', 'text:d', 'Enter']});
    await terminal.until(
      ({tracker}) => tracker.recentCommands(1)[0]?.commandId !== killed['command_id'] && !tracker.current,
    );
    expect(await terminal.call('read_output', {grep: '^abcd$'})).toMatchObject({text: 'abcd'});
  });

  hardCase(
    'D45',
    'what a command killed while drawing left of its drawing is undone; what was on before stays',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const killed = await terminal.run(
        `sh -c 'printf "a\\033[?25l\\033[2;4r\\033[4h\\033[?7l\\033[31mred\\033[2;1H"; kill -9 $$'`,
      );
      expect(killed).toMatchObject({
        exit_code: 137,
        repaired: ['scrollRegion', 'insertMode', 'autowrap', 'cursor', 'style'],
      });
      const lines = [1, 2, 3, 4, 5, 6, 7, 8].map(number => `line ${number}`).join('\n');
      await terminal.run(`printf '${lines.replaceAll('\n', '\\n')}\\n'`);
      expect((await terminal.call('read_screen', {}))['text']).toContain(lines);
      expect(await terminal.run("sh -c 'kill -9 $$'")).not.toHaveProperty('repaired');
    },
  );

  hardCase('D46', 'clearing the screen in the middle loses no output', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const steps = [
      'echo one',
      'clear',
      'echo two',
      "printf '\\033[3J'",
      'echo three',
      'tput reset',
      'echo four',
      "printf '\\033c'",
      'echo five',
    ];
    expect(await terminal.outcome(steps.join('; '))).toEqual(completed('one\ntwo\nthree\nfour\nfive'));
    await terminal.call('send_control', {character: 'L'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D46', 'reset is an ordinary command', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run('echo one; reset; echo two')).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
      output: expect.stringMatching(/^one\n[\s\S]*two$/),
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });
});
