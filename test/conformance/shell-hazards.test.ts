/** What a shell's user takes away from our scripts, puts in the way of them, or has the shell show of them. */
import {describe, expect} from 'vitest';
import {needs, needsLinux} from '../support/needs.ts';
import {ending} from './ending.ts';
import {hardCase} from './hard-case.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals, type Value} from './test-terminal.ts';

/** Lines are given whole and told apart; `prefix` is what the shell shows of each command before it runs. */
async function isExact(terminal: TestTerminal, traced: (command: string) => string = () => ''): Promise<void> {
  const exact = (output: string, exit_code: number) => ({output, exit_code, state: 'completed', via: 'mark'});
  expect(await terminal.outcome('echo one')).toEqual(exact(`${traced('echo one')}one`, 0));
  expect(await terminal.outcome('(exit 3)')).toEqual(exact(traced('(exit 3)').trimEnd(), 3));
  expect(await terminal.outcome('echo "hi!"')).toMatchObject({exit_code: 0, output: expect.stringMatching(/hi!$/)});
}

/** Nothing that our scripts are made of stands on the screen. */
async function showsNothingOfOurs(terminal: TestTerminal): Promise<void> {
  const {text} = await terminal.call('read_screen', {scrollback: true});
  expect(
    String(text)
      .replaceAll('++ __cotty_lastx', '')
      .replaceAll(/\+\+ __cotty_linex .*/g, ''),
  ).not.toContain('__cotty');
}

