import {expect, test} from 'vitest';
import {judgeStatement} from './judge-statement.ts';

test.each([
  '1 + 1',
  'select * from people',
  'print("hello")',
  'x = [1, 2]',
  '\\dt',
  '.tables',
  '.show',
  '.bail on',
  '.schema',
  '.separator ,',
  'y',
  'get key',
])('%j may do anything, and nothing that is known', text => expect(judgeStatement(text).level).toBe('CAUTION'));

test.each([
  'DROP TABLE people',
  'truncate  table people;',
  'delete from people',
  'UPDATE people SET a = 1',
  "copy people to program 'sh'",
  '\\! rm x',
  '.shell rm x',
  'FLUSHALL',
  'db.dropDatabase()',
  'db.people.deleteMany({})',
  'import os; os.system("rm x")',
  '__import__("o" + "s")',
  'require("child_process").exec("x")',
  'require("fs").rmSync("x")',
  'system("rm x")',
  'syscmd(rm x)',
  'esyscmd(`rm x`)',
  '`rm x`',
  '!rm x',
  'getattr(o, "sys" + "tem")',
  'open("x", "w")',
  'ls \u0007',
  '.sh rm x',
  '.sy rm x',
  ".o '|rm x'",
  ".read '|rm x'",
  "select edit('x', 'rm x #')",
  'select 1 \\! rm x',
  'select 1 \\g |sh',
  '\\o |sh',
  '\\i evil.sql',
])('%j is known to destroy something or to start programs', text => {
  const {level, reasons} = judgeStatement(text);
  expect([level, reasons[0]?.level]).toEqual(['DANGEROUS', 'DANGEROUS']);
});

test('a long one costs linear time', () => {
  expect(judgeStatement(`open(${'a'.repeat(60_000)}`).level).toBe('CAUTION');
  expect(judgeStatement('copy '.repeat(12_000)).level).toBe('CAUTION');
  expect(judgeStatement('open('.repeat(12_000)).level).toBe('CAUTION');
  expect(judgeStatement('a'.repeat(70_000)).level).toBe('DANGEROUS');
});
