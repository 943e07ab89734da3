/** Mechanisms of shell frameworks, each as small as it can be had (`docs/guide/shell-frameworks.md` names those that were tried). */
import {existsSync, readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import type {WriteJudge} from '../../src/engine/write/judge-write.ts';
import {rcFile} from '../conformance/shell-homes.ts';
import {completed, fullShells, type ShellName, stillHere, TestTerminal} from '../conformance/test-terminal.ts';

/** Ctrl+T starts a program in the line editor, as fzf and atuin are started: it reads one key and keeps what it was. */
const menus: Partial<Record<ShellName, string>> = {
  bash: String.raw`choose() { head -c 1 </dev/tty | od -An -tx1 >~/chosen; }
bind -x '"\C-t": choose'
`,
  zsh: `choose() { head -c 1 </dev/tty | od -An -tx1 >~/chosen; zle redisplay }
zle -N choose
bindkey '^T' choose
`,
  fish: String.raw`function choose; head -c 1 </dev/tty | od -An -tx1 >~/chosen; commandline -f repaint; end
bind \ct choose
`,
};

describe.each(fullShells)('%s', shell => {
  test('a program that a key has started at the prompt gets no command line, and is named', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {home: {[rcFile(shell)]: menus[shell] ?? ''}});
    expect(await terminal.outcome('echo before')).toEqual(completed('before'));
    await terminal.call('send_keys', {keys: ['C-t']});
    await expect(terminal.run('echo meanwhile')).rejects.toMatchObject({
      code: 'session_busy',
      message: expect.stringContaining('head has the keyboard'),
    });
    await terminal.call('send_keys', {keys: ['x']});
    expect(await terminal.outcome('cat ~/chosen')).toEqual(completed(' 78'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  test('Enter in such a program is judged as a line that nobody knows, and the program is asked nothing', async () => {
    const lines: (string | null)[] = [];
    const judge: WriteJudge = {
      judges: () => true,
      decide: async line => {
        lines.push(line.text);
      },
    };
    await using terminal = await TestTerminal.open('pty', shell, {home: {[rcFile(shell)]: menus[shell] ?? ''}, judge});
    await terminal.run('true');
    await terminal.call('send_keys', {keys: ['C-t']});
    await terminal.call('send_keys', {keys: ['Enter']});
    const shown = await terminal.run('cat ~/chosen');
    expect(lines).toEqual(['true', null, 'cat ~/chosen']);
    expect(shown).toMatchObject({state: 'completed', exit_code: 0, output: expect.stringMatching(/^ 0[ad]$/)});
  });
});

test('a bash whose prompts are not expanded says that a line goes on', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {home: {'.bashrc': 'shopt -u promptvars\n'}});
  expect(await terminal.outcome('echo before')).toEqual(completed('before'));
  expect(await terminal.run("echo 'open")).toMatchObject({
    state: 'awaiting_input',
    waiting_for: {kind: 'continuation'},
  });
  await terminal.call('send_control', {character: 'C'});
  expect(await terminal.outcome('echo after; false')).toEqual(completed('after', 1));
  expect(await terminal.proof()).toEqual(stillHere);
});

test('where ble.sh stands in the place of readline no exit code is claimed', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {home: {'.bashrc': 'BLE_VERSION=0.4\n'}});
  expect(await terminal.run('echo one; false')).toMatchObject({
    state: 'completed',
    exit_code: null,
    via: 'foreground',
    output: 'one',
  });
});

