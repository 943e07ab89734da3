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