describe.each(terminals(['bash']))('$backend, $shell', ({backend, shell}) => {
  hardCase.for([
    'enable -n return',
    'enable -n printf',
    'enable -n eval trap declare local read',
    'enable -n set shopt unset',
    'enable -n bind',
    'enable -n builtin',
    'take() { enable -n printf return local; }; take 2>~/errors',
    'printf() { :; }; builtin() { :; }',
    'command() { :; }; return() { :; }; eval() { :; }; local() { :; }',
    'alias builtin=false printf=false return=false local=false bind=false',
    'FUNCNEST=1',
    'set -r',
    'set -e; set -r',
    'set -e; enable -n return',
    'IFS=0123456789; set -u',
    'set -x; set -r; set +x',
    'declare -u READLINE_LINE',
    'declare -i READLINE_LINE READLINE_POINT',
    'declare -a READLINE_LINE READLINE_POINT',
  ])('E05', 'lines are exact after %s', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: 0});
    if (line.startsWith('set -e')) expect(await terminal.outcome('echo one; true')).toEqual(completed('one'));
    else await isExact(terminal);
    await showsNothingOfOurs(terminal);
  });

  hardCase('E05', 'a block that a shell without the builtin `.` cannot read is not said to have run', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('enable -n .');
    expect(await terminal.outcome('echo one')).toEqual(completed('one'));
    for (const block of ['echo one\necho two >there', 'echo "!x" >there'])
      expect(await terminal.run(block)).toMatchObject({state: 'lost', exit_code: null});
    expect(await terminal.run('ls there')).toMatchObject({state: 'completed', exit_code: 2});
    expect(await terminal.run('enable .')).toMatchObject({state: 'completed', exit_code: 0});
    await isExact(terminal);
  });

  hardCase(
    'E05',
    'blocks have the codes, the `$?` and the output of their own where they are read from a file',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run('enable -n bind');
      await terminal.run('(exit 5)');
      expect(await terminal.outcome('echo "$?"\necho two')).toEqual(completed('5\ntwo'));
      expect(await terminal.run('echo one\nnone-such')).toMatchObject({state: 'completed', exit_code: 127});
      expect(await terminal.outcome('cat <<E\n!x\nE')).toEqual(completed('!x'));
      await terminal.run("PS4='+ '; set -x");
      expect(await terminal.run('true\n(exit 3)')).toMatchObject({
        state: 'completed',
        exit_code: 3,
        output: expect.not.stringContaining('__cotty_id'),
      });
    },
  );

  hardCase('D20', 'an alias that begins a here-document and does not end it asks for the rest', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run("shopt -s expand_aliases; alias here='cat <<E\nfirst'");
    expect(await terminal.run('here')).toMatchObject({
      state: 'awaiting_input',
      exit_code: null,
      waiting_for: {kind: 'continuation', program: 'bash'},
    });
    const refusal = {code: 'session_busy', message: expect.stringContaining('the rest of an unfinished one')};
    for (let i = 0; i < 2; i++)
      await expect(terminal.run('echo swallowed', {timeout: 2})).rejects.toMatchObject(refusal);
    await terminal.call('send_text', {text: 'second\nE', paste: false, submit: true});
    expect(await terminal.outcome('echo one')).toEqual(completed('one'));
    await terminal.run('here');
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.outcome('echo one; (exit 4)')).toEqual({...completed('one'), exit_code: 4});
  });

  hardCase.for([
    ['set -x', "PS4='+ '; set -x", '+ '],
    ['a DEBUG trap', "trap ': debug' DEBUG", ''],
    ['set -x and a DEBUG trap', "PS4='+ '; trap ': debug' DEBUG; set -x", '+ '],
  ] as const)(
    'E05',
    'lines are exact where functions may not call others, under %s',
    async ([, line, traced], {expect}) => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run(line);
      expect(await terminal.run('FUNCNEST=1')).toMatchObject({state: 'completed', exit_code: 0});
      for (const command of ['false', 'echo one; (exit 3)', 'false']) {
        const status = command === 'false' ? 1 : 3;
        const {state, exit_code, output} = await terminal.run(command);
        expect({state, exit_code}).toEqual({state: 'completed', exit_code: status});
        const printed = String(output)
          .split('\n')
          .filter(text => !text.startsWith('+'));
        expect(printed.join('\n')).toBe(command === 'false' ? '' : 'one');
        expect(String(output).includes('+ ')).toBe(traced !== '');
      }
      await terminal.call('send_text', {text: 'echo half'});
      expect(await terminal.run('false')).toMatchObject({state: 'completed', exit_code: 1});
      await terminal.call('send_text', {text: '-line', submit: true});
      await expect.poll(async () => (await terminal.call('read_screen', {})).text).toMatch(/^half-line/m);
    },
  );

  hardCase.for(['FUNCNEST=1', 'FUNCNEST=2', "FUNCNEST=1; trap ': debug' DEBUG"])(
    'E05',
    'lines are exact where the rc file has %s',
    async rc => {
      await using terminal = await TestTerminal.open(backend, shell, {home: {'.bashrc': `${rc}\n`}});
      await isExact(terminal);
    },
  );

  hardCase('E05', 'without functions that call others the end is seen, and no exit code told', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {'.bashrc': 'readonly FUNCNEST=1\n'}});
    const graded = {state: 'completed', via: 'foreground', exit_code: null};
    expect(await terminal.outcome('echo one')).toEqual({...graded, output: 'one'});
    expect(await terminal.outcome('(exit 3)')).toEqual({...graded, output: ''});
  });

  hardCase('E11', 'what a DEBUG trap prints of our hooks, as it is set, is said to be mixed in', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const set = await terminal.run(`trap 'echo "[$BASH_COMMAND]"' DEBUG`);
    expect(set).toMatchObject({state: 'completed', exit_code: 0, mixed_output: true});
    expect(await terminal.run('false')).not.toHaveProperty('mixed_output');
    expect(await terminal.outcome('false')).toEqual(completed('[false]', 1));
  });

  hardCase.for([
    ['a terminal', 'exec 9>/dev/tty; BASH_XTRACEFD=9', ''],
    ['stdout', 'BASH_XTRACEFD=1', ''],
    ['a terminal, with a DEBUG trap', 'exec 9>/dev/tty; BASH_XTRACEFD=9', `trap ': "$? $_"' DEBUG`],
    ['stderr, with a DEBUG trap', ':', `trap ': "$? $_"' DEBUG`],
  ] as const)('E11', 'what is traced to %s is of the lines and of the trap alone', async ([, trace, trap]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    if (trap) await terminal.run(trap);
    // The trap sees the status and the last argument before the command.
    const seen = (before: string) => (trap ? `++ : '${before}'\n` : '');
    expect(await terminal.outcome(`PS4='+ '; ${trace}; set -x`)).toEqual(completed(''));
    for (const before of ['0 -x', '1 false'])
      expect(await terminal.outcome('echo one; false')).toEqual(
        completed(`${seen(before)}+ echo one\none\n${seen('0 one')}+ false`, 1),
      );
    await terminal.until(session => session.tracker.phase === 'prompt');
    const typed = await terminal.call('send_text', {text: 'echo two', submit: true, timeout: 40});
    expect(typed).toMatchObject({state: 'completed', output: `${seen('1 false')}+ echo two\ntwo`});
    expect(await terminal.outcome('set +x')).toEqual(completed(`${seen('0 two')}+ set +x`));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('E11', 'a file that traces go to is told the lines alone', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run("PS4='+ '; exec 9>trace; BASH_XTRACEFD=9; set -x");
    for (const line of ['echo one; false', 'echo two\necho three', 'set +x']) await terminal.run(line);
    expect(terminal.read('trace')).toBe('+ echo one\n+ false\n+ echo two\n+ echo three\n+ set +x\n');
  });

  hardCase('E06', 'with its builtins back the shell is what it was', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const [gone, back] of [
      ['enable -n printf', 'enable printf'],
      ['builtin() { :; }', 'unset -f builtin'],
    ] as const) {
      await terminal.run(gone);
      expect(await terminal.run('echo a\nfalse')).toMatchObject({state: 'completed', exit_code: 1});
      expect(await terminal.outcome(back)).toEqual(completed(''));
      expect(await terminal.run('echo a\nfalse')).toMatchObject({
        output: 'a',
        line_results: [{exit_code: 0}, {exit_code: 1}],
      });
    }
  });

  hardCase.for([
    [`PS1='\${UNDEF?oops}'`, ''],
    ["set -u; PS1='$UNDEF> '", ''],
    ["PS1='$((1/0))> '", ''],
    [`PS0='\${UNDEF?oops}'`, `bash: UNDEF: oops\n\${UNDEF?oops}`],
    ["set -u; PS0='$UNDEF'", 'bash: UNDEF: unbound variable\n$UNDEF'],
    [`PS2='\${UNDEF?oops}'`, ''],
    ["PROMPT_COMMAND='false'", ''],
    ["PROMPT_COMMAND='return 3'", ''],
    ["PROMPT_COMMAND='break; continue; (exit 3)'", ''],
    ["PROMPT_COMMAND='no-such-command'", ''],
    ["PROMPT_COMMAND='if'", ''],
    [`PROMPT_COMMAND='\${UNDEF?oops}'`, ''],
  ] as const)('E06', 'lines are exact after %s, and nothing of ours is shown', async ([line, printed]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: 0});
    await isExact(terminal, () => printed);
    await showsNothingOfOurs(terminal);
  });

  hardCase('E06', 'a prompt that can be expanded no longer is exact from its second time on', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run("name=x; PS1='$name> '; set -u");
    await terminal.run('unset name');
    for (let i = 0; i < 2; i++) expect(await terminal.outcome('echo one; false')).toEqual(completed('one', 1));
    await terminal.run("PS1='$ '");
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('E11', 'PROMPT_COMMAND that is set twice as a string runs the second one alone', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run("PROMPT_COMMAND='echo first >>~/ran'");
    await terminal.run("PROMPT_COMMAND='echo second >>~/ran'");
    await terminal.run(': >~/ran');
    await terminal.run('true');
    await terminal.run('PROMPT_COMMAND=');
    expect(new Set(terminal.read('ran').trim().split('\n'))).toEqual(new Set(['second']));
  });

  hardCase.for([
    ['echo a\necho b; fi\necho c\nfalse', [0, 2, 0, 1]],
    ["(exit 5)\necho 'x\ny'\nif fi\n(exit 4)\ntrue", [5, 0, 2, 4, 0]],
    ['fi\necho c\nfalse', [2, 0, 1]],
    ['echo a\nfi', [0, 2]],
    ['echo a\n\n# nothing\nfalse\n# nothing', [0, 1]],
    // Which of them were wrong the shell does not tell: then nothing is claimed.
    ['echo a\nfi\nfi\ntrue', undefined],
    ['(exit 2)\nfi\ntrue', undefined],
    ['echo a\nfi\n# nothing\nfalse', undefined],
  ] as const)('D24', 'the results of the lines of %j are those of these lines, or not told', async ([block, codes]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    const ran = await terminal.run(block);
    expect(ran['line_results']).toEqual(codes?.map(exit_code => ({exit_code})));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D24', 'a command that expands PS1 has the code that it has', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const block of [`x=\${PS1@P}; (exit 6)`, `true\nx=\${PS1@P}; (exit 6)`])
      expect(await terminal.run(block)).toMatchObject({state: 'completed', exit_code: 6, output: ''});
  });
});

