import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {plainFish} from './plain-fish.ts';
import {plainZsh} from './plain-zsh.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-plain-'));
  mkdirSync(join(folder, 'src'));
  for (const name of ['a.txt', 'b.txt', 'c.md', 'src/d.txt']) writeFileSync(join(folder, name), `${name}\n`);
});
afterAll(() => rmSync(folder, {recursive: true}));

function said(shell: string, line: string): string {
  const options = {zsh: ['-f'], fish: ['--no-config'], bash: ['--norc']}[shell] ?? [];
  return execFileSync(shell, [...options, '-c', line], {
    cwd: folder,
    encoding: 'utf8',
    env: {...process.env, HOME: folder},
  });
}

test.each([
  'ls *.(txt|md)',
  'repeat 1 echo hi',
  'repeat 1 { echo hi }',
  'for f (*.txt) echo $f',
  'for f (a b c); do echo $f; done',
  'for f (*.txt) { wc -l $f }',
  'foreach f (*.txt); echo $f; end',
  'for i in {1..3}; echo $i',
])('what zsh says to %s bash says to the same in its words', line => {
  needs('zsh');
  const plain = plainZsh(line);
  expect(plain).not.toBe(line);
  expect(said('bash', plain)).toBe(said('zsh', line));
});

test.each([
  'echo (pwd)',
  'echo (count *.txt) 2>/dev/null; or true',
  'begin; ls; echo x; end',
  'begin; ls; echo x; end | sort -r',
  'if test -f a.txt; cat a.txt; else; echo no; end',
  'if test -f none; echo 1; else if test -f a.txt; echo 2; else; echo 3; end',
  'if test -f a.txt; and test -f none; echo both; end',
  'for f in *.txt; wc -l $f; end',
  'function f; echo one $argv; end; true',
  'while read -l x; echo $x; end < a.txt',
  'switch a; case b; echo 1; end',
  'for f in a b; if test $f = a; echo $f; end; end; echo after',
  'while true; echo hi; break; end',
  'test -f a.txt; and echo yes; or echo no',
  'test -f none; and echo yes; or echo no',
  'not test -f none; and echo none',
  'test -f a.txt && not test -f none && echo both',
  "echo 'a; (b) and' (echo c); echo d",
  'for f in *.txt\n  echo $f\nend',
])('what fish says to %s bash says to the same in its words', line => {
  needs('fish');
  const plain = plainFish(line);
  expect(plain).not.toBe(null);
  if (!/count/.test(line)) expect(said('bash', plain ?? '')).toBe(said('fish', line));
});

test.each([
  'ls # x\nrm y',
  'echo "a (b) $x"',
  'f() { ls; }',
  'case x; ls; end',
  'if ls; end; end',
  'begin; ls',
  'echo (if true; ls; end)',
  'echo ((pwd))',
  'echo )',
  'ls; do; done',
  'cat <(ls)',
])('of %j nobody says what it is in bash', line => expect(plainFish(line)).toBe(null));

test('long lines cost little', () => {
  for (const piece of ['*(.) ', 'for f (a) ', '*(', ' }', 'repeat 3 ', '(a|b', `$\{(f)"$(`])
    expect(plainZsh(piece.repeat(16_000 / piece.length)).length).toBeGreaterThan(0);
  for (const piece of ['(', 'ls; and ', 'begin; ', '| while ', '(ls ', 'not ', '" $x'])
    expect([null, 'string']).toContain(plainFish(piece.repeat(16_000 / piece.length)) === null ? null : 'string');
});
