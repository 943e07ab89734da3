// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell's
/** Shells evaluate what a variable holds as arithmetic, or as a subscript: `a[$(rm x)]` runs a command. */
import {describe, expect, test} from 'vitest';
import {classify} from '../classify.ts';

const levelOf = (line: string): string => classify(line, {home: '/home/me'}).level;

const EVALUATES = [
  'let %',
  'let y+=%',
  '((%))',
  'echo $((% + 1))',
  '[[ $% -eq 1 ]]',
  'declare -i y=$%',
  'typeset -i y=$%',
];
const NAMES = ['[[ -v $% ]]', 'test -v "$%"', '[ -v "$%" ]', '[[ -R $% ]]'];

describe.each([...EVALUATES, ...NAMES])('%s', form => {
  const line = form.replaceAll('%', 'x');

  test.each(['read x', 'read -r x', 'IFS= read -r x', 'read -p "How many? " x'])(
    'behind %s a person is asked: what is typed there may be a command',
    reads => {
      expect(levelOf(`${reads}; ${line}`)).toBe('DANGEROUS');
    },
  );

  test('of what a file, a program or nobody knows has given it says so', () => {
    expect(levelOf(line)).toBe('CAUTION');
    expect(levelOf(`for x in *; do ${line}; done`)).toBe('CAUTION');
    expect(levelOf(`x=$(cat n); ${line}`)).toBe('CAUTION');
  });

  test('of a number of the same line it is what it was', () => {
    const isHarmless = !line.includes('y');
    if (isHarmless) expect(levelOf(`x=3; ${line}`)).toBe('SAFE');
  });
});

test.each([
  'let 3+4',
  'declare -i n',
  'declare -i n=3',
  'i=0; while [ $i -lt 3 ]; do let i+=1; done',
  '[[ -v HOME ]]',
  'test -v HOME',
])('%s evaluates nothing unknown', line => {
  expect(levelOf(line)).toBe('SAFE');
});

describe('what is typed is code nobody has seen', () => {
  test.each([
    'read; let REPLY',
    'mapfile; let MAPFILE',
    'select x in a b; do let REPLY; done',
    'read x </dev/tty; let x',
    'read x </dev/stdin; ((x))',
  ])('also where no variable or another way to the terminal is named: %s', line => {
    expect(levelOf(line)).toBe('DANGEROUS');
  });

  test.each([
    'read x; y=$x; let y',
    'read x; y="n=${x}"; ((y))',
    'read x; y=($x); let y',
    'read x; y=$(echo "$x"); let y',
    'read x; for y in $x; do let y; done',
    'read x; select y in $x; do let y; done',
    'read x; export y=$x; let y',
    'f() { local y; read x; y=$x; let y; }; f',
    'read x; printf -v y %s "$x"; let y',
  ])('also when another variable was given it: %s', line => {
    expect(levelOf(line)).toBe('DANGEROUS');
  });

  test.each([
    'read x; echo ${a:x:1}',
    'read x; echo "${a:$x:1}"',
    'read x; echo ${a:0:x}',
    'read x; echo ${@:x}',
    'read x; a[x]=1',
    'read x; a[$x]+=1',
    'read x; a=([x]=1)',
    'read x; a=(1 [$x]=2)',
    'read x; unset "$x"',
    'read x; unset "a[$x]"',
    'read x; echo ${!x}',
    'read x; wait -n -p "$x"',
  ])('also where it is an offset, a subscript or a name: %s', line => {
    expect(levelOf(line)).toBe('DANGEROUS');
  });

  test.each([
    'declare -i x; read x',
    'declare -i x; read y; x=$y',
    'declare -i x; read y; x+=$y',
    'read x; declare -i x; x+=1',
    'read y; RANDOM=$y',
    'read y; OPTIND=y',
  ])('also where a variable that takes numbers evaluates what it is given: %s', line => {
    expect(levelOf(line)).toBe('DANGEROUS');
  });

  test.each([
    'read x; shift $x',
    'read x; exit $x',
    'read x; f() { return $x; }; f',
    'read x; repeat $x date',
    'read x; integer y=$x',
    'read x; float y=$x',
    'read x; integer x',
    'read x; printf %d "$x"',
    'read x; SECONDS=$x',
  ])('in zsh also where a builtin takes a number: %s', line => {
    expect(classify(line, {home: '/home/me', shell: 'zsh'}).level).toBe('DANGEROUS');
  });

  test.each([
    'declare -i x; x=$(cat f)',
    'declare -i x; x=$HISTCMD_OF_MINE',
    'echo ${a:$n:2}',
    'echo ${a:x}',
    'for f in *; do a[$f]=1; done',
  ])('of what a file, a program or nobody knows has given it says so: %s', line => {
    expect(levelOf(line)).toBe('CAUTION');
  });
});

