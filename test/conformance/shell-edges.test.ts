/** What a shell is set to, or loses while it runs, that our marks and keys rest on. */
import {describe, expect} from 'vitest';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {MessagePipe} from './message-pipe.ts';
import {finished} from './programs.ts';
import {rcFile} from './shell-homes.ts';
import {
  completed,
  fullShells,
  type ShellName,
  stillHere,
  TestTerminal,
  type TestTerminalOptions,
  terminals,
  type Value,
} from './test-terminal.ts';

/** Lines are given whole and told apart, whatever became of the hooks. */
async function isExact(terminal: TestTerminal): Promise<void> {
  expect(await terminal.outcome("echo one; sh -c 'exit 3'")).toEqual(completed('one', 3));
  expect(await terminal.outcome('echo "hi!"')).toEqual(completed('hi!'));
  expect(await terminal.proof()).toEqual(stillHere);
}

type Place = Parameters<typeof TestTerminal.open>[0];

/** As a user's file, and as a line typed later. */
async function inBothWays(
  backend: Place,
  shell: 'bash' | 'zsh' | 'fish',
  line: string,
  look: (terminal: TestTerminal) => Promise<void>,
): Promise<void> {
  const file = {bash: '.bashrc', zsh: '.zshrc', fish: '.config/fish/config.fish'}[shell];
  await withShell(backend, shell, {home: {[file]: `${line}\n`}}, look);
  await withShell(backend, shell, {}, async terminal => {
    await terminal.run(line);
    await look(terminal);
  });
}

async function withShell(
  backend: Place,
  shell: ShellName,
  options: TestTerminalOptions,
  look: (terminal: TestTerminal) => Promise<void>,
): Promise<void> {
  await using terminal = await TestTerminal.open(backend, shell, options);
  await look(terminal);
}

