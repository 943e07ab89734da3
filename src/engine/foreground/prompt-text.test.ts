import {describe, expect, test} from 'vitest';
import {
  asks,
  countsOn,
  endsAsPrompt,
  goesOnIn,
  isContinuation,
  isParticular,
  isSamePrompt,
  withoutSignals,
} from './prompt-text.ts';

describe('the same prompt', () => {
  test.each([
    ['host$', 'host$', [], true],
    ['45%', '%', [], false],
    ['####', '#', [], false],
    ['notremote$', 'remote$', [], false],
    ['u@h:/tmp$', 'u@h:~$', [], false],
    ['u@h:/tmp$', 'u@h:~$', ['u@h:/usr$'], true],
    ['u@h:/tmp$ rm$', 'u@h:~$', ['u@h:/usr$'], false],
    ['[u@h src]$', '[u@h ~]$', ['[u@h etc]$'], true],
    ['irb(main):003>', 'irb(main):001>', ['irb(main):002>'], true],
    ['x@y:/tmp$', 'u@h:~$', ['u@h:/usr$'], false],
    ['done 100%', '%', ['#'], false],
    ['a$', 'mine$', ['shell$'], false],
    ['/usr/lib$', '/tmp$', ['~$'], true],
  ])('%j after %j, with %j seen: %s', (text, prompt, seen, same) => {
    expect(isSamePrompt(text, prompt, seen)).toBe(same);
  });
});

test.each([
  ['>', ['bash-5.2#'], true],
  ['dquote>', ['vm#'], true],
  ['cmdsubst heredoc>', ['vm#'], true],
  ['> >', ['#'], true],
  ['>', ['>'], false],
  ['sqlite3 >', ['vm#'], false],
  ['~>', ['vm#'], false],
  ['u@h:/tmp>', ['u@h:~>'], false],
])('%j after prompts %j: the line goes on: %s', (text, prompts, goesOn) => {
  expect(isContinuation(text, prompts)).toBe(goesOn);
});

test.each([
  ['DB<2>', 'DB<1>', true],
  ['expect1.2>', 'expect1.1>', true],
  ['irb(main):010>', 'irb(main):009>', true],
  ['DB<1>', 'DB<1>', false],
  ['DB<1>', 'DB<2>', false],
  ['x2>', 'DB<1>', false],
])('%j counts on from %j: %s', (text, prompt, isOn) => {
  expect(countsOn(text, prompt)).toBe(isOn);
});

test.each([
  ['lua', '>>', '>', true],
  ['jshell', '   ...>', 'jshell>', true],
  ['php', 'php (', 'php >', true],
  ['R', '+', '>', true],
  ['ghci', 'Prelude|', 'Prelude>', true],
  ['lua', '>', '>', false],
  ['psql', 'postgres=#', 'postgres=#', false],
])('%s goes on at %j, behind %j: %s', (program, text, prompt, isOn) => {
  expect(goesOnIn(program, text, [prompt])).toBe(isOn);
});

test('what a tty shows of keys that make signals is no part of a prompt', () => {
  expect(['vm# ^C', '# ^Z^C', 'x> ^', 'a^Cb'].map(withoutSignals)).toEqual(['vm#', '#', 'x> ^', 'a^Cb']);
});

test.each(['Continue? [y/N]', 'Password:', 'name?', 'Are you sure (yes/no)', 'Overwrite (y/n)?'])('%j asks', text => {
  expect(asks(text)).toBe(true);
});

test.each(['$', '>>>', 'In [3]:', '(gdb)', '(Pdb)', 'mysql>', 'u@h:~$', 'postgres=#'])('%j is a prompt', text => {
  expect([asks(text), endsAsPrompt(text)]).toEqual([
    false,
    text === 'In [3]:' || text.startsWith('(') || /[$>#]$/.test(text),
  ]);
});

test('a bare sign is no particular prompt', () => {
  expect(['$', '#', '%', '>', '/ #', '~$', 'host$'].map(isParticular)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test.each([
  ['python3', '...', '>>>'],
  ['node', '|', '>'],
  ['sqlite3', '   ...>', 'sqlite>'],
  ['sqlite3', "  '...>", 'sqlite>'],
  ['mariadb', '    ->', 'MariaDB [(none)]>'],
  ['mariadb', 'foo    ->', 'MariaDB [(none)]>'],
  ['mysql', "two words    '>", 'mysql>'],
  ['psql', "postgres'#", 'postgres=#'],
  ['irb', 'irb(main):002*', 'irb(main):001>'],
  ['irb', 'irb(main):001:1* def f\nirb(main):002:1*', 'irb(main):001:0>'],
  ['irb', '?>', '>>'],
  ['psql', '>>', 'postgres=#'],
  ['bash', '>', '$'],
])('in %s a line goes on at %j, unless that is its prompt', (program, text, prompt) => {
  const asked = [text, prompt].map(shown => goesOnIn(program, shown, [prompt]));
  expect([...asked, goesOnIn(program, text, [text])]).toEqual([true, false, false]);
});
