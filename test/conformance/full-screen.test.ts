import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Clock} from '../../src/core/index.ts';
import {needs} from '../support/needs.ts';
import {completed, fullShells, Stand, stillHere} from './bench.ts';
import {begin, finished, program, settled} from './programs.ts';
import {rawOutput} from './session-log.ts';

const page = '.TH CASE 1\n.SH NAME\ncase \\- a page\n.SH TEXT\n' + '.PP\nA line of the page.\n'.repeat(60);
const pagers: readonly (readonly [string, string])[] = [
  ['git log', 'git -C r log'],
  ['man', 'man ./case.1'],
  ['less', 'less -X case.1'],
];

/** The tty is looked at when the output has been quiet for a while; here it never is, so a program is not seen before it ends. */
const noQuiet: Clock = {monotonicMs: () => 0, wallMs: () => Date.now()};

describe.each(fullShells)('%s: full-screen programs', shell => {
  test.each(pagers)('D41 %s is tui at once, q ends it with 0', async (_, command) => {
    await using stand = await Stand.open({shell, home: {'case.1': page, '.gitconfig': '[user]\nname=c\nemail=c@c\n'}});
    const many = `git init -q r; for n in $(seq 30); do echo $n; git -C r commit -q --allow-empty -m "change $n"; done`;
    if (command.startsWith('git')) await stand.run(`sh -c '${many}'`);
    const shown = await stand.run(command);
    expect(shown).toMatchObject({state: 'tui', via: 'foreground', exit_code: null, completed: false, timed_out: false});
    expect(shown['waiting_for']).toMatchObject({program: expect.stringMatching(/^(less|pager)$/)});
    await stand.call('send_keys', {keys: ['q']});
    expect(await finished(stand, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 0, via: 'mark'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D41 a q for a pager that has ended already does not become part of the next command', async () => {
    await using stand = await Stand.open({shell, home: {short: 'one line\n'}});
    expect(await stand.outcome('less -FX short')).toEqual(completed('one line'));
    await stand.call('send_keys', {keys: ['q']});
    await stand.until(session => session.tracker.lineDirty);
    expect(await stand.proof()).toEqual(stillHere);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D42 vim edits and writes; its screen is read, and is no part of the output', async () => {
    await using stand = await Stand.open({shell});
    const edited = await stand.run('vim -u NONE note');
    expect(edited).toMatchObject({state: 'tui', via: 'foreground', exit_code: null});
    const typed = await stand.call('send_keys', {keys: ['i', 'text:hello world', 'Escape'], wait_for: 'hello world'});
    expect(typed).toMatchObject({matched: true});
    expect(await stand.call('read_screen', {})).toMatchObject({
      alternate_screen: true,
      text: expect.stringMatching(/^hello world\n~/),
    });
    await stand.call('send_keys', {keys: ['text::wq', 'Enter']});
    expect(await finished(stand, edited['command_id'])).toEqual(completed(''));
    expect(await stand.outcome('cat note')).toEqual(completed('hello world'));
    expect(await stand.call('read_screen', {})).toMatchObject({alternate_screen: false});
  });

  test('D42 a program that has the screen and still draws is shown when it has drawn', async () => {
    await using stand = await Stand.open({shell});
    const draw = "printf '\\033[?1049h'; sleep 0.15; printf drawn; stty raw -echo; head -c1 >/dev/null";
    const shown = await stand.run(`sh -c "${draw}; stty sane; printf '\\033[?1049l'"`);
    expect(shown).toMatchObject({state: 'tui', screen_snapshot: expect.stringContaining('drawn')});
    await stand.call('send_keys', {keys: ['q']});
    expect(await finished(stand, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
  });

  test('D42 a menu (a curses program, as dialog) is driven by keys; its exit code and last words are exact', async () => {
    await using stand = await Stand.open({shell});
    const shown = await stand.run(program('menu.py'));
    expect(shown).toMatchObject({state: 'tui', screen_snapshot: expect.stringContaining('> alpha')});
    const moved = await stand.call('send_keys', {keys: ['Down'], wait_for: '> beta'});
    expect(moved).toMatchObject({matched: true, text: '  alpha\n> beta\n  gamma'});
    await stand.call('send_keys', {keys: ['Enter']});
    expect(await finished(stand, shown['command_id'])).toEqual(completed('chose beta'));
    const again = await stand.run(program('menu.py'));
    await stand.call('send_keys', {keys: ['q']});
    expect(await finished(stand, again['command_id'])).toEqual(completed('', 3));
  });

  test('D42 top in the foreground is tui and ends with q; top -n1 just ends', async () => {
    await using stand = await Stand.open({shell});
    const shown = await stand.run('top');
    expect(shown).toMatchObject({state: 'tui', exit_code: null});
    await stand.call('send_keys', {keys: ['q']});
    expect(await finished(stand, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
    expect(await stand.run('top -n1')).toMatchObject({
      state: 'completed',
      exit_code: 0,
      output: expect.stringContaining('load average'),
    });
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D42 htop is tui and ends with q', async () => {
    needs('htop');
    await using stand = await Stand.open({shell});
    const shown = await stand.run('htop');
    expect(shown).toMatchObject({state: 'tui', exit_code: null});
    await stand.call('send_keys', {keys: ['q']});
    expect(await finished(stand, shown['command_id'])).toEqual(completed(''));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D42 dialog is tui; its exit code is the answer', async () => {
    needs('dialog');
    await using stand = await Stand.open({shell});
    const shown = await stand.run("dialog --yesno 'Go on?' 7 30");
    expect(shown).toMatchObject({state: 'tui', exit_code: null, screen_snapshot: expect.stringContaining('Go on?')});
    await stand.call('send_keys', {keys: ['Right', 'Enter']});
    expect(await finished(stand, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 1});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D42 fzf is tui; what is picked is the output', async () => {
    needs('fzf');
    await using stand = await Stand.open({shell});
    const shown = await stand.run("printf 'apple\\nbanana\\ncherry\\n' | fzf");
    expect(shown).toMatchObject({state: 'tui', exit_code: null});
    await stand.call('send_keys', {keys: ['text:ban'], wait_for: '1/3'});
    await stand.call('send_keys', {keys: ['Enter']});
    expect(await finished(stand, shown['command_id'])).toEqual(completed('banana'));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D43 a program that draws in place is running while it works and awaiting_input when it asks', async () => {
    await using stand = await Stand.open({shell});
    const working = await stand.run(program('inline-menu.mjs', 'ready'), {timeout: 1.5});
    expect(working).toMatchObject({state: 'running', exit_code: null, timed_out: true});
    writeFileSync(join(stand.home, 'home', 'ready'), '');
    expect(await settled(stand, working['command_id'])).toMatchObject({state: 'awaiting_input', exit_code: null});
    await stand.call('send_keys', {keys: ['Enter']});
    expect(await finished(stand, working['command_id'])).toEqual(completed('✔ done'));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D44 every question to the terminal is answered once, in order', async () => {
    await using stand = await Stand.open({shell});
    const asked = await stand.outcome(
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
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D44 answers that nobody waits for are not typed into the shell', async () => {
    await using stand = await Stand.open({shell});
    for (const query of ['\\033[c', '\\033[6n', '\\033[5n', '\\033]11;?\\007', '\\033[>q'])
      expect(await stand.outcome(`printf '${query}'`)).toEqual(completed(''));
    expect(await stand.proof()).toEqual(stillHere);
    expect((await rawOutput(stand)).toString('latin1')).not.toMatch(/62;22c|0n\r|rgb:|cotty\(/);
  });

  test('D45 what a killed full-screen program left on is switched off and said', async () => {
    await using stand = await Stand.open({shell, clock: noQuiet});
    const killed = await stand.run(program('killed-screen.py'));
    expect(killed).toMatchObject({state: 'completed', exit_code: 137, via: 'mark'});
    expect(killed['repaired']).toEqual(expect.arrayContaining(['alternateScreen', 'mouse', 'focusReporting']));
    expect(await stand.proof()).toEqual(stillHere);
    await stand.until(
      ({tracker}) => !tracker.mode('alternateScreen') && !tracker.mode('mouse') && !tracker.mode('focusReporting'),
    );
    expect(await stand.call('read_screen', {})).toMatchObject({alternate_screen: false});
    const modes = await stand.run('stty -a');
    expect(modes['output']).toMatch(/[ ;\n]icanon[ ;\n]/);
    expect(modes['output']).toMatch(/[ ;\n]echo[ ;\n]/);
    expect(modes['output']).toMatch(/[ ;\n]opost[ ;\n]/);
  });

  test('D45 after a killed full-screen program Ctrl-C makes signals again', async () => {
    await using stand = await Stand.open({shell});
    const killed = await stand.run(program('killed-screen.py'));
    expect(await finished(stand, killed['command_id'])).toMatchObject({exit_code: 137, via: 'mark'});
    for (const character of ['C', '\\']) {
      const id = await begin(stand, "sh -c 'echo go; exec sleep 300'");
      await stand.call('send_control', {character});
      expect(await finished(stand, id)).toMatchObject({exit_code: character === 'C' ? 130 : 131, via: 'mark'});
    }
    expect((await stand.run('stty -a'))['output']).toMatch(/[ ;\n]isig[ ;\n]/);
  });

  test('D45 keyboard protocols of a killed program do not turn later keys into text', async () => {
    await using stand = await Stand.open({shell});
    const killed = await stand.run(`sh -c 'printf "\\033[>31u\\033[>4;2m\\033[?2026h"; kill -9 $$'`);
    expect(killed).toMatchObject({
      exit_code: 137,
      repaired: ['synchronizedOutput', 'modifyOtherKeys', 'kittyKeyboard'],
    });
    await stand.until(({tracker}) => tracker.phase === 'prompt' && !tracker.mode('kittyKeyboard'));
    await stand.call('send_keys', {keys: ['text:echo ac', 'Left', 'text:b', 'C-e', 'text:d', 'Enter']});
    await stand.until(({tracker}) => tracker.recentCommands(1)[0]?.by.type === 'person' && !tracker.current);
    expect(await stand.call('read_output', {grep: '^abcd$'})).toMatchObject({text: 'abcd'});
  });

  test('D45 what a command killed while drawing left of its drawing is undone; what was on before stays', async () => {
    await using stand = await Stand.open({shell});
    const killed = await stand.run(
      `sh -c 'printf "a\\033[?25l\\033[2;4r\\033[4h\\033[?7l\\033[31mred\\033[2;1H"; kill -9 $$'`,
    );
    expect(killed).toMatchObject({
      exit_code: 137,
      repaired: ['scrollRegion', 'insertMode', 'autowrap', 'cursor', 'style'],
    });
    const lines = [1, 2, 3, 4, 5, 6, 7, 8].map(number => `line ${number}`).join('\n');
    await stand.run(`printf '${lines.replaceAll('\n', '\\n')}\\n'`);
    expect((await stand.call('read_screen', {}))['text']).toContain(lines);
    expect(await stand.run("sh -c 'kill -9 $$'")).not.toHaveProperty('repaired');
  });

  test('D46 clearing the screen in the middle loses no output', async () => {
    await using stand = await Stand.open({shell});
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
    expect(await stand.outcome(steps.join('; '))).toEqual(completed('one\ntwo\nthree\nfour\nfive'));
    await stand.call('send_control', {character: 'L'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D46 reset is an ordinary command', async () => {
    await using stand = await Stand.open({shell});
    expect(await stand.run('echo one; reset; echo two')).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
      output: expect.stringMatching(/^one\n[\s\S]*two$/),
    });
    expect(await stand.proof()).toEqual(stillHere);
  });
});
