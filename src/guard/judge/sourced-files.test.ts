/** What a file sets that a line reads is not known, whatever the line itself has set before. */
import {expect, test} from 'vitest';
import {classify} from '../classify.ts';
import {type Level, levels} from '../level.ts';

const context = {shell: 'bash', cwd: '/home/me/project', home: '/home/me'} as const;
const levelOf = (line: string): Level => classify(line, context).level;

const SOURCING = [
  '. ./env.sh',
  'source ./env.sh',
  'source env.sh',
  '. /home/me/project/env.sh',
  'builtin source ./env.sh',
];

test.each([
  ['DANGEROUS', '$X -rf y'],
  ['DANGEROUS', '"$X" y'],
  ['DANGEROUS', '$X'],
  ['DANGEROUS', `\${X} y`],
  ['DANGEROUS', 'command $X y'],
  ['DANGEROUS', 'env $X y'],
  ['DANGEROUS', 'eval "$X"'],
  ['DANGEROUS', 'bash -c "$X"'],
  ['DANGEROUS', 'git $X'],
  ['DANGEROUS', 'ls > $X'],
  ['CAUTION', 'ls $X'],
  ['CAUTION', 'cat "$X"'],
  ['CAUTION', 'find . $X'],
  ['CAUTION', 'sort $X'],
  ['CAUTION', 'git log $X'],
] as const)('%s at least: %s', (least, line) => {
  const isAtLeast = (text: string): boolean => levels.indexOf(levelOf(text)) >= levels.indexOf(least);
  expect(isAtLeast(line)).toBe(true);
  for (const sourcing of SOURCING)
    for (const before of ['', 'X=ls; ', 'X=status; ', 'X=./a; ', 'export X=ls && '])
      for (const joint of ['; ', ' && ', '\n', ' || ']) {
        const whole = `${before}${sourcing}${joint}${line}`;
        expect([whole, isAtLeast(whole)]).toEqual([whole, true]);
      }
});

test('a value that is set after the file is known again, and a file that a subshell reads sets nothing here', () => {
  expect(levelOf('. ./env.sh; X=ls; $X y')).toBe('CAUTION');
  expect(levelOf('X=ls; (. ./env.sh); $X y')).toBe('CAUTION');
  expect(levelOf('X=ls; $X y')).toBe('SAFE');
});

test('a loop that reads a file does not know its own variable any more', () => {
  expect(levelOf('for X in ls cat; do . ./env.sh; $X -rf y; done')).toBe('DANGEROUS');
  expect(levelOf('X=ls; f() { . ./env.sh; }; f; $X -rf y')).toBe('DANGEROUS');
});

test('nor does a line after a function, its own or one of the shell', () => {
  expect(levelOf('X=ls; f() { X=rm; }; f; $X -rf y')).toBe('DANGEROUS');
  expect(levelOf('X=ls; g() { eval "X=rm"; }; g && $X -rf y')).toBe('DANGEROUS');
  expect(levelOf('X=ls; of_this_shell; $X -rf y')).toBe('DANGEROUS');
  expect(levelOf('X=ls; f() { X=rm; }; $X y')).toBe('CAUTION');
});