describe.each(terminals(['bash']))('$backend, $shell', ({backend, shell}) => {
  hardCase.for([
    ['switched off in readline', {'.bashrc': '', '.inputrc': 'set enable-bracketed-paste off\n'}, {}],
    ['not there without a line editor', {'.bashrc': 'set +o emacs\n'}, {}],
    ['none of a terminal that can do nothing', {'.bashrc': ''}, {TERM: 'dumb'}],
  ] as const)('E05', 'what the parser says of a line is in its output where pastes are %s', async ([, home, env]) => {
    await using terminal = await TestTerminal.open(backend, shell, {home, env});
    const wrong = "bash: syntax error near unexpected token `fi'";
    expect(await terminal.outcome('if true; then fi )')).toEqual(completed(wrong, 2));
    expect(await terminal.outcome('if true; then fi )')).toEqual(completed(wrong, 2));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  // bash 5.2 as Debian builds it leaves `$?` as it was, and swallows one more line where the condition ends with its own.
  hardCase.for([
    ['[[ a', /conditional binary operator expected$/],
    ['if [[ a', /conditional binary operator expected$/],
    ['[[ ( a', /conditional binary operator expected\nbash: expected `\)'$/],
    ['[[ a =~', /unexpected argument `newline' to conditional binary operator$/],
    ['[[ -f x && -n', /unexpected argument `newline' to conditional unary operator$/],
    ['[[ a b', /conditional binary operator expected$/],
    ['[[ a\necho b', /conditional binary operator expected$/],
  ] as const)('E05', 'the wrong condition %j is told, and the next line runs', async ([line, says]) => {
    // Of a second one the same bash says other things.
    for (const status of [0, 3]) {
      await using terminal = await TestTerminal.open(backend, shell);
      expect(await terminal.outcome(`(exit ${status})`)).toEqual(completed('', status));
      const wrong = await terminal.run(line);
      expect(wrong).toMatchObject({state: 'completed', output: expect.stringMatching(says)});
      expect([null, 2]).toContain(wrong['exit_code']);
      await isExact(terminal);
    }
  });

  hardCase(
    'E05',
    'a line behind a wrong condition that was typed runs, and what was typed since comes back',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.call('send_text', {text: '[[ a', submit: true});
      await terminal.call('send_text', {text: 'echo half'});
      await isExact(terminal);
      expect(await terminal.call('send_keys', {keys: ['Enter']})).toMatchObject({output: 'half'});
    },
  );

  hardCase('E05', 'a wrong condition in a block is told, and the next line runs', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const ran = await terminal.run('echo one\n[[ a');
    expect(ran).toMatchObject({state: 'completed', output: expect.stringMatching(/^one\n.*operator expected$/)});
    await isExact(terminal);
    // The last line is thrown away with it, or runs.
    const block = await terminal.run('echo one\n[[ -n x && a\necho two');
    const hasRun = String(block['output']).endsWith('\ntwo');
    expect(block).toMatchObject({state: 'completed', exit_code: hasRun ? 0 : null});
    await isExact(terminal);
  });

  hardCase.for(['stty intr ^G', 'stty quit ^^', 'stty susp ^G', 'stty stop ^G', 'set -o vi; stty intr ^G'])(
    'E05',
    'half a line is put aside and comes back after %s',
    async line => {
      await using terminal = await TestTerminal.open(backend, shell, {home: {'.bashrc': `${line}\n`}});
      for (const half of ['one', 'two']) {
        await terminal.call('send_text', {text: `echo ${half}`});
        await isExact(terminal);
        expect(await terminal.call('send_keys', {keys: ['Enter']})).toMatchObject({output: half});
      }
    },
  );

  hardCase.for([
    'readonly PROMPT_COMMAND',
    "PROMPT_COMMAND='true'; readonly PROMPT_COMMAND",
    "readonly PROMPT_COMMAND='history -a'",
    'readonly PS1',
    'readonly PS0',
    'readonly PS0 PS1 PS2',
    'readonly PROMPT_COMMAND PS0',
    'set +o emacs',
    'set +o vi; set +o emacs',
    'set +o emacs; set -o vi',
    'set +o history',
    String.raw`bind -r "\e[9001~"; bind -r "\e[9003~"`,
    String.raw`bind '"\e[9001~": "echo bound"'`,
    String.raw`bind '"\e[9": self-insert'`,
  ])('E05', 'lines are exact with %s, in a file of the user and typed later', async line => {
    await inBothWays(backend, 'bash', line, isExact);
  });

  hardCase.for([
    'readonly PROMPT_COMMAND',
    "export PROMPT_COMMAND='history -a'; readonly PROMPT_COMMAND",
    "PROMPT_COMMAND=('history -a' true); readonly PROMPT_COMMAND",
    'readonly PROMPT_COMMAND PS0',
  ])('E05', 'a block of lines has its output and its code with %s', async line => {
    await inBothWays(backend, 'bash', line, async terminal => {
      expect(await terminal.outcome("echo aa\nsh -c 'echo bb; exit 3'")).toEqual(completed('aa\nbb', 3));
      expect(await terminal.outcome('cd /\nalias here=pwd\nhere')).toEqual(completed('/'));
      expect(await terminal.outcome('cat <<E\n$((1+1)) "!!"\nE\nfalse')).toEqual(completed('2 "!!"', 1));
      await isExact(terminal);
    });
  });

  hardCase.for(['set -k', 'set -k; set -a', 'set -k; set -x; set +x'])(
    'E05',
    'lines are exact, and nothing of ours is shown, with %s in a file of the user and typed later',
    async line => {
      await inBothWays(backend, 'bash', line, async terminal => {
        await isExact(terminal);
        expect(await terminal.outcome('printf foo')).toEqual(completed('foo'));
        expect(await terminal.outcome("echo aa\nsh -c 'exit 3'")).toEqual(completed('aa', 3));
        expect(await terminal.outcome('sh -c \'echo "$SET"\' SET=by-k; case $- in *k*) echo on ;; esac')).toEqual(
          completed('by-k\non'),
        );
        expect((await terminal.call('read_screen', {scrollback: true})).text).not.toMatch(/cotty|[CD]}/);
      });
    },
  );

  hardCase.for([
    'printf() { :; }; builtin() { :; }',
    'printf() { echo bad; }; builtin() { command builtin "$@"; }',
    String.raw`builtin() { \builtin "$@"; }`,
    'enable -n printf',
    'enable -n builtin',
  ])(
    'E05',
    'a shell that begins without the builtins of our hooks (%s) is graded, and shows nothing of ours',
    async line => {
      await using terminal = await TestTerminal.open(backend, shell, {home: {'.bashrc': `${line}\n`}});
      const graded = {state: 'completed', exit_code: null, hint: expect.stringContaining('no exit codes')};
      expect(await terminal.run('echo one')).toMatchObject({...graded, output: 'one'});
      expect(await terminal.run("/bin/echo two; sh -c 'exit 3'")).toMatchObject({...graded, output: 'two'});
      expect((await terminal.call('read_screen', {scrollback: true})).text).not.toMatch(/cotty|[CD]}|builtin: /);
    },
  );

  hardCase('E11', 'what PS0 shows between the lines of a block is in no output', async () => {
    for (const shown of [String.raw`started\n`, 'no-line-feed ']) {
      await using terminal = await TestTerminal.open(backend, shell, {home: {'.bashrc': `PS0='${shown}'\n`}});
      for (const [block, output, code] of [
        ["echo aa\nsh -c 'echo bb; exit 3'", 'aa\nbb', 3],
        ['printf a\nprintf b\nprintf c', 'abc', 0],
        ['(exit 4)\nfalse', '', 1],
      ] as const) {
        const ran = await terminal.run(block);
        expect(ran).toMatchObject(completed(output, code));
        const {text} = await terminal.call('read_output', {command_id: ran['command_id']});
        expect(text).toBe(output);
      }
      expect(await terminal.run('echo aa\nfi\nfalse')).toMatchObject({
        output: expect.stringMatching(/^aa\nbash: syntax error .*`fi'$/),
        line_results: [{exit_code: 0}, {exit_code: 2}, {exit_code: 1}],
      });
    }
  });

  hardCase('E11', 'what a prompt prints that is not shown, between the lines of a block, is said', async () => {
    for (const [line, isMixed] of [
      ["PS1='`echo aside >&2`$ '", true],
      ["PS1='$(echo aside >&2)$ '", true],
      ["PS0='$(echo aside >&2)'", true],
      ["PS1='$(echo inside)$ '", false],
      ["PROMPT_COMMAND='echo above'", false],
    ] as const) {
      await using terminal = await TestTerminal.open(backend, shell, {home: {'.bashrc': `${line}\n`}});
      const ran = await terminal.run("echo aa\nsh -c 'echo bb; exit 3'");
      expect(ran).toMatchObject({state: 'completed', exit_code: 3, via: 'mark'});
      if (isMixed) expect(ran).toMatchObject({mixed_output: true});
      else expect(ran).not.toHaveProperty('mixed_output');
      if (!isMixed) expect(ran).toMatchObject({output: 'aa\nbb'});
    }
  });

  hardCase('E05', 'a shell whose prompt and hooks are both readonly is graded, and usable', async () => {
    await inBothWays(backend, 'bash', 'readonly PROMPT_COMMAND PS1', async terminal => {
      const ran = await terminal.run("echo one; sh -c 'exit 3'");
      expect(ran).toMatchObject({state: 'completed', output: 'one'});
      expect([3, null]).toContain(ran['exit_code']);
      expect(await terminal.run('echo two')).toMatchObject({state: 'completed', output: 'two'});
    });
  });

  hardCase.for([
    "unset PROMPT_COMMAND; PS1='$ '",
    "PROMPT_COMMAND=(); PS1='$ '",
    "PROMPT_COMMAND=true; PS1='$ '",
    "PROMPT_COMMAND=(true true); PS1='$ '; PS2='> '; PS0=",
    'PS1=; PS2=; PS0=; unset PROMPT_COMMAND',
    'PS1=x; PROMPT_COMMAND=x',
    'source ~/again',
    'trap - DEBUG',
    'exec 2>&-',
    'exec 2>~/errors',
    'exec >&2',
    'ulimit -n 5',
    'shopt -u promptvars',
    'set -o posix',
  ])('E06', 'lines are exact after %s', async line => {
    const home = {again: "PS1='again> '\nPROMPT_COMMAND=('true' 'true')\n"};
    await using terminal = await TestTerminal.open(backend, shell, {home});
    expect(await terminal.run(line)).toMatchObject({state: 'completed', completed: true});
    await isExact(terminal);
  });

  hardCase('E11', 'what the hooks of the user print is in no result', async () => {
    const home = {'.bashrc': "PROMPT_COMMAND=('echo rc')\n"};
    await using terminal = await TestTerminal.open(backend, shell, {home});
    expect(await terminal.outcome('echo one')).toEqual(completed('one'));
    await terminal.run("PROMPT_COMMAND=('echo a' 'echo b')");
    expect(await terminal.outcome('echo two')).toEqual(completed('two'));
    await terminal.run("PROMPT_COMMAND='echo c'");
    expect(await terminal.outcome('echo three')).toEqual(completed('three'));
  });

  hardCase.for(["trap 'echo debug' DEBUG", "set -T; trap 'echo debug' DEBUG"])(
    'E11',
    '%s runs for the commands of the user alone',
    async trap => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run(trap);
      for (let i = 0; i < 2; i++)
        expect(await terminal.outcome('echo one; echo two')).toEqual(completed('debug\none\ndebug\ntwo'));
      await terminal.run('trap \'echo "<$? $_>"\' DEBUG; true');
      for (let i = 0; i < 2; i++)
        expect(await terminal.outcome("sh -c 'exit 4'; echo abc; true")).toEqual(
          completed('<0 true>\n<4 exit 4>\nabc\n<0 abc>'),
        );
    },
  );

  hardCase.for(['', 'readonly PS0; '])(
    'E11',
    '%swith stderr in a file a DEBUG trap that prints runs for the commands of the user alone',
    async before => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run(`${before}trap 'echo debug' DEBUG; exec 2>~/errors`);
      for (let i = 0; i < 2; i++) expect(await terminal.outcome('echo one')).toEqual(completed('debug\none'));
    },
  );

  hardCase('E11', 'a RETURN trap that functions inherit runs for none of ours, as far as results tell', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('set -T; trap "echo RET" RETURN');
    for (let i = 0; i < 2; i++) {
      expect(await terminal.outcome('cd /tmp && pwd')).toEqual(completed('/tmp'));
      expect(await terminal.outcome('f() { cd /; false; }; f')).toEqual(completed('RET', 1));
      expect(await terminal.outcome('echo a')).toEqual(completed('a'));
    }
    expect(await terminal.outcome('case $- in *T*) trap -p RETURN ;; esac')).toEqual(
      completed("trap -- 'echo RET' RETURN"),
    );
  });

  hardCase('E11', 'a DEBUG trap in a file of the user runs for the commands of the user alone', async () => {
    const home = {'.bashrc': "trap 'echo debug' DEBUG\n"};
    await using terminal = await TestTerminal.open(backend, shell, {home});
    for (let i = 0; i < 2; i++) expect(await terminal.outcome('echo one')).toEqual(completed('debug\none'));
    await terminal.run('trap - DEBUG');
    expect(await terminal.outcome('echo one')).toEqual(completed('one'));
  });
});