describe.each(terminals(['zsh']))('$backend, $shell', ({backend, shell}) => {
  hardCase.for([
    'disable print',
    'disable return setopt unsetopt emulate zle bindkey trap typeset local',
    'disable builtin',
    "disable -r case if '[[' local typeset",
    'builtin() { : }; print() { : }; emulate() { : }',
    'alias -g builtin=false; alias print=false return=false',
    'FUNCNEST=1',
    'setopt RESTRICTED',
    'emulate sh',
    'emulate ksh',
    'setopt ksh_arrays sh_word_split no_unset err_return; disable print return',
    'zmodload -u zsh/mapfile zsh/parameter',
    'IFS=0123456789; setopt no_unset sh_word_split',
  ])('E05', 'lines are exact after %s', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: 0});
    await isExact(terminal);
  });

  hardCase.for(['emulate csh', 'setopt glob_assign glob_subst'])(
    'E05',
    'a line is no pattern of files after %s, also where a widget of the user finishes it',
    async line => {
      const home = {'.zshrc': 'zle-line-finish() { : }; zle -N zle-line-finish\n'};
      await using terminal = await TestTerminal.open(backend, shell, {home});
      expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: 0});
      terminal.write('echo *', '');
      expect(await terminal.outcome('echo "one" [a]; (exit 3)')).toMatchObject({state: 'completed', via: 'mark'});
      expect(await terminal.outcome('echo one; (exit 3)')).toEqual(completed('one', 3));
      expect(await terminal.outcome('echo *')).toEqual(completed('echo *'));
      await isExact(terminal);
    },
  );

  hardCase('E05', 'what a shell without its line editor drops behind Ctrl+C is no command', async () => {
    needsLinux();
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('unsetopt zle');
    for (let round = 0; round < 3; round++) {
      await terminal.call('send_control', {character: 'C'});
      expect(await terminal.outcome('echo one; (exit 3)')).toEqual(completed('one', 3));
      const open = await terminal.run('echo "abc');
      expect(open).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'continuation'}});
      await expect(terminal.run('echo two')).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_control', {character: 'C'});
      expect(await ending(terminal, open)).toMatchObject({state: 'interrupted'});
      expect(await terminal.outcome('echo two')).toEqual(completed('two'));
      await terminal.call('send_text', {text: 'echo "abc', submit: true});
      await expect(terminal.run('echo three')).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_control', {character: 'C'});
      expect(await terminal.outcome('echo three')).toEqual(completed('three'));
    }
  });

  hardCase('E11', 'what was disabled and defined stays so', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('disable print; builtin() { echo mine }');
    for (let i = 0; i < 2; i++) {
      expect(await terminal.outcome('disable')).toEqual(completed('print'));
      expect(await terminal.outcome('builtin')).toEqual(completed('mine'));
    }
  });

  hardCase.for([
    `setopt prompt_subst; PS1='\${UNDEF?oops}'`,
    'precmd() { return 3 }',
    'precmd() { no-such-command }',
    'precmd_functions+=(no-such-function)',
  ])('E06', 'lines are exact after %s', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: 0});
    await isExact(terminal);
  });
});

