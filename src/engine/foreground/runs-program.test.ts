import {expect, test} from 'vitest';
import {runsProgram} from './runs-program.ts';

test.each([
  'python3 menu.py',
  'python3 menu.py -i',
  'python3 -X utf8 -u menu.py',
  'python3 -m http.server',
  'node pick.mjs',
  'node --no-warnings -r fs pick.mjs',
  'ruby -I lib menu.rb',
  'perl -w menu.pl',
  'perl -Mdiagnostics menu.pl',
  'lua menu.lua',
])('%s runs a program, which reads keys', line => {
  expect(runsProgram(line.split(' ')[0] ?? '', line.split(' '))).toBe(true);
});

test.each([
  'python3',
  'python3 -iq menu.py',
  'python3 -X utf8',
  'python3 -W ignore -q',
  'python3 -m pdb menu.py',
  'node -r fs',
  'node -i',
  'node inspect pick.mjs',
  'deno repl',
  'ruby /usr/bin/ruby',
  'perl -d menu.pl',
  'perl -de 1',
  'julia -L setup.jl',
  'guile -l setup.scm',
  'sbcl --load setup.lisp',
  'swipl facts.pl',
  'iex -S mix',
  'sqlite3 x.db',
  'gdb program',
])('%s may read statements', line => {
  expect(runsProgram(line.split(' ')[0] ?? '', line.split(' '))).toBe(false);
});