describe.each(terminals(['zsh']))('$backend, $shell', ({backend, shell}) => {
  hardCase.for(['unsetopt zle', "bindkey -d; bindkey -s '^[[9001~' 'echo bound'", 'bindkey -v'])(
    'E05',
    'lines are exact with %s, in a file of the user and typed later',
    async line => inBothWays(backend, 'zsh', line, isExact),
  );

  hardCase('E05', 'without a line editor a line of wrong syntax has failed, and is not lost', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('unsetopt zle');
    for (const line of ['echo )', 'if }', 'sh -c "exit 5"', 'echo )', 'true', ')', 'setopt interactive_comments']) {
      const exit_code = line.startsWith('sh') ? 5 : Number(/[)}]/.test(line));
      expect(await terminal.run(line)).toMatchObject({state: 'completed', via: 'mark', exit_code});
    }
    // Nothing to run, behind a failure: nothing is made up.
    await terminal.run('sh -c "exit 5"');
    expect(await terminal.run('# none')).not.toMatchObject({exit_code: 1});
    expect(await terminal.outcome('echo one')).toEqual(completed('one'));
  });

  const late = 'fill() { zle -U late }; zle -N zle-line-init fill';
  hardCase.for([
    `${late}; precmd() { bindkey -d }`,
    `${late}; wipe() { bindkey -D main }; precmd_functions+=(wipe)`,
    'fill() { bindkey -d; BUFFER=late }; zle -N zle-line-init fill',
    'precmd() { print -z late }; wipe() { bindkey -D main 2>/dev/null }; precmd_functions+=(wipe)',
    'fill() { bindkey -D main; zle -U late }; zle -N zle-line-init fill',
  ])(
    'E05',
    'lines are whole from the first one on where each prompt has the keymap wiped, and text put on it late: %s',
    async rc => {
      await using terminal = await TestTerminal.open(backend, shell, {home: {'.zshrc': `${rc}\n`}});
      expect(await terminal.run('echo first')).toMatchObject({state: 'completed', exit_code: 0, output: 'first'});
      for (const exit of [0, 3])
        expect(await terminal.run(`(exit ${exit})`)).toMatchObject({state: 'completed', via: 'mark', exit_code: exit});
    },
  );

  hardCase.for([
    'precmd_functions=()',
    'precmd_functions=(); preexec_functions=()',
    'unfunction precmd; precmd_functions=()',
    'precmd() { :; }; preexec() { :; }',
    'zle -D zle-line-init',
    'exec 2>&-',
    'exec 2>~/errors',
    'exec >&2',
    'setopt no_prompt_cr no_prompt_sp',
    "PS1='$ '; PROMPT='> '",
  ])('E06', 'lines are exact after %s', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    const {output, ...ran} = await terminal.run(line);
    expect(ran).toMatchObject({state: 'completed', exit_code: 0});
    // Where no hook is left the end is said behind the prompt, and that is told.
    if (output !== '')
      expect([line, ran]).toMatchObject(['unfunction precmd; precmd_functions=()', {mixed_output: true}]);
    await isExact(terminal);
  });

  hardCase.for([
    'preexec() { unset precmd_functions preexec_functions }',
    'preexec() { preexec_functions=(); return 1 }',
    'preexec() { unfunction preexec; unset preexec_functions }',
    'empties() { unset precmd_functions preexec_functions }; preexec_functions=(empties)',
  ])('E06', 'lines are exact where each one takes the hooks away before it runs: %s', async line => {
    await inBothWays(backend, 'zsh', line, async terminal => {
      await isExact(terminal);
      const asked = await terminal.run("sh -c 'printf Name?; read x; exit 4'");
      expect(asked).toMatchObject({state: 'awaiting_input', output: 'Name?'});
      const answered = await terminal.call('send_text', {text: 'anna', submit: true, timeout: 40});
      expect(answered).toMatchObject({state: 'completed', exit_code: 4});
      await isExact(terminal);
    });
  });

  hardCase('E06', 'of a line whose beginning no hook could say the output and the code are told', async () => {
    const home = {
      '.zshrc': 'fpath=(~/functions)\nautoload -Uz preexec\n',
      'functions/preexec': 'preexec_functions=()\n',
    };
    await using terminal = await TestTerminal.open(backend, shell, {home});
    expect(await terminal.run("echo one; sh -c 'exit 3'")).toMatchObject({
      ...completed('one', 3),
      output: expect.stringContaining('one'),
      mixed_output: true,
    });
    await isExact(terminal);
  });

  hardCase(
    'E10',
    'a wrong line with a # in it is a wrong line where # is no comment, and is one where it is',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const line = 'echo x; (exit 3) # c';
      const wrong = completed("zsh: parse error near `#'", 1);
      expect(await terminal.outcome(line)).toEqual(wrong);
      expect(await terminal.outcome('echo a #)')).toEqual(completed("zsh: parse error near `)'", 1));
      expect(await terminal.outcome('echo a # b')).toEqual(completed('a # b'));
      await terminal.run('setopt interactivecomments');
      expect(await terminal.outcome(line)).toEqual(completed('x', 3));
      expect(await terminal.outcome('# (nothing')).toEqual(completed('', null));
      await terminal.run('unsetopt interactivecomments; setopt ksharrays allexport');
      expect(await terminal.outcome(line)).toEqual(wrong);
      expect(await terminal.outcome('echo "<$histchars>"; env | grep histchars')).toEqual(completed('<!^#>', 1));
    },
  );

  hardCase.for([
    ['(exit 130)', 'echo )'],
    ['setopt sh_glob', 'echo a(b)'],
    ["alias wrong='echo )'", 'wrong'],
  ] as const)('E10', 'behind %j a wrong line is not told as one that has ended well: %j', async ([before, line]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run(before);
    expect(await terminal.outcome(line)).toMatchObject({
      ...completed('', 1),
      output: expect.stringMatching(/^zsh: parse error near/),
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for([
    'setopt localoptions',
    'setopt localoptions; precmd() { : }',
    'precmd() { emulate -L zsh }',
    'emulate ksh; setopt promptsp promptcr',
    'emulate -L zsh',
  ])('E11', 'with %s in the configuration no output has what zsh draws behind it, and zsh draws it', async line => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: `${line}\n`}});
    for (const word of ['one', 'two', 'three']) {
      expect(await terminal.outcome(`echo ${word}`)).toEqual(completed(word));
      expect(await terminal.outcome(`printf ${word}-open`)).toEqual(completed(`${word}-open`));
    }
    await terminal.until(session => session.tracker.phase === 'prompt');
    // `#` for root
    expect((await terminal.call('read_screen', {})).text).toMatch(/three-open[%#]\n/);
  });

  hardCase.for([
    ['a function', "set_trap() { trap 'echo debug' DEBUG }", 'set_trap'],
    ['a hook', "set_trap() { trap 'echo debug' DEBUG }; precmd_functions+=(set_trap)", 'true'],
  ])('E11', 'a DEBUG trap that %s has set runs for the commands of the user alone', async ([who, rc, line]) => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {'.zshrc': `${rc}\n`}});
    await terminal.run(line);
    for (const _ of [1, 2]) {
      const ran = await terminal.run('echo one; echo two');
      expect(ran).toMatchObject({...completed('debug\none\ndebug\ntwo')});
      // A hook sets it anew before each prompt, where it prints of our hooks until it is found.
      if (who === 'a function') expect(ran).not.toHaveProperty('mixed_output');
    }
  });

  hardCase.for(["trap 'echo debug' DEBUG", 'TRAPDEBUG() { echo debug }'])(
    'E11',
    '%s runs for the commands of the user alone',
    async trap => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run(trap);
      await terminal.run('true');
      expect(await terminal.outcome('echo one; echo two')).toEqual(completed('debug\none\ndebug\ntwo'));
    },
  );

  hardCase.for([
    'TRAPDEBUG() { : "$?" }; setopt xtrace',
    'trap \': "$?"\' DEBUG; setopt xtrace',
    'setopt xtrace; trap \': "$?"\' DEBUG',
  ])('E11', 'with %s the trace is that of the lines and of the trap alone', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run(`PS4='+ '; ${line}`)).toMatchObject({state: 'completed', mixed_output: true});
    for (const before of [0, 1])
      expect(await terminal.outcome('echo one; false')).toEqual(
        completed(`+ : ${before}\n+ echo one\none\n+ : 0\n+ false`, 1),
      );
    await terminal.until(session => session.tracker.phase === 'prompt');
    const typed = await terminal.call('send_text', {text: 'echo two', submit: true, timeout: 40});
    expect(typed).toMatchObject({state: 'completed', output: '+ : 1\n+ echo two\ntwo'});
    expect(typed).not.toHaveProperty('mixed_output');
  });
});