test('while the line editor waits for what a key has started, a line ends as nobody’s in the time that it has, and Enter is one that nobody knows', async () => {
  // Ctrl+T has the line editor wait for what reads nothing.
  const rc = "idle() { sleep 1000 }\nzle -N idle\nbindkey '^T' idle\n";
  const lines: (string | null)[] = [];
  const judge: WriteJudge = {
    judges: () => true,
    decide: async line => {
      lines.push(line.text);
    },
  };
  await using terminal = await TestTerminal.open('pty', 'zsh', {home: {'.zshrc': rc}, judge});
  await terminal.run('true');
  await terminal.call('send_keys', {keys: ['C-t']});
  await expect(terminal.run('echo meanwhile', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_keys', {keys: ['Enter']});
  expect(lines.slice(0, 2)).toEqual(['true', null]);
  await terminal.call('send_control', {character: 'C'});
  expect(await terminal.proof()).toEqual(stillHere);
});

describe.each([
  ['wraps-numbered', ''],
  ['wraps-early', ''],
  ['wraps-numbered', 'shopt -u promptvars\n'],
  ['wraps-early', 'shopt -u promptvars\n'],
])('beside an integration for bash that wraps prompts when they are not as it left them: %s, %j', (name, before) => {
  const rc = readFileSync(new URL(`../fixtures/shells/${name}.bash`, import.meta.url), 'utf8');
  const home = {'.bashrc': before + rc};

  test('prompts do not grow, and all is exact', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash', {home});
    await terminal.run('true');
    // Marks that are written out hold numbers, which count on: what stands around them is counted.
    const count = String.raw`printf %s "$PS1$PS2" | tr -dc '\\' | wc -c`;
    const marks = await terminal.outcome(count);
    for (let i = 0; i < 9; i++) {
      const ran = [await terminal.run(`(exit ${i})`), await terminal.run('echo one\nfalse\necho "two $?"')];
      expect(ran).toMatchObject([completed('', i), completed('one\ntwo 1')]);
      for (const result of ran) expect(result).not.toHaveProperty('forged_marks');
    }
    expect(await terminal.outcome(count)).toEqual(marks);
  });

  test.each([
    ["PS1='new> '", 'new> '],
    ['PS1="(env) $PS1"', '(env) home> '],
    ["unset PS1 PS2; PS1='again> '", 'again> '],
    ['unset PROMPT_COMMAND', 'home> '],
    ["PROMPT_COMMAND=true; PS1='none> '", 'none> '],
  ])('what the person changes is shown: %s', async (change, prompt) => {
    await using terminal = await TestTerminal.open('pty', 'bash', {home});
    await terminal.run('true');
    expect(await terminal.outcome(change)).toEqual(completed(''));
    for (let i = 0; i < 3; i++) expect(await terminal.run('clear; (exit 4)')).toMatchObject({exit_code: 4});
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    const {text} = await terminal.call('read_screen', {});
    expect(`${String(text).trimEnd()} `).toBe(prompt);
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

test('what a command in another integration’s PS0 says between the lines of a block is nobody’s forgery', async () => {
  const rc = String.raw`
say() { printf '\e]133;C\a' >/dev/tty; }
PS0='$(say)'
PS1='\[\e]133;D;$?\a\e]133;A\a\]home> '
`;
  await using terminal = await TestTerminal.open('pty', 'bash', {home: {'.bashrc': rc}});
  await terminal.run('true');
  for (const block of ['echo one\nfalse\necho two', 'cat <<END\none\nEND\necho two']) {
    const result = await terminal.run(block);
    expect(result).toMatchObject(completed('one\ntwo'));
    expect(result).not.toHaveProperty('forged_marks');
  }
});

/** What many have in their files to begin each prompt on a line of its own. */
const asksForCursor: Partial<Record<ShellName, string>> = {
  bash: String.raw`PROMPT_COMMAND='IFS="[;" read -rsdR -p $'"'\e[6n'"' _ row column'
`,
  zsh: String.raw`precmd() { print -n '\e[6n'; read -rsd R place </dev/tty }
`,
};

test.each(Object.entries(asksForCursor))(
  'each prompt of %s that asks where the cursor is is told',
  async (shell, file) => {
    await using terminal = await TestTerminal.open('pty', shell as ShellName, {
      home: {[rcFile(shell as ShellName)]: file},
    });
    for (let line = 0; line < 40; line++)
      expect(await terminal.outcome(`echo R${line}`)).toEqual(completed(`R${line}`));
    expect(await terminal.proof()).toEqual(stillHere);
  },
);

test('of a command that a prompt has read the beginning of, nobody is told that nothing ran', async () => {
  const home = {'.bashrc': "PROMPT_COMMAND='read -rsd R answer'\n"};
  await using terminal = await TestTerminal.open('pty', 'bash', {home});
  const {state, hint} = await terminal.run('echo R touch ~/ran');
  await expect.poll(() => existsSync(terminal.file('ran')), {timeout: 40_000}).toBe(true);
  expect({state, hint}).toMatchObject({
    state: 'lost',
    hint: expect.stringContaining('what that has left of it may have'),
  });
});
