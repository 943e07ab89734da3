/** What a shell is set to, or loses while it runs, that our marks and keys rest on. */
import {describe, expect} from 'vitest';
import {hardCase} from './hard-case.ts';
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
});

describe.each(terminals(['fish']))('$backend, $shell', ({backend, shell}) => {
  hardCase.for(['bind --erase --all', String.raw`bind \e\[9001~ 'echo bound'`, 'fish_vi_key_bindings'])(
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

  hardCase('E11', 'an event that a command emits ends nothing', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const event of ['fish_postexec', 'fish_prompt', 'fish_preexec x', 'fish_cancel', 'fish_posterror x'])
      expect(await terminal.outcome(`emit ${event}; echo on; false`)).toEqual(completed('on', 1));
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

  hardCase('E10', 'a typed blank line gives the last code to nobody', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('false');
    await terminal.call('send_keys', {keys: ['Space', 'Enter']});
    expect(await terminal.outcome('echo on')).toEqual(completed('on'));
    expect(terminal.session.tracker.recentCommands(9).map(record => record.commandLine)).toEqual(['echo on', 'false']);
  });
});
