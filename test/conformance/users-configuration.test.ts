/** What a user's own files and functions do to the line editor, the prompt and the terminal, and lines stay exact all the same. */
import {describe, expect} from 'vitest';
import type {Actor} from '../../src/core/index.ts';
import {needs, skipUnless} from '../support/needs.ts';
import {hardCase} from './hard-case.ts';
import {rcFile} from './shell-homes.ts';
import {completed, fullShells, type ShellName, stillHere, TestTerminal, terminals} from './test-terminal.ts';

const anna: Actor = {type: 'person', name: 'anna'};

async function isExact(terminal: TestTerminal): Promise<void> {
  expect(await terminal.outcome('echo one')).toEqual(completed('one'));
  expect(await terminal.outcome("sh -c 'exit 7'")).toEqual(completed('', 7));
  expect(await terminal.outcome('echo three\necho four')).toEqual(completed('three\nfour'));
}

/** Of zsh all builtins are gone, and what our functions print then stands on the prompt line. */
const losesAll: Partial<Record<ShellName, string>> = {
  bash: 'unset -f $(compgen -A function __cotty); PS1=; PS0=; unset PROMPT_COMMAND',
  zsh: "disable -m '*'",
  fish: "functions -e (functions -a -n | string match '*cotty*'); function fish_prompt; end",
};

async function typeLine(terminal: TestTerminal, line: string): Promise<void> {
  await terminal.session.gate.write(anna, Buffer.from(`${line}\r`), {kind: 'typed'});
  terminal.session.gate.lease.release(anna);
}

describe.each(terminals(['zsh']))('$backend, $shell', ({backend, shell}) => {
  const opened = (rc: string) => TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: `${rc}\n`}});
  const replaces = "zle-line-finish() { BUFFER='echo other' }; zle -N zle-line-finish";

  hardCase.for([
    replaces,
    "autoload -Uz add-zle-hook-widget; other() { BUFFER='echo other' }; add-zle-hook-widget line-finish other",
    "accept-line() { BUFFER='echo other'; zle .accept-line }; zle -N accept-line",
  ])('E05', 'of a delivered line that runs which was given: %s', async rc => {
    await using terminal = await opened(rc);
    await isExact(terminal);
  });

  hardCase('E05', 'a widget that makes another line of one is there for what is typed', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run(replaces);
    await isExact(terminal);
    await typeLine(terminal, 'echo typed');
    expect(await terminal.proof()).toEqual(stillHere);
    expect(await terminal.call('read_screen', {scrollback: true})).toMatchObject({
      text: expect.stringMatching(/^other$/m),
    });
  });

  /** As powerlevel10k and zsh-vi-mode do: a widget calls the one that was there before. */
  const wraps = (name: string) => `
    ${name}() {
      for w in zle-line-init zle-line-finish; do
        zle -A $w ${name}-$w && functions[${name}-$w-mine]="print ${name} $w >>calls; zle ${name}-$w -- "$@""
        zle -N $w ${name}-$w-mine
      done
    }`;
  const own = `
    zle-line-init() { print own zle-line-init >>calls }; zle -N zle-line-init
    zle-line-finish() { print own zle-line-finish >>calls }; zle -N zle-line-finish`;
  const oncePerPrompt = (name: string) => `precmd_functions+=(${name})`;

  hardCase.for([
    [
      'once',
      `${own}\n${wraps('first')}\nlater() { precmd_functions=(\${precmd_functions:#later}); first }\n${oncePerPrompt('later')}`,
    ],
    [
      'one after the other',
      `${own}\n${wraps('first')}\n${wraps('second')}\nlater() { precmd_functions=(\${precmd_functions:#later}); first; second }\n${oncePerPrompt('later')}`,
    ],
    [
      'whenever they are not theirs',
      `${own}\n${wraps('first')}\nlater() { [[ $widgets[zle-line-finish] == user:first-* ]] || first }\n${oncePerPrompt('later')}`,
    ],
  ] as const)('E05', 'widgets that are wrapped at a prompt, %s, run once for each line', async ([, rc]) => {
    await using terminal = await opened(rc);
    for (let round = 0; round < 3; round++) await isExact(terminal);
    terminal.write('calls', '');
    expect(await terminal.outcome('echo one')).toEqual(completed('one'));
    expect(await terminal.outcome('sort calls | uniq -c')).toMatchObject({exit_code: 0});
    const calls = terminal.read('calls').trim().split('\n');
    const kinds = new Set(calls);
    expect(kinds).toContain('own zle-line-finish');
    expect(kinds).toContain('first zle-line-finish');
    // Of two lines, and of the prompt between them and the one before.
    for (const kind of kinds) expect(calls.filter(call => call === kind).length).toBeLessThanOrEqual(3);
  });

  const recursive = (right: string) => `
    PROMPT='%~ %# '; ${right}
    zle-line-init() {
      emulate -L zsh
      [[ $CONTEXT == start ]] || return 0
      while true; do
        zle .recursive-edit
        local -i ret=$?
        [[ $ret == 0 && $KEYS == $'\\4' ]] || break
        [[ -o ignore_eof ]] || exit 0
      done
      local saved=$PROMPT saved_right=$RPROMPT
      PROMPT='%# '; RPROMPT=''
      zle .reset-prompt
      PROMPT=$saved; RPROMPT=$saved_right
      if (( ret )); then zle .send-break; else zle .accept-line; fi
      return ret
    }
    zle -N zle-line-init`;

  hardCase.for(['', "RPROMPT='%*'", "RPROMPT='%F{8}main%f'"])(
    'E05',
    'lines are exact where zle-line-init edits the line itself, for a short old prompt: %s',
    async (right, {expect}) => {
      await using terminal = await opened(recursive(right));
      await isExact(terminal);
      await terminal.call('send_control', {character: 'C'});
      expect(await terminal.outcome('echo two; (exit 3)')).toEqual(completed('two', 3));
      await terminal.call('send_text', {text: 'echo "ha'});
      await isExact(terminal);
      await terminal.call('send_text', {text: 'lf"', submit: true});
      await expect.poll(async () => (await terminal.call('read_screen', {})).text).toMatch(/^half$/m);
    },
  );

  hardCase('E05', 'a line that a late hook puts on the first prompt is not merged with the first command', async () => {
    await using terminal = await opened(
      "late() { zle-line-init() { BUFFER='echo before ' }; zle -N zle-line-init }; precmd_functions+=(late)",
    );
    await isExact(terminal);
  });

  hardCase.for(['function builtin { : }', 'disable builtin', 'function builtin { false }; disable print'])(
    'E06',
    'lines are exact with %s in the user’s file',
    async rc => {
      await using terminal = await opened(rc);
      await isExact(terminal);
    },
  );
});