test.each([
  'read x; echo "$x"',
  'read x; [ "$x" = y ]',
  'read x; [ "$x" -eq 1 ]',
  'read x; y=$x; echo $y',
  'read x; case $x in y) echo yes;; esac',
  'read x; x=3; let x',
  'read x; a=($x 2); echo ${a[0]}',
  'read -a a; echo ${a[1]} ${a[@]:1}',
  'declare -A seen; for f in *; do seen[$f]=1; done',
  'declare -A a=([red]=1 [blue]=2)',
  'declare -A a; a=([red]=1); read k; a[$k]=1',
  'for i in 1 2 3; do a[i]=$i; done',
  'a[0]=1; a[${#a[@]}]=2',
  's=abc; echo ${s:1:2} ${s: -1} ${s:0:${#s}-1} "${@:2}"',
  's=abc; for ((i=0; i<3; i++)); do echo ${s:i:1} ${s:$i:1}; done',
  'declare -i n=3; n+=1; n=4',
  'SECONDS=0; date; echo $SECONDS',
  'RANDOM=42; echo $((RANDOM % 6))',
])('%s is what it was', line => {
  expect(levelOf(line)).toBe('SAFE');
});

test('printf -v sets what it prints, which is not typed', () => {
  expect(levelOf("printf -v n '%s' 3; ((n))")).toBe('CAUTION');
});

