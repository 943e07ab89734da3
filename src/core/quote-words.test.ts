import {spawnSync} from 'node:child_process';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {needs} from '../../test/support/needs.ts';
import {quoteWords} from './quote-words.ts';

test.each(['bash', 'zsh', 'fish', 'sh'])('%s reads every word exactly as it was', shell => {
  needs(shell);
  const word = fc.string({unit: fc.constantFrom(...'ab \'"\\$`!*?~#&|;<>(){}[]=%^\n\t-é'), maxLength: 12});
  const words = fc.sample(fc.array(word, {minLength: 1, maxLength: 8}), {numRuns: 60, seed: 7});
  const script = words.map(line => `printf '<%s>\\n' ${quoteWords(line)}`).join('\n');
  const {stdout} = spawnSync(shell, ['-c', script], {encoding: 'utf8'});
  expect(stdout).toBe(
    words
      .flat()
      .map(text => `<${text}>\n`)
      .join(''),
  );
});

test('harmless words stay as they are', () => {
  expect(quoteWords(['git', 'log', '--format=%h', 'a/b.ts:3', 'x@y'])).toBe('git log --format=%h a/b.ts:3 x@y');
});

describe('zsh', () => {
  const options = [
    'setopt magicequalsubst extendedglob rcquotes',
    "alias -g G='x y' -- -h='a b' --help='a b' a=x",
    'f() { printf "<%s>\n" f "$@"; }',
  ];
  const told = (lines: readonly string[]): string =>
    spawnSync('zsh', ['-f'], {encoding: 'utf8', input: [...options, ...lines, ''].join('\n')}).stdout;

  test('reads every word behind the command as it was, whatever is an alias and whatever = means', () => {
    needs('zsh');
    const piece = fc.constantFrom(...'=:~G-+%@,./^[]*\' "\\', 'ls', 'a', '-h', '--help', '==', 'PATH=', '\n');
    const words = fc.sample(fc.array(fc.string({unit: piece, maxLength: 5}), {minLength: 1, maxLength: 6}), {
      numRuns: 200,
      seed: 5,
    });
    const given = [['G', '-h', '--help'], ['=ls', '==', 'a==ls', 'a:=ls', '=nosuch'], ...words];
    const said = given.map(line => ['f', ...line].map(word => `<${word}>\n`).join('')).join('');
    expect(told(given.map(line => quoteWords(['f', ...line], 'zsh')))).toBe(said);
  });

  test('takes aliases, functions and assignments for what they are in front', () => {
    needs('zsh');
    expect(quoteWords(['git', 'status', '-s'], 'zsh')).toBe("git 'status' '-s'");
    expect(quoteWords(['A=1', 'B==ls', 'make', 'C=2'], 'zsh')).toBe("A=1 B='=ls' make 'C=2'");
    const lines = [
      ['A=b', 'C==ls', 'sh', '-c', 'echo $A $C'],
      ['K=v', 'L==ls'],
      ['print', '-r', '--', 'x'],
    ].map(line => quoteWords(line, 'zsh'));
    expect(told(["alias print='print -n'", ...lines, 'echo /$K$L'])).toBe('b =ls\nx/v=ls\n');
  });

  test('finds no program for a first word that begins with =', () => {
    needs('zsh');
    expect(quoteWords(['=ls', 'x'], 'zsh')).toBe("'=ls' 'x'");
    expect(told([quoteWords(['=echo', 'x'], 'zsh')])).toBe('');
  });
});
