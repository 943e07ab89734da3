import {describe, expect} from 'vitest';
import {ending} from './ending.ts';
import {hardCase} from './hard-case.ts';
import {countMarks} from './session-log.ts';
import {rcFile} from './shell-homes.ts';
import {completed, fullShells, type ShellName, stillHere, TestTerminal, terminals} from './test-terminal.ts';

/** fish has no here-documents: there the text is a quoted argument. */
const withHeredoc = fullShells.filter(shell => shell !== 'fish');

describe.each(terminals(withHeredoc))('$backend, $shell: here-documents', ({backend, shell}) => {
  hardCase('D20', 'the empty line that ends a here-document is delivered', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const mark of ["''", '""', "- ''"])
      expect(await terminal.outcome(`cat <<${mark}\nhello\n\n`)).toEqual(completed('hello'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D17', 'a here-document and a command on the line after it both run', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const command = "cat <<EOF\nfirst $((1 + 1))\n  'second'\nEOF\necho after; sh -c 'exit 6'";
    expect(await terminal.outcome(command)).toEqual(completed("first 2\n  'second'\nafter", 6));
    expect(await terminal.outcome("cat <<'E O F' >doc\n$HOME `x` \\\\\nE O F")).toEqual(completed(''));
    expect(terminal.read('doc')).toBe('$HOME `x` \\\\\n');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for([17_000, 70_000])('D18', 'a here-document of %i bytes arrives byte-exact', async size => {
    await using terminal = await TestTerminal.open(backend, shell);
    const body = longText(size);
    const sum = await terminal.outcome(`cat >doc <<'END'\n${body}\nEND\nwc -c <doc`);
    expect(sum).toMatchObject({exit_code: 0, state: 'completed', via: 'mark'});
    expect(Number(sum['output'])).toBe(size + 1);
    expect(terminal.read('doc')).toBe(`${body}\n`);
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.each(terminals(['fish']))('$backend, fish: long texts', ({backend}) => {
  hardCase.for([17_000, 70_000])('D18', 'a quoted text of %i bytes on many lines arrives byte-exact', async size => {
    await using terminal = await TestTerminal.open(backend, 'fish');
    const body = longText(size).replaceAll("'", '"').replaceAll('\\', '/');
    expect(await terminal.outcome(`printf %s '${body}' >doc`)).toEqual(completed(''));
    expect(terminal.read('doc')).toBe(body);
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.each(terminals(fullShells))('$backend, $shell: multi-line and quoting', ({backend, shell}) => {
  hardCase(
    'D19',
    'a loop on several lines and continued lines are one command, with no continuation prompt in the output',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const loop = shell === 'fish' ? 'for i in 1 2 3\n  echo "i=$i"\nend' : 'for i in 1 2 3\ndo\n  echo "i=$i"\ndone';
      expect(await terminal.outcome(loop)).toEqual(completed('i=1\ni=2\ni=3'));
      expect(await terminal.outcome('echo a \\\n  b \\\n  c')).toEqual(completed('a b c'));
      expect(await countMarks(terminal, 'outputStart')).toBe(2);
      expect(terminal.session.tracker.recentCommands(9)).toHaveLength(2);
    },
  );

  hardCase.for(unfinished(shell))('D20', '%j waits for its rest as a continuation, and Ctrl-C drops it', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    const waiting = await terminal.run(line);
    expect(waiting).toMatchObject({
      state: 'awaiting_input',
      exit_code: null,
      completed: false,
      waiting_for: {kind: 'continuation'},
    });
    const hint = expect.stringContaining('send_control character=C');
    await expect(terminal.run('echo more')).rejects.toMatchObject({code: 'session_busy', hint});
    await terminal.call('send_control', {character: 'C'});
    const dropped = await ending(terminal, waiting);
    expect(dropped).toMatchObject({state: 'interrupted', text: ''});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for(['bash --norc', 'zsh -f', 'dash'])(
    'D20',
    'in a nested %s without marks it is unfinished too: no other line is put into it',
    async inner => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run(inner);
      expect(await terminal.run('echo at its prompt')).toMatchObject({output: 'at its prompt'});
      for (const line of ['echo "abc', 'if true', 'echo a |']) {
        expect(await terminal.run(line)).toMatchObject({state: 'awaiting_input', exit_code: null, completed: false});
        const refused = terminal.run('echo other >ran');
        await expect(refused).rejects.toMatchObject({
          code: 'session_busy',
          hint: expect.stringContaining('send_control character=C'),
        });
        await terminal.call('send_control', {character: 'C'});
      }
      expect(await terminal.run('ls ran; echo over')).toMatchObject({
        state: 'completed',
        output: expect.stringMatching(/No such file[\s\S]*\nover$/),
      });
    },
  );

  hardCase('D20', 'the rest of an unfinished line completes it', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const waiting = await terminal.run('echo "first');
    expect(waiting).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'continuation'}});
    await terminal.call('send_text', {text: 'second"', submit: true});
    const done = await ending(terminal, waiting);
    expect(done).toMatchObject({state: 'completed', exit_code: 0, text: 'first\nsecond'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D21', 'a trailing comment, semicolon or ampersand is no syntax error of a wrapper', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {
      home: shell === 'zsh' ? {'.zshrc': 'setopt interactive_comments\n'} : {},
    });
    expect(await terminal.outcome('echo one # comment')).toEqual(completed('one'));
    expect(await terminal.outcome('echo two;')).toEqual(completed('two'));
    expect(await terminal.outcome('echo three; # (')).toEqual(completed('three'));
    expect(await terminal.outcome('true &')).toMatchObject({state: 'completed', exit_code: 0});
    // The shell says that the job is over when it hears of it, perhaps in the middle of another line.
    await terminal.run('wait');
    expect(await terminal.outcome('# nothing but a comment')).toMatchObject({output: '', state: 'completed'});
    expect(await terminal.outcome("echo 'four\\'")).toMatchObject(shell === 'fish' ? {} : completed('four\\'));
    if (shell === 'fish') await terminal.call('send_control', {character: 'C'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D21', 'a trailing backslash waits for the next line', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const waiting = await terminal.run('echo five \\');
    expect(waiting).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'continuation'}});
    await terminal.call('send_text', {text: 'six', submit: true});
    const done = await ending(terminal, waiting);
    expect(done).toMatchObject({state: 'completed', exit_code: 0, text: 'five six'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D21', 'a backslash that ends a comment is a part of it', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {
      home: shell === 'zsh' ? {'.zshrc': 'setopt interactive_comments\n'} : {},
    });
    for (const line of ['echo a # c \\', 'echo a #\\', 'echo a; #\\', "echo a # it's \\", "echo 'a' # \\\\\\"])
      expect({line, ...(await terminal.outcome(line))}).toEqual({line, ...completed('a')});
    expect(await terminal.outcome('# \\')).toMatchObject({state: 'completed', output: ''});
    const wrong = await terminal.outcome(shell === 'fish' ? 'end # \\' : 'fi # \\');
    expect(wrong).toMatchObject({state: 'completed', exit_code: expect.any(Number)});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D21', 'a backslash behind a # that begins no comment goes on, and so does a block', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const openBlock = shell === 'fish' ? ['if true # \\', 'echo ) \\', 'echo ) # \\'] : [];
    for (const line of ['echo a#b \\', 'echo \\# \\', "echo 'a #' \\", 'echo "a" "#"b\\', ...openBlock]) {
      const waiting = await terminal.run(line);
      expect({line, ...waiting}).toMatchObject({line, state: 'awaiting_input', waiting_for: {kind: 'continuation'}});
      await terminal.call('send_control', {character: 'C'});
      expect(await ending(terminal, waiting)).toMatchObject({state: 'interrupted', text: ''});
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D22', 'history expansion does not touch a delivered line, and stays on for a person', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('echo remembered');
    expect(await terminal.outcome('echo "hi!"')).toEqual(completed('hi!'));
    expect(await terminal.outcome('echo "a!!b" !!')).toEqual(completed('a!!b !!'));
    expect(await terminal.outcome('echo !-1 !echo "!x"')).toEqual(completed('!-1 !echo !x'));
    const caret = await terminal.outcome('^remembered^changed');
    expect(caret).toMatchObject({exit_code: 127, state: 'completed', via: 'mark'});
    expect(String(caret['output'])).toContain('^remembered^changed');
    if (shell !== 'fish') {
      const setting = shell === 'bash' ? 'shopt -op histexpand' : 'echo $options[banghist] $#histchars';
      expect(await terminal.outcome(setting)).toEqual(completed(shell === 'bash' ? 'set -o histexpand' : 'on 3'));
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D23', 'tabs, leading blanks and control characters in a line arrive as they are', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const text = ' \ta\t\tb  \x16c\x01\x1b[A\x7fé漢';
    const bytes = Buffer.from(text)
      .toString('hex')
      .replace(/..(?!$)/g, '$& ');
    expect(await terminal.outcome(`  printf '%s' '${text}' | od -An -v -w99 -tx1`)).toEqual(completed(` ${bytes}`));
    expect(await terminal.outcome('\techo tabbed')).toEqual(completed('tabbed'));
    if (shell !== 'fish')
      expect(await terminal.outcome(`printf '%s' $'\\x01' | od -An -tx1`)).toEqual(completed(' 01'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D24', 'hundreds of quick lines are one block, and each of its marks is believed', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const result = await terminal.run(`${'true\n'.repeat(400)}sh -c 'exit 3'`);
    expect(result).toMatchObject({exit_code: 3, state: 'completed', via: 'mark', output: ''});
    expect(result['forged_marks']).toBeUndefined();
    expect(result['line_results']).toEqual(
      shell === 'bash' ? [...Array(400).fill({exit_code: 0}), {exit_code: 3}] : undefined,
    );
  });

  hardCase('D24', 'without a line editor a block is over with its last line', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    if (shell === 'bash') await terminal.run('set +o emacs');
    if (shell === 'zsh') await terminal.run('unsetopt zle');
    expect(await terminal.run("echo one\nfalse\nsleep 0.2\nsh -c 'exit 3'")).toMatchObject({
      output: 'one',
      exit_code: 3,
      state: 'completed',
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D24', 'three lines are one block: all output, and the exit code of the last line', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const result = await terminal.run("echo one\nsh -c 'exit 5'\necho three; sh -c 'exit 8'");
    expect(result).toMatchObject({
      output: 'one\nthree',
      exit_code: 8,
      state: 'completed',
      via: 'mark',
      completed: true,
    });
    // zsh and fish read the block as a whole: they end it once.
    const lines = shell === 'bash' ? [{exit_code: 0}, {exit_code: 5}, {exit_code: 8}] : undefined;
    expect(result['line_results']).toEqual(lines);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for([5000, 200_000])('D25', 'a command of %i characters runs, its wrapped echo is no output', async size => {
    await using terminal = await TestTerminal.open(backend, shell, {cols: 80, rows: 24});
    const long = `x${'0123456789'.repeat(size / 10)}`;
    expect(await terminal.outcome(`printf %s ${long} | wc -c | tr -d ' '`)).toEqual(completed(String(long.length)));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D25', 'a command beyond the limit is refused with a reason', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await expect(terminal.run(`echo ${'x'.repeat(300_000)}`)).rejects.toMatchObject({code: 'too_large'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  if (shell === 'fish')
    hardCase(
      'D26',
      'a line that ends in an abbreviation runs as it was given, and stands so in the history',
      async () => {
        const home = {
          [rcFile('fish')]: `abbr -a ll 'echo expanded'; abbr -a g git; abbr -a false true
          function ll; echo ran-ll $argv; end; function g; echo ran-g; end
          function note --on-event fish_preexec; echo "[$argv]" >>~/seen; end`,
        };
        await using terminal = await TestTerminal.open(backend, shell, {home});
        expect(await terminal.outcome('ll')).toEqual(completed('ran-ll'));
        expect(await terminal.outcome('g')).toEqual(completed('ran-g'));
        expect(await terminal.outcome('false')).toEqual(completed('', 1));
        expect(await terminal.outcome('true; ll')).toEqual(completed('ran-ll'));
        expect(await terminal.outcome('echo a\nll')).toEqual(completed('a\nran-ll'));
        expect(await terminal.outcome("ll 'a b'")).toEqual(completed('ran-ll a b'));
        expect(await terminal.outcome('abbr -a wide --regex ".*" --position anywhere "echo other"')).toEqual(
          completed(''),
        );
        expect(await terminal.outcome('echo last')).toEqual(completed('last'));
        expect(await terminal.outcome('echo back\\\\')).toEqual(completed('back\\'));
        expect(await terminal.outcome("string escape -- $history | string match --regex '^.?true; ll.?$'")).toEqual(
          completed("'true; ll'"),
        );
        expect(terminal.read('seen')).not.toContain('expanded');
      },
    );

  hardCase('D26', 'aliases and functions that shadow builtins break neither marks nor delivery', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: shadowed(shell)});
    expect(await terminal.outcome("sh -c 'exit 3'")).toEqual(completed('', 3));
    expect(await terminal.outcome('echo words')).toEqual(completed('shadowed words'));
    expect(await terminal.outcome('cd /')).toEqual(completed('shadowed cd /'));
    const long = 'y'.repeat(6000);
    expect(await terminal.outcome(`true "hi!" ${long}; /bin/echo fine`)).toEqual(completed('fine'));
    expect(await terminal.outcome('/bin/echo one\n/bin/echo two')).toMatchObject(completed('one\ntwo'));
    expect(await terminal.outcome('/bin/echo still-here')).toEqual(stillHere);
  });

  hardCase('D27', 'a line with a leading blank stays out of the history', async () => {
    const ignore = {bash: 'HISTCONTROL=ignorespace\n', zsh: 'setopt hist_ignore_space\n', fish: ''};
    const home = shell === 'fish' ? {} : {[rcFile(shell)]: shell === 'bash' ? ignore.bash : ignore.zsh};
    await using terminal = await TestTerminal.open(backend, shell, {home});
    await terminal.run(' echo private-word');
    await terminal.run('echo public-word');
    const list = shell === 'zsh' ? ' fc -l 1' : shell === 'bash' ? ' history' : ' history search';
    const {output} = await terminal.run(list);
    expect(String(output)).toContain('public-word');
    expect(String(output)).not.toContain('private-word');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for(wrong(shell))(
    'D27b',
    'the syntax error of %j is reported, and the session is at its prompt',
    async line => {
      await using terminal = await TestTerminal.open(backend, shell);
      const outcome = await terminal.outcome(line);
      expect(outcome).toMatchObject({state: 'completed', via: 'mark'});
      expect(outcome['exit_code']).not.toBe(0);
      expect(outcome['exit_code']).not.toBeNull();
      expect(String(outcome['output'])).toMatch(/error|expected|missing|unknown|near|outside/i);
      expect(terminal.session.tracker.current).toBeNull();
      expect(await terminal.proof()).toEqual(stillHere);
      expect(await terminal.outcome('false')).toEqual(completed('', 1));
    },
  );
});

/** ASCII lines of text with quotes, dollars and blanks, `size` bytes in all. */
function longText(size: number): string {
  const line = `  "double" 'single' $HOME \\ back\\\\slash \t!bang!! ^caret * ? [a] {1,2} ~ # end  \n`;
  return `${line.repeat(Math.ceil(size / line.length)).slice(0, size - 4)} end`;
}

function unfinished(shell: ShellName): string[] {
  return shell === 'fish' ? ['echo "abc', '(echo x', 'if true'] : ['echo "abc', "echo 'abc", '(echo x', 'if true'];
}

function wrong(shell: ShellName): string[] {
  return shell === 'fish' ? ['end', 'echo )', 'if; end'] : ['fi', 'echo )', 'then; echo a', 'echo a; done'];
}

/** Aliases and functions named like builtins that our scripts might call. */
function shadowed(shell: ShellName): Record<string, string> {
  const names = [
    'printf',
    'read',
    'local',
    'test',
    'true',
    'set',
    'unset',
    'eval',
    'trap',
    'typeset',
    'command',
    'print',
  ];
  switch (shell) {
    case 'bash':
    case 'zsh':
      return {
        [rcFile(shell)]: [
          "alias cd='/bin/echo shadowed cd'",
          "alias echo='/bin/echo shadowed'",
          ...[
            'printf',
            'local',
            'test',
            'set',
            'unset',
            'eval',
            'trap',
            'typeset',
            'emulate',
            'zle',
            'bindkey',
            'bind',
            'shopt',
          ].map(name => `alias ${name}='/bin/echo hijacked'`),
          ...names.filter(name => name !== 'true').map(name => `function ${name} { /bin/echo hijacked ${name}; }`),
          'true() { :; }',
          '',
        ].join('\n'),
      };
    default:
      return {
        [rcFile('fish')]: [
          'function echo; /bin/echo shadowed $argv; end',
          'function cd; /bin/echo shadowed cd $argv; end',
          ...['printf', 'commandline', 'bind', 'count', 'true'].map(
            // Silent, because fish's own functions call these too.
            name => `function ${name}; return 1; end`,
          ),
          "alias cat='/bin/echo hijacked'",
          '',
        ].join('\n'),
      };
  }
}