describe('what a program prints is evaluated where a number is wanted', () => {
  test.each([
    'echo $(($(cat p)))',
    'echo $[$(cat p)]',
    '(( $(cat p) ))',
    'echo $(( $(cat p) + 1 ))',
    'mapfile -t RANDOM < p',
    'read RANDOM < p',
    'read -a RANDOM < p',
    'read RANDOM < <(cat p)',
    'printf -v RANDOM %s "$(cat p)"',
    'IFS= read -r SRANDOM < p',
    'for RANDOM in $(cat p); do date; done',
    'for RANDOM in *; do date; done',
    'select RANDOM in *; do date; done',
    'declare RANDOM=$(cat p)',
    '((RANDOM=$(cat p)))',
    ': ${RANDOM:=$(cat p)}',
  ])('in bash: %s', line => {
    expect(classify(line, {home: '/home/me', shell: 'bash'}).level).toBe('CAUTION');
  });

  test.each(['x=$(cat p); ', 'read x < p; ', '', 'printed'])('in zsh, behind “%s”', before => {
    const forms = [
      ...['[ -t "$x" ]', '[[ -t $x ]]', 'shift "$x"', 'return $x', 'read -t "$x" y', 'read -n "$x" y'],
      ...['printf %d "$x"', 'printf "%x\\n" "$x"', 'printf %f "$x"', 'printf "%*d" "$x" 1', 'printf "%s %d" a "$x"'],
      ...['break "$x"', 'continue "$x"'].map(word => `for i in 1; do ${word}; done`),
      ...['SECONDS', 'COLUMNS', 'LINES', 'TMOUT', 'PERIOD', 'SAVEHIST', 'KEYTIMEOUT', 'LISTMAX', 'BAUD', 'ERRNO'].map(
        name => `${name}=$x`,
      ),
      ...['UID', 'EUID', 'GID', 'EGID', 'FUNCNEST', 'SHLVL', 'LOGCHECK'].map(name => `${name}=$x`),
    ];
    for (const form of forms) {
      const line = before === 'printed' ? form.replace('$x', '$(cat p)') : before + form;
      const {level} = classify(line, {home: '/home/me', shell: 'zsh'});
      expect({line, level}).toEqual({line, level: expect.stringMatching(/CAUTION|DANGEROUS/)});
    }
  });

  test.each(['SECONDS', 'COLUMNS', 'FUNCNEST'])('in zsh, where %s is read from a file', name => {
    expect(classify(`read ${name} < p`, {home: '/home/me', shell: 'zsh'}).level).toBe('CAUTION');
  });

  test.each([
    'cat | while read x; do let x; done',
    'cat | sort | while read x; do let x; done',
    '(cat; date) | while read x; do let x; done',
    'while read x; do echo $x; done | while read y; do let y; done',
    'head -1 | { read x; let x; }',
    'x=$(head -1); let x',
    'x=`cat`; let x',
    'x="$(sed s/a/b/)"; let x',
    'x=$(</dev/tty); let x',
    'x=$(cat -); let x',
    'x=$(read y; echo $y); let x',
    'read x < <(cat); let x',
    'echo $(($(head -1)))',
    'RANDOM=$(head -1)',
    'let "x=$(cat /dev/tty)"',
    'declare -i x=$(head -1)',
    '[[ $(head -1) -eq 1 ]]',
    'echo ${a:$(head -1)}',
    'a[$(head -1)]=1',
  ])('and is typed where that passes the terminal on: %s', line => {
    expect(levelOf(line)).toBe('DANGEROUS');
  });

  test.each([
    'echo $(( $(date +%s) - 5 )) $(( $(nproc) * 2 ))',
    'echo $(( $(wc -l < f) - 1 ))',
    'echo $(( $(ls | wc -l) + 1 ))',
    'echo $(( $(grep -c word file.txt) + 1 ))',
    'echo $(( $(stat -c %s file) / 1024 ))',
    'echo $(( ($(date -d 2026-01-01 +%s) - $(date +%s)) / 86400 ))',
    'for i in 1 2 3; do printf "%d of %s\\n" $i "$(cat name)"; done',
    'x=$(head -1 file); echo "$x"',
    'ls | while read -r f; do printf "%s\\n" "$f"; done',
    '[ -t 1 ] && echo yes',
    'COLUMNS=80; COLUMNS=$(tput cols)',
    'read -t 5 -n 1 x < file',
  ])('but not of a known number: %s', line => {
    for (const shell of ['bash', 'zsh'] as const)
      expect([shell, classify(line, {home: '/home/me', shell}).level]).toEqual([shell, 'SAFE']);
  });
});

describe('fish: a group of `string match -r` that has a name sets a variable', () => {
  const fish = (line: string) => classify(line, {home: '/home/me', shell: 'fish'}).level;

  test.each([
    "string match -rq '(?<PATH>.*)' bin; ls",
    "string match -r '(?P<HOME>.*)' x; git status",
    'string match -r "(?\'HOME\'.*)" x',
    "string match --regex --all '(?<PATH>.*)' x",
    "string match -qr -- '(?<PATH>.*)' x",
    "echo a | string match -r '(?<PATH>.*)'",
  ])('one that decides: %s', line => {
    expect(fish(line)).toBe('DANGEROUS');
  });

  test('of a pattern that is not known it may be any', () => {
    for (const line of ['string match -rq $pattern $x', 'string match -r "^a$x" b']) expect(fish(line)).toBe('CAUTION');
  });

  test.each([
    "string match -r '^a(b)' c",
    "string match '*(?<PATH>*' c",
    "string match -ar '(?<year>\\d+)-' $day",
    "string replace -r 'a(b)' '$1' $x",
    'string match -q "*.txt" $file',
  ])('%s sets none that decides', line => {
    expect(fish(line)).toBe('SAFE');
  });
});

test.each(['find . "$x"', 'find "$x"', 'x=$(cat f); find . "$x" -name a', 'find . "$(cat f)"'])(
  'a word that find may take for `-delete` is not safe: %s',
  line => {
    expect(levelOf(line)).not.toBe('SAFE');
  },
);
