import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {classify} from './classify.ts';
import {isAtLeast} from './level.ts';
import {readCorpus} from './testing/corpus.ts';
import {hostileLines} from './testing/hostile-lines.ts';

const hostile = readCorpus('hostile');
const everyday = readCorpus('everyday');

describe('lines that people have given a level', () => {
  test('what a hostile or careless agent sends is never taken for less than it is', () => {
    expect(hostile.length).toBeGreaterThan(600);
    expect(hostile.filter(({level, line}) => !isAtLeast(classify(line).level, level))).toEqual([]);
  });

  test('what people do every day has the level that they expect', () => {
    expect(everyday.length).toBeGreaterThan(700);
    const wrong = everyday.map(({level, line}) => ({line, level, found: classify(line).level}));
    expect(wrong.filter(({level, found}) => level !== found)).toEqual([]);
  });
});

test('a line feed in its name takes a file out of no folder', () => {
  for (const name of ["~/.aws/$'a\\nb'", "~/.config/op/$'\\n'", "x/.gnupg/$'a\\n/b'"])
    expect(classify(`cat ${name}`).level, name).toBe('DANGEROUS');
  for (const name of ["/etc/$'a\\nb'", "~/.cotty/$'a\\nb'", ".git/$'a\\nb'"])
    expect(classify(`touch ${name}`).level, name).toBe('DANGEROUS');
});

test('what ends the shell is more than what stands behind it', () => {
  for (const line of ['exit', 'exec ls', 'exec true']) expect(classify(line).level, line).toBe('CAUTION');
});

test('what ends a shell within the shell ends nothing else', () => {
  for (const line of ['(exit 3)', 'ls && (cd src && ls || exit 1)', '(ls; (exit 2))'])
    expect(classify(line).level, line).toBe('SAFE');
  for (const line of ['{ exit 3; }', '(exec ls)', '(exit 3); exit', '(trap "rm -rf /" EXIT; exit)'])
    expect(isAtLeast(classify(line).level, 'CAUTION'), line).toBe(true);
  expect(classify('echo (exit 3)', {shell: 'fish'}).level).toBe('CAUTION');
});