describe.each(terminals(['bash']))('$backend, $shell', ({backend, shell}) => {
  const opened = (rc: string) => TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: `${rc}\n`}});

  hardCase.for([
    `PROMPT_COMMAND='trap "echo [trap]" DEBUG'`,
    "again() { trap 'echo [trap]' DEBUG; }; PROMPT_COMMAND=again",
  ])('E11', 'a DEBUG trap that each prompt sets anew runs for the commands of the user alone: %s', async rc => {
    await using terminal = await opened(rc);
    for (const word of ['one', 'two', 'three'])
      expect(await terminal.outcome(`echo ${word}`)).toEqual(completed(`[trap]\n${word}`));
  });

  hardCase('E11', 'the same of one that a person has typed', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    await typeLine(terminal, `PROMPT_COMMAND='trap "echo [trap]" DEBUG'`);
    for (const word of ['one', 'two'])
      expect(await terminal.outcome(`echo ${word}`)).toEqual(completed(`[trap]\n${word}`));
  });

  hardCase.for(['$((', '$(', '`', '$((1', 'a\\', 'a\\['])(
    'E05',
    'a prompt that is cut off loses no line: %s',
    async prompt => {
      await using terminal = await opened(`PS1='${prompt}'`);
      await isExact(terminal);
    },
  );

  hardCase(
    'E05',
    'what bash says of a prompt that it cannot expand, between the lines of a block, is told',
    async () => {
      await using terminal = await opened("PS1='${x'");
      expect(await terminal.outcome('echo one')).toEqual(completed('one'));
      expect(await terminal.outcome('false')).toEqual(completed('', 1));
      expect(await terminal.run('echo three\necho four')).toMatchObject({
        exit_code: 0,
        output: expect.stringMatching(/^three\n(.*\n)?four$/),
        mixed_output: true,
      });
    },
  );

  hardCase('E05', 'the same of one that is set later, until another is set', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.outcome("PS1='$(('")).toEqual(completed(''));
    await isExact(terminal);
    expect(await terminal.outcome("PS1='$ '")).toEqual(completed(''));
    await isExact(terminal);
  });
});

describe.each(terminals(['fish']))('$backend, $shell', ({backend, shell}) => {
  hardCase('E06', 'a prompt that a later hook has taken the marks from says them when it is asked', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run("function late --on-event fish_prompt; function fish_prompt; printf 'late> '; end; end");
    expect(await terminal.outcome('echo one')).toEqual(completed('one'));
    expect(await terminal.outcome("sh -c 'exit 7'")).toEqual(completed('', 7));
  });
});

describe.each(terminals(fullShells))('$backend, $shell', ({backend, shell}) => {
  hardCase('E05', 'on a terminal of one short row lines and blocks are exact', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {cols: 10, rows: 1});
    await isExact(terminal);
    await isExact(terminal);
  });

  hardCase('E06', 'a shell that has lost its hooks and shows no prompt takes lines again after Ctrl+C', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run(losesAll[shell] ?? '');
    await terminal.run('true').catch(() => undefined);
    await terminal.call('send_control', {character: 'C', timeout: 40});
    for (const word of ['one', 'two'])
      expect(await terminal.run(`/bin/echo ${word}`)).toMatchObject({
        state: 'completed',
        exit_code: null,
        output: expect.stringContaining(word),
      });
  });

  hardCase('E06', 'a shell whose terminal another program has made its own is exact again behind that', async () => {
    needs('setsid');
    skipUnless(process.getuid?.() === 0, 'needs root: a terminal that is somebody’s is taken over');
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('setsid --ctty --wait bash --norc');
    await terminal.call('send_text', {text: 'exit', submit: true});
    await isExact(terminal);
  });
});
