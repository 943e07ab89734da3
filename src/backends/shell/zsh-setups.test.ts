import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {plain, ShellOnTest} from './testing/shell-on-test.ts';

/** Shells set up in every way that has broken an integration before. In each, marks and statuses must be exact. */
const SETUPS: Readonly<Record<string, string>> = {
  'D09 a right prompt': "RPROMPT='right %?'",
  'D09 a transient prompt':
    "line() { PROMPT='> '; zle reset-prompt; }; zle -N zle-line-finish line; precmd() { PROMPT=$'two\\nlines %# '; }",
  'a precmd function and hooks':
    'precmd() { false; }; preexec() { echo -n; }; autoload -Uz add-zsh-hook; f() { false; }; add-zsh-hook precmd f',
  'a zle-line-init of its own':
    "zle-line-init() { echoti smkx 2>/dev/null; }; zle -N zle-line-init; zle-keymap-select() { print -n '\\e[2 q'; }; zle -N zle-keymap-select; bindkey -v",
  'D12 prompt with a failing substitution': "setopt prompt_subst; PS1='$(false)%# '",
  'D13 empty prompt': "PS1='' PS2='' RPS1=''",
  'no PROMPT_SP': 'unsetopt prompt_sp',
  'no PROMPT_CR': 'unsetopt prompt_cr',
  'an end-of-line mark of its own': "PROMPT_EOL_MARK='%K{red}<ä>%k'",
  nounset: 'setopt no_unset',
  errexit: 'setopt err_exit',
  'ksh options': 'setopt ksh_arrays sh_word_split ksh_glob no_nomatch glob_subst rc_expand_param',
  'sh options': 'setopt posix_builtins posix_aliases ignore_braces 2>/dev/null; unsetopt short_loops',
  'warnings and all export': 'setopt warn_create_global warn_nested_var all_export typeset_silent no_clobber noglob',
  'no history': 'unset HISTFILE; HISTSIZE=0; setopt no_bang_hist',
  'shared history': 'HISTFILE=~/.hist; SAVEHIST=100; setopt share_history hist_verify hist_reduce_blanks',
  'spelling correction': 'setopt correct correct_all',
  'D26 aliases of builtins':
    'for b in print printf echo builtin local typeset emulate zle bindkey setopt zmodload if; do alias $b="echo BAD;"; alias -g G$b=BAD; done',
  'D26 functions like builtins': 'print() { echo BAD; }; echo() { :; }; zle() { : BAD; }; setopt() { : BAD; }',
  'a DEBUG trap': 'TRAPDEBUG() { : "$ZSH_DEBUG_CMD"; }; trap \': x\' ZERR',
};

describe.each(Object.entries(SETUPS))('zsh with %s', (name, rc) => {
  test('keeps exact marks', async () => {
    await using shell = await ShellOnTest.ready('zsh', {home: {'.zshrc': rc}});
    expect((await shell.run('true')).status).toBe(0);
    const ran = await shell.run('pwd');
    expect([ran.status, plain(ran.output)]).toEqual([0, `${shell.home}\n`]);
    if (name !== 'errexit') {
      expect((await shell.run('(exit 7)')).status).toBe(7);
      expect((await shell.run('test $? = 7')).status).toBe(0);
    }
    const bare = await shell.run("command printf 'foo!'");
    expect([bare.status, plain(bare.output)]).toEqual([0, 'foo!']);
    expect((await shell.run('fi')).marks.filter(mark => 'CD'.includes(mark.kind))).toHaveLength(2);
    const since = shell.marks.length;
    shell.write('\r');
    await shell.mark('B', since);
    expect(
      shell.marks
        .slice(since)
        .map(mark => mark.kind)
        .join(''),
    ).toBe('DAB');
    expect(plain(shell.output)).not.toMatch(/BAD|__cotty/);
  });
});