describe.each(terminals(['fish']))('$backend, $shell', ({backend, shell}) => {
  hardCase.for(['bind --erase --all', String.raw`bind \e\[1049001u 'echo bound'`, 'fish_vi_key_bindings'])(
    'E05',
    'lines are exact with %s, in a file of the user and typed later',
    async line => inBothWays(backend, 'fish', line, isExact),
  );

  hardCase.for([
    "function fish_prompt; echo '> '; end",
    'functions --erase fish_prompt',
    'functions --erase __cotty_postexec',
    'functions --erase __cotty_prompt',
    'emit fish_prompt',
    'emit fish_cancel; emit fish_posterror x; emit fish_preexec x; emit fish_postexec',
  ])('E06', 'lines are exact after %s', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: 0});
    await isExact(terminal);
  });

  hardCase('E11', 'Ctrl+C that meets a hook before the line takes nothing from the result of the line', async () => {
    const hold =
      'function hold --on-event fish_preexec; test -e ~/hold; and rm ~/hold; and echo held >told; and sleep 300; end';
    await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: `${hold}\n`}});
    using gate = new Gate(terminal);
    using told = new MessagePipe(terminal, 'told');
    expect(await terminal.run("sh -c 'exit 3'")).toMatchObject({exit_code: 3});
    terminal.write('hold', '');
    const line = `echo begun >told; ${gate.wait}; echo printed; sh -c 'exit 7'`;
    const {command_id} = await terminal.run(line, {wait_for_completion: false});
    expect(await told.line()).toBe('held');
    await terminal.call('send_control', {character: 'C'});
    expect(await told.line()).toBe('begun');
    await expect(terminal.run('echo next', {timeout: 0.5})).rejects.toMatchObject({
      code: 'session_busy',
      message: expect.stringContaining(String(command_id)),
    });
    gate.open();
    expect(await finished(terminal, command_id)).toMatchObject({
      state: 'completed',
      exit_code: 7,
      via: 'mark',
      output: expect.stringContaining('printed'),
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for([
    'function q --on-event fish_postexec; emit fish_prompt; false; end',
    'function q --on-event fish_postexec; emit fish_preexec x; end',
    'function q --on-event fish_postexec; fish_prompt >/dev/null; end',
    'function q --on-event fish_preexec; emit fish_prompt; end',
    'function q --on-event fish_preexec; emit fish_postexec; end',
    'function q --on-event fish_prompt; emit fish_postexec x; emit fish_preexec y; end',
  ])('E11', 'events that handlers of the user emit end and begin nothing: %s', async line => {
    await inBothWays(backend, 'fish', line, async terminal => {
      expect(await terminal.outcome("sh -c 'exit 4'")).toEqual(completed('', 4));
      expect(await terminal.outcome("echo one\nsh -c 'exit 3'")).toEqual(completed('one', 3));
      await isExact(terminal);
      const told = terminal.session.tracker.recentCommands(99).map(record => record.commandLine);
      expect(told).not.toContain('x');
      expect(told).not.toContain('y');
    });
  });

  hardCase.for([
    'function told --on-event fish_postexec; echo "ended: $argv[1] $status"; end',
    'set word ended:; function told --on-event fish_postexec --inherit-variable word; printf "%s " $word $argv[1] $status; end; set -e word',
    'function told -d "tells" --on-event fish_prompt --on-event fish_postexec -a line; echo -n "ended: $line $status"; end',
  ])('E11', 'what a handler of the user prints when a line has ended is no output of it: %s', async line => {
    await inBothWays(backend, 'fish', line, async terminal => {
      await isExact(terminal);
      expect(await terminal.outcome("sh -c 'printf abc; exit 4'")).toEqual(completed('abc', 4));
      await terminal.call('read_screen', {wait_for: "ended: sh -c 'printf abc; exit 4' 4", timeout: 40});
    });
  });

  hardCase('E11', 'a prompt of the user sees how the line has ended', async () => {
    const prompt = 'function fish_prompt; echo -n "[$status $pipestatus]> "; end';
    await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: `${prompt}\n`}});
    await terminal.run("sh -c 'exit 7'");
    await terminal.run("false | sh -c 'exit 5' | true");
    await terminal.run('true');
    const {text} = await terminal.call('read_screen', {wait_for: 'true\\s+\\[0 0\\]>', timeout: 40});
    expect(String(text)).toMatch(/\[7 7\]> .*\n\[0 1 5 0\]> true\n\[0 0\]>/);
  });

  hardCase(
    'E07',
    'Ctrl+C that meets our own hook behind the start mark of a typed line takes nothing from anybody',
    async () => {
      const hold = [
        'functions --copy __cotty_emit emit_mark',
        'function __cotty_emit; emit_mark $argv; string match --quiet "C;cmdline*" -- $argv[1]; and test -e ~/hold',
        'and rm ~/hold; and echo held >told; and sleep 300; end',
      ].join('; ');
      await using terminal = await TestTerminal.open(backend, shell);
      using told = new MessagePipe(terminal, 'told');
      expect(await terminal.run(hold)).toMatchObject({exit_code: 0});
      terminal.write('hold', '');
      const {tracker} = terminal.session;
      const sent = terminal.call('send_text', {text: "sh -c 'exit 7'", submit: true});
      expect(await told.line()).toBe('held');
      await terminal.call('send_control', {character: 'C'});
      await sent;
      expect(await terminal.proof()).toEqual(stillHere);
      const [, typed] = tracker.recentCommands(2);
      expect(typed).toMatchObject({commandLine: "sh -c 'exit 7'", phase: 'ended'});
    },
  );

  hardCase('E11', 'an event that a command emits ends nothing', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const event of ['fish_postexec', 'fish_prompt', 'fish_preexec x', 'fish_cancel', 'fish_posterror x'])
      expect(await terminal.outcome(`emit ${event}; echo on; false`)).toEqual(completed('on', 1));
  });
});

