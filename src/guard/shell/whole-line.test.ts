import {spawnSync} from 'node:child_process';
import {tmpdir} from 'node:os';
import {describe, expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {isOpenLine, isWholeLine} from './whole-line.ts';

const whole = [
  'true',
  'echo "a b" \'c\' d\\ e',
  'x=1 y="$(echo 2)" sh -c \'exit 3\'',
  'cat <<EOF\nx $((1+1))\nEOF',
  "cat <<-'E' <<F; echo z\n\t'\n\tE\n\"\nF",
  'for i in 1 2; do\n echo $i\ndone',
  'if a; then b; fi && (c; d) | e &',
  'case x in a) b;; *) c;; esac',
  'f() { echo; }',
  'echo a; # it\'s "over"',
  'echo "`echo \\"a\\"`" $' + '{x:-"y"}',
];

const open = [
  'echo "abc',
  "echo 'abc",
  'echo `a',
  'echo $(',
  'echo ${x',
  'echo a \\',
  'echo a |',
  'echo a &&',
  '(echo x',
  '{ echo',
  'f()',
  'if true',
  'if true; then',
  'for i in 1; do',
  'while :',
  'case x in',
  'cat <<EOF',
  'cat <<EOF\nx',
  'cat <<A <<B\n1\nA\n2',
  '!',
];

/** What one shell reads otherwise than another; found by giving random words to all of them. */
const odd = [
  "echo $'it\\'s'",
  'echo $"a"',
  'cat <<< "a b"',
  'echo a # "',
  'repeat 3',
  '{{',
  '=( ',
  '{a,b}{ -i',
  '[[ a',
  'a[b',
  '$[ {',
  '~( x',
  '$$' + '{x:-',
  '&> E function',
  '> f while',
  'time',
  'echo )',
  'fi',
  'echo a ;;',
  'echo a # b \\',
];

test.each(['bash', 'dash', 'sh', 'busybox', 'ash', 'mksh', 'ksh', 'rbash'])('what %s asks no more of', shell => {
  expect(open.filter(line => isWholeLine(line, shell))).toEqual([]);
  const known = shell === 'busybox' ? [] : whole;
  expect(whole.filter(line => isWholeLine(line, shell))).toEqual(known);
});

test.each(['bash', 'dash', 'sh', 'ash', 'mksh', 'ksh', 'rbash', 'zsh'])('what %s reads the rest of', shell => {
  expect(whole.filter(line => isOpenLine(line, shell))).toEqual([]);
  const asOther = shell === 'zsh' ? ['{ echo', 'f()', '!'] : ['!'];
  expect(open.filter(line => !isOpenLine(line, shell))).toEqual(asOther);
});

test('of shells that are not read as POSIX ones nothing is known', () => {
  expect(['fish', 'tcsh', 'python3', 'nu', 'ssh'].filter(shell => isOpenLine('echo "', shell))).toEqual([]);
  expect(['fish', 'tcsh', 'python3', 'nu', 'ssh'].filter(shell => isWholeLine('true', shell))).toEqual([]);
});

const asInteractive = {
  bash: ['--norc', '--noprofile', '--noediting', '-i'],
  zsh: ['-f', '-i', '+Z'],
  dash: ['-i'],
  mksh: ['-i'],
} as const;

describe.each(Object.entries(asInteractive))('%s itself', (shell, options) => {
  const printed = (line: string): string => {
    const {stdout, stderr} = spawnSync(shell, options, {
      input: `${line}\necho N'EX'T\n`,
      encoding: 'utf8',
      cwd: tmpdir(),
      env: {PATH: process.env.PATH, HOME: tmpdir(), TERM: 'dumb', NULLCMD: 'true', READNULLCMD: 'true', PS2: '<more>'},
    });
    return stdout + stderr;
  };
  // dash throws away what it has read behind wrong syntax.
  const goesOn = /NEXT|Syntax error: (?!Unterminated|end of file)/;

  test('goes on to the next line behind each that is called whole', () => {
    needs(shell);
    for (const line of [...whole, ...open, ...odd].filter(each => isWholeLine(each, shell)))
      expect({line, printed: printed(line)}).toEqual({line, printed: expect.stringMatching(goesOn)});
  });

  test('reads the rest of each that is called open', () => {
    needs(shell);
    for (const line of [...whole, ...open, ...odd].filter(each => isOpenLine(each, shell)))
      expect({line, printed: printed(line)}).toEqual({line, printed: expect.stringContaining('<more>')});
  });
});