describe.each(terminals(fullShells))('$backend, $shell: what the shell shows of commands', ({backend, shell}) => {
  const [on, off] = shell === 'fish' ? ['set fish_trace 1', 'set -e fish_trace'] : ['set -x', 'set +x'];

  hardCase('E11', 'a trace is of the commands of the user alone, whatever it looks like', async () => {
    const home = {'.zshrc': 'setopt prompt_subst\n'};
    await using terminal = await TestTerminal.open(backend, shell, {home});
    const prefixes = shell === 'fish' ? [''] : ["PS4='+ '", "PS4='$(echo two; echo lines)+ '", "PS4='<$((count++))> '"];
    for (const prefix of prefixes) {
      if (prefix !== '') await terminal.run(prefix);
      const seen: Value[] = [await terminal.outcome(on)];
      for (const line of ['echo one', 'false']) seen.push(await terminal.outcome(line));
      seen.push(await terminal.outcome(off));
      for (const {output} of seen) expect(output).not.toContain('__cotty');
      expect(seen.map(({exit_code, state, via}) => [exit_code, state, via])).toEqual(
        [0, 0, 1, 0].map(code => [code, 'completed', 'mark']),
      );
      expect(seen[0]?.['output']).toBe('');
      expect(String(seen[1]?.['output'])).toMatch(/echo one\none$/);
    }
  });

  hardCase('E11', 'lines that are shown as they are read are none of ours', async () => {
    if (shell === 'fish') return;
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.outcome('set -v')).toEqual(completed(''));
    expect(await terminal.outcome('echo one; (exit 3)')).toEqual(completed('one', 3));
    expect(await terminal.outcome('printf unterminated')).toEqual(completed('unterminated'));
    expect(await terminal.outcome('set -x')).toEqual(completed(''));
    expect(await terminal.outcome('false')).toMatchObject({
      exit_code: 1,
      output: expect.not.stringContaining('__cotty'),
    });
    await terminal.run('set +xv');
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.each(terminals(['bash', 'zsh']))('$backend, $shell: output that goes elsewhere', ({backend, shell}) => {
  hardCase.for([
    ['exec >~/elsewhere', 'stdout', 'exec >/dev/tty'],
    ['exec >~/elsewhere 2>&1', 'stdout and stderr', 'exec >/dev/tty 2>&1'],
    ['exec > >(cat >~/elsewhere)', 'stdout', 'exec >/dev/tty'],
  ] as const)(
    'E06',
    'after %s ends and codes are exact, and what is not seen is told',
    async ([there, streams, back]) => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run(there);
      expect(await terminal.run('echo one; (exit 3)')).toMatchObject({
        output: '',
        exit_code: 3,
        state: 'completed',
        via: 'mark',
        hint: expect.stringMatching(
          new RegExp(`goes to ${streams} in this shell .* exec ${back.slice(5)} brings it back`),
        ),
      });
      expect(await terminal.run('true')).toMatchObject({exit_code: 0, hint: expect.stringContaining(streams)});
      await terminal.run(back);
      const proof = await terminal.run('echo still-here');
      expect(proof).toMatchObject({output: 'still-here', exit_code: 0});
      expect(proof).not.toHaveProperty('hint');
    },
  );

  hardCase('E06', 'stderr that goes elsewhere is told with the next command', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('exec 2>~/errors');
    expect(await terminal.run('no-such-command')).toMatchObject({
      exit_code: 127,
      output: '',
      hint: expect.stringContaining('stderr'),
    });
    // What the shell itself says of a wrong line is not seen, and no mark of its own is taken for another's.
    for (let i = 0; i < 2; i++) {
      const wrong = await terminal.run('if )');
      expect(wrong).toMatchObject({state: 'completed', via: 'mark', output: ''});
      expect(wrong['exit_code']).not.toBe(0);
      expect(wrong).not.toHaveProperty('forged_marks');
    }
    expect(await terminal.run('echo out')).toMatchObject({exit_code: 0, output: 'out'});
  });
});

describe.each(terminals(['dash', 'bash', 'zsh']))('$backend, $shell: lines that are not echoed', ({backend, shell}) => {
  hardCase('D40', 'a shell whose tty does not echo takes lines, and asks for no secret', async () => {
    const home = {'.bashrc': 'set +o emacs\n', '.zshrc': 'unsetopt zle\n'};
    await using terminal = await TestTerminal.open(backend, shell, {home});
    expect(await terminal.outcome('stty -echo')).toEqual(completed(''));
    expect(await terminal.outcome('echo one; (exit 3)')).toEqual(completed('one', 3));
    expect(await terminal.outcome('printf foo')).toEqual(completed('foo'));
    const asks = await terminal.run("printf 'Password: '; read -r secret; echo got", {timeout: 20});
    expect(asks).toMatchObject({state: 'secret_wanted', exit_code: null});
    await terminal.call('send_text', {text: 'sesame', submit: true});
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    expect(await terminal.outcome('stty echo')).toEqual(completed(''));
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

/** Debian's /etc/zsh/zshrc switches the keypad for each line, which is no left-over. */
const noKeypadHooks = {'.zshrc': 'zle -D zle-line-init zle-line-finish 2>/dev/null\n'};

describe.each(terminals([...fullShells, 'dash']))('$backend, $shell: what a command leaves on', ({backend, shell}) => {
  hardCase.for([
    ['no wrapping', '\\033[?7l', ['autowrap']],
    ['a scroll region', '\\033[5;10r', ['scrollRegion']],
    ['origin mode', '\\033[5;10r\\033[?6h', ['originMode', 'scrollRegion']],
    ['insert mode', '\\033[4h', ['insertMode']],
    ['line drawing letters', '\\033(0', ['characterSet']],
    ['hidden text', '\\033[8m', ['hiddenText']],
    ['mouse reports', '\\033[?1000h', ['mouse']],
    ['application keys', '\\033[?1h\\033=', ['applicationCursor', 'applicationKeypad']],
    ['a hidden cursor', '\\033[?25l', undefined],
    ['no bracketed paste', '\\033[?2004l', undefined],
  ] as const)('D45', '%s: later results and the screen are as ever', async ([, sequence, repaired]) => {
    await using terminal = await TestTerminal.open(backend, shell, {cols: 40, home: noKeypadHooks});
    expect((await terminal.run(`printf '${sequence}'`))['repaired']).toEqual(repaired);
    const long = 'x'.repeat(50);
    expect(await terminal.outcome(`echo ${long}`)).toEqual(completed(long));
    expect(await terminal.outcome("echo one; sh -c 'exit 3'")).toEqual(completed('one', 3));
    const {text} = await terminal.call('read_screen', {});
    expect(text).toContain(`${'x'.repeat(40)}\n${'x'.repeat(10)}\n`);
    expect(text).toMatch(/^one$/m);
    expect(text).not.toMatch(/hidden|│/);
  });
});

describe.each(terminals(fullShells))('$backend, fish without marks in $shell', ({backend, shell}) => {
  hardCase('D28', 'a line whose syntax is wrong is not in front of the next one', async () => {
    needs('fish');
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('fish --no-config');
    expect(await terminal.run('end')).toMatchObject({
      exit_code: null,
      output: expect.stringContaining('outside of a block'),
    });
    expect(await terminal.run('echo one; false')).toMatchObject({exit_code: null, output: 'one'});
    await terminal.run('exit');
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    expect(await terminal.proof()).toEqual(stillHere);
  });
});