test("the user's files are all read, with the ZDOTDIR of the user in force", async () => {
  await using shell = await ShellOnTest.ready('zsh', {
    home: {
      '.zshenv': 'ZDOTDIR=$HOME/dots; order=(env)',
      'dots/.zshenv': 'order+=(never)',
      'dots/.zprofile': 'order+=(profile)',
      'dots/.zshrc': 'order+=(rc:$ZDOTDIR:t)',
      'dots/.zlogin': 'order+=(login)',
    },
    argv: argv => [...argv, '-l'],
  });
  expect(plain((await shell.run('echo $order')).output)).toBe('env profile rc:dots login\n');
  expect(plain((await shell.run('echo $ZDOTDIR:t')).output)).toBe('dots\n');
});

test('a ZDOTDIR from the environment is given back', async () => {
  await using shell = await ShellOnTest.ready('zsh', {env: {ZDOTDIR: '/nowhere'}});
  expect(plain((await shell.run('env | grep ZDOTDIR')).output)).toBe('ZDOTDIR=/nowhere\n');
});

test('without one there is none', async () => {
  await using shell = await ShellOnTest.ready('zsh', {home: {'.zshenv': 'print -r -- "seen: $+ZDOTDIR"'}});
  expect(shell.output).toContain('seen: 0');
  expect(plain((await shell.run('echo $+ZDOTDIR')).output)).toBe('0\n');
});

test.each(['', 'unsetopt prompt_percent', 'setopt prompt_subst; unsetopt prompt_percent'])(
  'D01 the filler for a missing newline stands behind the end mark, as zsh would draw it (%s)',
  async rc => {
    await using shell = await ShellOnTest.ready('zsh', {home: {'.zshrc': `${rc}\n`}});
    const since = shell.marks.length;
    await shell.run('printf foo');
    const end = await shell.mark('D', since);
    expect(shell.output.slice(end.to)).toMatch(/^\x1b\[1m\x1b\[7m[%#]\x1b\[27m\x1b\[1m\x1b\[0m {119}\r \r/);
  },
);

test('spelling correction asks nothing about a delivered line, and stays on', async () => {
  await using shell = await ShellOnTest.ready('zsh', {home: {'.zshrc': 'setopt correct'}});
  expect((await shell.run('ehco hi')).status).toBe(127);
  expect((await shell.run('fi')).status).toBeGreaterThan(0);
  expect((await shell.run('[[ -o correct ]]')).status).toBe(0);
});

test('a home without any file of zsh gets a prompt, not the dialogue for newcomers', async () => {
  await using shell = await ShellOnTest.ready('zsh', {patch: directory => rmSync(join(directory, '../home/.zshrc'))});
  expect((await shell.run('true')).status).toBe(0);
});

test('an option changed by a command stays changed', async () => {
  await using shell = await ShellOnTest.ready('zsh');
  await shell.run('unsetopt prompt_sp');
  await shell.run('true');
  expect(plain((await shell.run('[[ -o promptsp ]]; echo $?')).output)).toBe('1\n');
});

test('zsh-syntax changes at run time lose no mark', async () => {
  await using shell = await ShellOnTest.ready('zsh');
  for (const change of [
    'precmd_functions=()',
    'f() { :; }; zle -N zle-line-init f',
    'precmd() { true; }',
    'PROMPT=x',
    'setopt ksh_arrays',
  ]) {
    expect((await shell.run(change)).status).toBe(0);
    expect((await shell.run('(exit 7)')).status).toBe(7);
  }
});

test('a nested zsh says nothing', async () => {
  await using shell = await ShellOnTest.ready('zsh');
  writeFileSync(join(shell.home, '.zshrc'), 'PS1="inner> "; export PS1');
  const since = shell.marks.length;
  shell.submit('zsh -i');
  await shell.text('inner> ');
  shell.write('exit 5\r');
  await shell.mark('D', since);
  expect(shell.ran(since)).toMatchObject({status: 5});
});