/** Lines that end within something, or mean something else when they stand elsewhere. */
const whole = [...hostile, ...everyday]
  .filter(({line}) => !/<<|[#\n]|^\^|!|^\(|^\{.*[^}]$|unclosed|ls \)|then rm x$|^cd|^x\b|;$|&$/.test(line))
  .map(({line}) => ({line, alone: classify(line).level}));

describe.each([
  ['after another command', (line: string) => `true && ${line}`],
  ['in a substitution', (line: string) => `echo $(${line})`],
  ['in a substitution within quotes', (line: string) => `echo "$(${line})"`],
  ['in a subshell', (line: string) => `(${line})`],
  ['as the text of a shell', (line: string) => `bash -c ${quoted(line)}`],
  ['as the text of a shell in the text of a shell', (line: string) => `sh -c ${quoted(`bash -c ${quoted(line)}`)}`],
  ['as the text of eval', (line: string) => `eval ${quoted(line)}`],
  ['in the body of a function', (line: string) => `f() { ${line}; }`],
  ['in a trap', (line: string) => `trap ${quoted(line)} EXIT`],
  ['in a here-document for a shell', (line: string) => `bash <<'END OF IT'\n${line}\nEND OF IT`],
  ['behind sixty commands that do nothing', (line: string) => `${'true;'.repeat(60)}${line}`],
  ['behind 3,000 spaces', (line: string) => `${' '.repeat(3000)}${line}`],
  ['on the second line', (line: string) => `ls\n${line}`],
  ['in a loop', (line: string) => `while true; do ${line}; done`],
  ['in a process substitution', (line: string) => `cat <(${line})`],
])('a line %s', (_, wrap) => {
  test('has at least the level that it has alone', () => {
    const lower = whole.filter(({line, alone}) => !isAtLeast(classify(wrap(line)).level, alone));
    expect(lower.map(({line}) => wrap(line))).toEqual([]);
  });
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

describe('lines that nobody wrote', () => {
  const piece = fc.constantFrom(
    ...[
      'zzz',
      'ls',
      'rm',
      'echo',
      ' ',
      ' ',
      '\n',
      ';',
      '|',
      '&',
      '&&',
      '(',
      ')',
      '{',
      '}',
      '$(',
      '`',
      '"',
      "'",
      '\\',
      '$',
      '${',
      '<',
      '>',
      '<<',
      '<<<',
    ],
    ...[
      'if',
      'then',
      'fi',
      'for',
      'do',
      'done',
      'case',
      'esac',
      '[[',
      ']]',
      '((',
      '))',
      '=',
      '*',
      '?',
      '~',
      '!',
      '#',
      '/',
      '-',
      'x',
      '0',
      'é',
      '\u200b',
      '\r',
    ],
  );
  const junk = fc.array(piece, {maxLength: 25}).map(pieces => pieces.join(''));

  test('are judged, whatever they are', () => {
    fc.assert(
      fc.property(fc.oneof(junk, fc.string({unit: 'binary', maxLength: 60})), line => {
        expect(['SAFE', 'CAUTION', 'DANGEROUS']).toContain(classify(line).level);
      }),
      {numRuns: 3000},
    );
  });

  test('are not safe when all of what is safe in them is taken for something else', () => {
    fc.assert(
      fc.property(junk, line => {
        const verdict = classify(line);
        if (verdict.level === 'SAFE')
          expect(verdict.commands.map(({argv}) => argv[0]).filter(name => name !== 'ls' && name !== 'echo')).toEqual(
            [],
          );
      }),
      {numRuns: 3000},
    );
  });

  test('keep their reasons within themselves', () => {
    fc.assert(
      fc.property(junk, line => {
        for (const {start, end} of classify(line).reasons) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(Math.max(line.length, start + 1));
        }
      }),
      {numRuns: 1000, examples: [['<<`\\']]},
    );
  });
});

describe('hostile lengths', () => {
  test.each([
    ['commands', (n: number) => 'ls;'.repeat(n)],
    ['words', (n: number) => `echo ${'a '.repeat(n)}`],
    ['pipes', (n: number) => `ls${'|cat'.repeat(n)}`],
    ['assignments', (n: number) => 'a=1 '.repeat(n)],
  ])('twice as many %s take about twice the steps', (_, make) => {
    const [one, two] = [classify(make(500)).steps, classify(make(1000)).steps];
    expect(two).toBeLessThanOrEqual(one * 2 + 10);
  });

  test.each([
    ['$('],
    ['`'],
    ['('],
    ['{ '],
    ['${x:-'],
    ['"$('],
    ['<<a '],
    ['[['],
    ['$(('],
    ['if '],
    ['case x in ('],
    ['eval "'],
  ])('a line of %s alone is dangerous when nobody can read it, and never safe', opening => {
    const line = opening.repeat(Math.floor(60_000 / opening.length));
    expect(classify(line).level).not.toBe('SAFE');
    expect(classify(line).steps).toBeLessThan(50_000);
  });

  test.each(['bash', 'zsh', 'sh'] as const)(
    'in %s a file that is written by a here-document is no more than that, whatever stands in it',
    shell => {
      const code = "if ((a[0] = `$((1))`)) f(x, $(y), $[z[1]]) << z; // *(e) '$(rm x)'\n".repeat(120);
      const found = classify(`cat > src/a.ts <<'EOF' && echo done\n${code}EOF\n`, {shell, expandsHistory: false});
      expect(found.level).toBe('CAUTION');
      expect(new Set(found.reasons.map(({rule}) => rule))).toEqual(new Set(['redirect.write', 'path.write']));
    },
  );

  test.each(['bash', 'zsh'] as const)('in %s a message that is written as a here-document is text', shell => {
    const line = `git commit -m "$(cat <<'EOF'\nfix(a): ((b)) \`c\` isn't $(d) *(e:'f':)\nEOF\n)" && git status`;
    expect(classify(line, {shell, expandsHistory: false}).level).toBe('CAUTION');
  });

  test.each([
    ['what follows it', "cat > a <<'EOF'\nok\nEOF\necho $((a['$(rm x)']))\n"],
    ['what only looks like one', "echo \"<<'EOF'\n$((a['$(rm x)']))\nEOF\n\""],
    ['one in a comment', "echo # <<'EOF'\n$((a['$(rm x)']))\nEOF\n"],
    ['one in arithmetic', "echo $((1<<'EOF'\n+a['$(rm x)']\nEOF\n))"],
    ['one whose end is another line', "cat <<'EOF'\n EOF\nEOF\necho $((a['$(rm x)']))\n"],
    ['one that a shell runs', "bash <<'EOF'\necho $((a['$(rm x)']))\nEOF\n"],
    ['one whose text is evaluated', "echo $(( $(cat <<'EOF'\na['$(rm x)']\nEOF\n) ))"],
    ['one that is expanded', "cat > a <<EOF\n$((a['$(rm x)']))\nEOF\n"],
  ])('a command in arithmetic is found in %s', (_, line) => {
    for (const shell of ['bash', 'zsh'] as const)
      expect(classify(line, {shell, expandsHistory: false}).level).toBe('DANGEROUS');
  });

  test.each(Object.entries(hostileLines))('%s are never safe, and no more than is looked at', (_, make) => {
    expect(classify(make(65_535)).level).not.toBe('SAFE');
  });

  test.each([
    ['a sum', `echo $((${'1+'.repeat(2000)}1))`],
    [
      'values',
      `${Array.from({length: 40}, (_, at) => `A${at + 1}=$A${at}$A${at};`).join('')} cat $A30`.replace('$A0$A0', 'xx'),
    ],
  ])('%s that grows beyond all measure is not safe, and no error', (_, line) => {
    expect(classify(line).level).not.toBe('SAFE');
  });

  test('a line that does more than can be looked through is dangerous', () => {
    expect(classify('ls -l\n'.repeat(900)).level).toBe('SAFE');
    expect(classify('ls\n'.repeat(30_000)).level).toBe('DANGEROUS');
  });

  test('a long line is not safe, and a very long one dangerous', () => {
    expect(classify(`echo ${'a'.repeat(17_000)}`).level).toBe('CAUTION');
    expect(classify(`echo ${'a'.repeat(70_000)}`).level).toBe('DANGEROUS');
  });

  test('text within text within text ends', () => {
    const nest = (depth: number): string => (depth === 0 ? 'ls' : `bash -c ${quoted(nest(depth - 1))}`);
    expect(classify(nest(4)).level).toBe('SAFE');
    expect(classify(nest(10)).level).toBe('DANGEROUS');
  });

  test.each(['env ', 'xargs ', 'nice ', 'command ', 'timeout 5 ', 'find . -exec '])(
    'programs that run one another end: %s',
    wrapper => {
      expect(classify(`${wrapper.repeat(3)}rm x`).level).toBe('DANGEROUS');
      expect(classify(`${wrapper.repeat(Math.floor(60_000 / wrapper.length))}ls`).level).toBe('DANGEROUS');
    },
  );
});

describe('what is known of the shell', () => {
  test('where it stands decides what a name means', () => {
    expect(classify('cat id_rsa2').level).toBe('SAFE');
    expect(classify('cat id_rsa2', {cwd: '/home/me/.ssh', home: '/home/me'}).level).toBe('DANGEROUS');
    expect(classify('cat notes', {cwd: null}).level).toBe('CAUTION');
    expect(classify('cd ~/.ssh', {home: '/home/me'}).cwd).toBe('/home/me/.ssh');
  });

  test('an alias is what it stands for', () => {
    const {aliases} = classify("alias ls='rm -rf x'");
    expect(classify('ls', {aliases}).level).toBe('DANGEROUS');
    expect(classify('\\ls', {aliases}).level).toBe('SAFE');
  });

  test('a function of the session may be anything', () => {
    expect(classify('ls', {functions: new Map([['ls', 'SAFE']])}).level).toBe('CAUTION');
    expect(classify('ls', {functions: new Map([['ls', 'DANGEROUS']])}).level).toBe('DANGEROUS');
  });

  test('earlier lines come back only where a shell does that', () => {
    expect(classify('echo "!!"').level).toBe('DANGEROUS');
    expect(classify('echo "!!"', {expandsHistory: false}).level).toBe('SAFE');
    expect(classify("echo '!!'").level).toBe('SAFE');
    expect(classify('[ ! -f x ] && echo "no!"').level).toBe('SAFE');
  });

  test.each([
    ['=rm x'],
    ['ls *(e:"rm x":)'],
    ['ls **/*(+rmit)'],
    ['echo $' + '{(e)x}'],
    ['print -z "rm x"'],
    ["print -P '%(!.$(rm x).)'"],
    ['cat < =(rm x)'],
    ['ls >=(rm x)'],
    ['zmodload zsh/files'],
    ["r 'echo '="],
  ])('zsh does more with %s than bash', line => {
    expect(classify(line, {shell: 'zsh'}).level).toBe('DANGEROUS');
  });

  test('a name that is another command in zsh alone is unknown elsewhere', () => {
    expect(classify('r foo', {shell: 'bash'}).level).toBe('CAUTION');
  });

  test.each([
    "k=ls; aliases[$k]='rm v'",
    "aliases[ls]='rm x'",
    'aliases[a b]=x',
    "aliases=(cat 'rm v')",
    "aliases+=(cat 'rm v')",
    "typeset -A aliases=(cat 'rm v')",
    "set -A aliases cat 'rm v'",
    "read 'aliases[ls]'",
    'read -p prompt',
    "galiases[Q]='; rm v'",
    'saliases[txt]=rm',
    'dis_aliases[ls]=rm',
    'dis_galiases[Q]=rm',
    "functions[ls]='rm v'",
    'commands[ls]=/bin/rm',
    'options[promptsubst]=on',
    "prompt='$(touch x)% '",
    "PROMPT='$(touch x)% '",
    'RPS1=x',
    'RPS2=x',
    'RPROMPT=x',
    'SPROMPT=x',
    'chpwd_functions=(f)',
    'precmd_functions=(f)',
    'preexec_functions=(f)',
    'zshexit_functions=(f)',
    'zshaddhistory_functions=(f)',
    'periodic_functions=(f)',
    'module_path=(/tmp)',
    'fpath=(/tmp)',
    "mailpath=('/tmp/x?$(rm v)')",
    'mapfile[$HOME/.zshenv]=x',
    'nameddirs[x]=/tmp',
    'path=(/tmp $path)',
    "STTY='sane; rm x' ls",
    "x='*(e:rm v:)'; ls $~x",
    "x='*(+rm)'; ls $x",
    'ls $' + '{~x}',
  ])('zsh obeys what %s sets', line => {
    expect(classify(line, {shell: 'zsh'}).level).toBe('DANGEROUS');
    expect(classify(`zsh -c ${quoted(line)}`, {shell: 'bash'}).level).toBe('DANGEROUS');
  });

  test('a shell that nobody knows may obey it too, and bash does not', () => {
    for (const line of ["aliases=(cat 'rm v')", 'options[x]=on', 'prompt=x']) {
      expect(classify(line).level, line).toBe('DANGEROUS');
      expect(classify(line, {shell: 'other'}).level, line).toBe('DANGEROUS');
      expect(classify(line, {shell: 'bash'}).level, line).toBe('SAFE');
    }
  });

  test.each([
    'echo x >! ~/.zshrc',
    'echo x >>! ~/.zshrc',
    'echo x >&! ~/.zshrc',
    'echo x &>! ~/.zshrc',
    'echo x &>| ~/.zshrc',
    'echo x >>| ~/.zshrc',
    'echo x >>&! ~/.zshrc',
    'echo x >>&| ~/.zshrc',
    'echo x &>>! ~/.zshrc',
  ])('zsh writes the file behind the operator in %s', line => {
    expect(classify(line, {shell: 'zsh'}).level).toBe('DANGEROUS');
    expect(classify(line.replace('~/.zshrc', 'x.txt'), {shell: 'zsh'}).level).toBe('CAUTION');
    expect(classify(line.replace('~/.zshrc', '/dev/null'), {shell: 'zsh'}).level).toBe('SAFE');
  });

  test.each(['zsh', 'fish'] as const)('what people and agents type in %s has the level that they expect', shell => {
    const rows = readCorpus(shell);
    expect(rows.length).toBeGreaterThan(6);
    const wrong = rows.map(({line, level}) => ({line, level, found: classify(line, {shell}).level}));
    expect(wrong.filter(({level, found}) => level !== found)).toEqual([]);
  });

  test.each(['ls 2>| rm x', 'r\\x6d v', '\\x72m v', '\\162m v', 'cat ~/.s\\u0073h/x'])(
    'fish runs a program, or reads a secret, in %s',
    line => {
      expect(classify(line, {shell: 'fish'}).level).toBe('DANGEROUS');
    },
  );

  test('fish runs each text that it is given, and writes where its options say', () => {
    expect(classify('fish -c ls --command=pwd --command date -C ls').level).toBe('SAFE');
    expect(classify('fish -c ls', {shell: 'fish'}).level).toBe('SAFE');
  });

  test.each([
    ['SAFE', 'ls -la'],
    ['SAFE', 'git status; and_so_on=1 ls'],
    ['DANGEROUS', 'echo (rm x)'],
    ['DANGEROUS', 'if true; rm x; end'],
    ['CAUTION', 'function f; ls; end'],
    ['SAFE', "echo 'a\\'; rm x #'"],
    ['DANGEROUS', "echo 'a\\\\'; rm x #'"],
  ])('in fish, %s is the level of %s', (level, line) => {
    const found = classify(line, {shell: 'fish'}).level;
    if (level === 'SAFE' && line.includes('=')) expect(found).not.toBe('DANGEROUS');
    else expect(found).toBe(level);
  });

  test('another shell is not understood', () => {
    expect(classify('Get-ChildItem', {shell: 'other'}).level).toBe('CAUTION');
    expect(classify('Remove-Item x', {shell: 'other'}).level).toBe('DANGEROUS');
  });
});

describe('a verdict', () => {
  test('says which part of the line it is about', () => {
    const line = 'ls && cat ~/.ssh/id_rsa';
    const [reason] = classify(line).reasons;
    expect(reason && line.slice(reason.start, reason.end)).toBe('~/.ssh/id_rsa');
    expect(reason).toMatchObject({level: 'DANGEROUS', rule: 'path.secret', command: null});
  });

  test('names every command, and leaves out words that are not known', () => {
    expect(classify('echo $(git status) "$x" | sh -c "wc -l"').commands.map(({argv}) => argv)).toEqual([
      ['git', 'status'],
      ['echo', null, null],
      ['sh', '-c', 'wc -l'],
      ['wc', '-l'],
    ]);
  });

  test('marks what nothing may ever do', () => {
    const isFloor = (line: string) => classify(line).reasons.some(reason => reason.isFloor);
    expect(
      [
        'rm -rf /',
        'dd if=x of=/dev/sda',
        'mkfs.ext4 /dev/sda1',
        ':(){ :|:& };:',
        'echo x > ~/.cotty/config.toml',
        'ls \u0003',
      ].filter(line => !isFloor(line)),
    ).toEqual([]);
    expect(['rm -rf build', 'dd if=a of=b', 'cat ~/.cotty/token'].filter(isFloor)).toEqual([]);
  });
});

test('what is cotty’s own is known behind patterns, and in folders that are read whole', () => {
  const place = {home: '/home/me', cwd: '/home/me', ownFolder: '/srv/me/cotty-home'};
  for (const line of [
    'cat ~/.cott*/audit.log',
    'cat .cott*/audit.log',
    'cat .c*/sessions/*/*.segment',
    'cat /srv/me/cotty-h*/token',
  ])
    expect([line, classify(line, place).level]).toEqual([line, 'DANGEROUS']);
  for (const line of [
    'grep -r x',
    'grep -ra x .',
    'rgrep x',
    'rg -uuu x',
    'grep -ra x /srv/me',
    'grep -r x /home',
    "find ~ -name '*.segment' -exec cat {} +",
    'find . -type f | xargs cat',
  ])
    expect([line, classify(line, place).level]).toEqual([line, 'CAUTION']);
  const project = {...place, cwd: '/home/me/project'};
  for (const line of ['grep -r x', 'rg x', 'find . -type f | xargs cat', 'cat *.log', 'cat */audit.log', 'ls | rg x'])
    expect([line, classify(line, project).level]).toEqual([line, 'SAFE']);
});

test('a folder of one’s own among temporary files is a project as any other, and what lies beside it is a stranger’s', () => {
  const level = (line: string, cwd: string): string => classify(line, {home: '/home/me', cwd}).level;
  for (const line of ['./run.sh', 'bash scripts/run.sh', 'source bin/activate', 'PYTHONPATH=src pytest'])
    expect([line, level(line, '/tmp/work')]).toEqual([line, level(line, '/home/me/work')]);
  for (const line of [
    'bash /tmp/run.sh',
    'bash ../run.sh',
    'bash ../other/run.sh',
    'bash /tmp/workshop/run.sh',
    'bash /dev/shm/run.sh',
  ])
    expect([line, level(line, '/tmp/work')]).toEqual([line, 'DANGEROUS']);
  for (const cwd of ['/tmp', '/var/tmp', '/dev/shm', '/home/me/Downloads', '/home/me/Downloads/new'])
    expect([cwd, level('./run.sh', cwd)]).toEqual([cwd, 'DANGEROUS']);
  expect(level('bash /tmp/work/run.sh', '/tmp/work')).toBe('CAUTION');
  expect(level('cd /tmp/work && ./run.sh', '/home/me/work')).toBe('DANGEROUS');
});