describe.each(terminals(fullShells))('$backend, $shell: the keys of vi', ({backend, shell}) => {
  const vi = {bash: 'set -o vi', zsh: 'bindkey -v', fish: 'fish_vi_key_bindings', dash: '', tcsh: ''}[shell];
  const opened = () => TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: `${vi}\n`}});

  hardCase.for([
    ['insert', ['text:echo half']],
    ['command', ['text:echo half', 'Escape', 'b']],
    ['replace', ['text:eXXo half', 'Escape', '0', 'l', 'R', 'text:c', 'text:h']],
    ['replace, with nothing typed in it', ['text:echo half', 'Escape', '0', 'R']],
  ] as const)('D14', 'in %s mode a command runs exactly, and the half line comes back', async ([, names]) => {
    await using terminal = await opened();
    await terminal.proof();
    for (let i = 0; i < 2; i++) {
      await terminal.until(({tracker}) => tracker.phase === 'prompt');
      await terminal.call('send_keys', {keys: names});
      await terminal.until(session => session.lastLine().trimEnd().endsWith('echo half'));
      expect(await terminal.outcome("echo whole; sh -c 'exit 3'")).toEqual(completed('whole', 3));
      await terminal.until(
        session => session.tracker.phase === 'prompt' && session.lastLine().trimEnd().endsWith('echo half'),
      );
      const said = terminal.call('watch_output', {pattern: '^half$', timeout: 40});
      await terminal.call('send_keys', {keys: ['Enter']});
      expect(await said).toMatchObject({matched: true});
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.each(terminals(fullShells))('$backend, $shell: lines that run nothing, or nothing new', ({backend, shell}) => {
  const wrong = shell === 'fish' ? 'end' : 'fi';

  hardCase('E10', 'the same wrong line again fails again, with its message', async () => {
    for (const rc of shell === 'bash' ? ['HISTCONTROL=ignoreboth', 'HISTSIZE=0', 'set +o history'] : ['']) {
      await using terminal = await TestTerminal.open(backend, shell, {home: {'.bashrc': `${rc}\n`}});
      const seen: Value[] = [];
      for (let i = 0; i < 3; i++) seen.push(await terminal.run(wrong));
      for (const each of seen) {
        expect(each).toMatchObject({state: 'completed', output: expect.stringContaining(wrong)});
        expect(each['exit_code']).toBeGreaterThan(0);
      }
    }
  });

  hardCase('E10', 'blanks and comments run nothing and have no code', async () => {
    const home = {'.zshrc': 'setopt interactive_comments\n'};
    await using terminal = await TestTerminal.open(backend, shell, {home});
    for (const before of ['false', wrong, 'true'])
      for (const nothing of ['', '   ', '# nothing', '  # one\n# two']) {
        await terminal.run(before);
        expect(await terminal.outcome(nothing)).toEqual(completed('', null));
      }
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('E10', 'what a function returns beyond eight bits is told as a process would end with it', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const line = shell === 'fish' ? 'function big; return 300; end; big' : 'big() { return 300; }; big';
    expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: shell === 'fish' ? 255 : 44});
  });

  hardCase('E10', 'a typed blank line gives the last code to nobody', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('false');
    await terminal.call('send_keys', {keys: ['Space', 'Enter']});
    expect(await terminal.outcome('echo on')).toEqual(completed('on'));
    expect(terminal.session.tracker.recentCommands(9).map(record => record.commandLine)).toEqual(['echo on', 'false']);
  });
});

// Aliases of fish are functions.
describe.each(terminals(['bash', 'zsh']))('$backend, $shell', ({backend, shell}) => {
  hardCase('E10', 'a line of which aliases leave nothing is taken, runs nothing and has no code', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run("alias empty='' other=empty");
    for (const nothing of ['empty', 'other', 'empty\nempty'])
      expect(await terminal.outcome(nothing)).toEqual(completed('', null));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('E10', 'a line is all that an alias with line feeds makes of it, and has the code of the last', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run("alias both=$'echo one\\necho two' fed=$'echo fed\\n' begun=$'if true\\nthen'");
    expect(await terminal.outcome('both; false')).toEqual(completed('one\ntwo', 1));
    expect(await terminal.outcome('both')).toEqual(completed('one\ntwo'));
    expect(await terminal.outcome('false; both x')).toEqual(completed('one\ntwo x'));
    expect(await terminal.outcome("fed sh -c 'exit 4'")).toEqual(completed('fed', 4));
    expect(await terminal.outcome('begun echo then; fi; false')).toEqual(completed('then', 1));
    expect(await terminal.outcome('both; both\nfalse\nboth; sh -c "exit 3"')).toEqual(
      completed('one\ntwo\none\ntwo\none\ntwo', 3),
    );
    expect(await terminal.run('both; sleep 60', {timeout: 1})).toMatchObject({state: 'running', output: 'one\ntwo'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.proof()).toEqual(stillHere);
  });
});
