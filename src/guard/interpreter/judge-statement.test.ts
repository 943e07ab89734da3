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
  "insert into people values ('me')",
  'create table people (name text)',
  'create or replace view v as select 1',
  "select count(*) from people where name like '%drop%'",
  '\\d people',
  '\\x',
  'for item in items: print(item)',
  're.match(r"\\w+\\s*", x)',
  'vacuum;',
  'set key value',
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
  // In the middle of a line, in a comment, on two lines, by a variable.
  'select 1 \\i evil.sql',
  'select 1 \\gx /tmp/out',
  "select 'drop table t' \\gexec",
  'drop/**/table people',
  '/*!50000 drop*/ table people',
  'delete -- all\nfrom people',
  'drop',
  'update people',
  "from program 'sh'",
  ':verb table people',
  // In other words.
  'UPDATE "my people" SET a = 1',
  'update only people set a = 1',
  'delete quick from people',
  'delete people from people join pets',
  'rename table people to pets',
  'set global general_log_file = "/tmp/x.php"',
  "create function f returns int soname 'evil.so'",
  'create extension plpython3u',
  "select load_file('/etc/passwd')",
  "do $$ begin execute 'dr' || 'op table people'; end $$",
  "attach 'other.db' as other",
  // Of mysql itself.
  '\\. evil.sql',
  'select 1 \\P touch ran',
  'pager touch ran',
  'tee /tmp/out',
  // Of stores.
  'DEL people',
  '"\\x66lushall"',
  'flush"all"',
  'fcall f 0',
  'acl setuser me on',
  ':!rm x',
])('%j is known to destroy something or to start programs', text => {
  const {level, reasons} = judgeStatement(text);
  expect([level, reasons[0]?.level]).toEqual(['DANGEROUS', 'DANGEROUS']);
});

test.each([
  ['python3', 'del x'],
  ['python3', 'del items[0], y'],
  ['python3', 'pi = 3.14'],
  ['python3', 'source = 1; debug = True'],
  ['python3', 'df = df.drop(columns=["a"])'],
  ['python3', 'names.remove("x")'],
  ['python3', 'print("drop me a line, load data")'],
  ['python3', 'pattern = re.compile("a+")'],
  ['ipython', 'script = "x"'],
  ['node', 'delete person.name'],
  ['node', 'items.map(function (x) { return x; })'],
  ['node', 'const update = {set: 1}'],
  ['irb', 'people.delete(:me)'],
  ['lua', 'move = 1'],
])('to %s %j is about names of its own', (program, text) =>
  expect(judgeStatement(text, program).level).toBe('CAUTION'),
);

test.each([
  ['python3', 'del os.environ["PATH"]'],
  ['python3', 'cursor.execute("drop table people")'],
  ['python3', 'drop table people'],
  ['python3', 'delete from people'],
  ['python3', 'update people set a = 1'],
  ['python3', 'store.flushall()'],
  ['python3', 'eval("x")'],
  ['python3', 'compile(x, "", "exec")'],
  ['python3', 'shutil.rmtree("x")'],
  ['ipython', '!rm x'],
  ['node', 'delete require("fs").x'],
  ['node', 'db.people.drop()'],
  ['node', 'await db.query(`delete from people`)'],
  ['node', '.save x'],
  ['node', '.load x'],
  ['node', 'new Function("x")()'],
  ['node', 'x.constructor.constructor("x")()'],
  ['irb', 'spawn "x"'],
  ['php', "shell_exec('x');"],
  ['julia', 'rm("x")'],
  ['redis-cli', 'del people'],
  ['psql', 'delete from people'],
  // Nobody knows who reads it.
  [null, 'del people'],
])('to %s %j does more than that', (program, text) => expect(judgeStatement(text, program).level).toBe('DANGEROUS'));

test('a long one costs linear time', () => {
  expect(judgeStatement(`open(${'a'.repeat(60_000)}`).level).toBe('CAUTION');
  expect(judgeStatement('copy '.repeat(12_000)).level).toBe('CAUTION');
  expect(judgeStatement('open('.repeat(12_000)).level).toBe('CAUTION');
  for (const program of [null, 'python3'])
    for (const piece of ['delete x ', 'drop ', 'sql;', 'copy ;'])
      expect(judgeStatement(piece.repeat(60_000 / piece.length), program).reasons).not.toEqual([]);
  for (const piece of ['\n', '\r', ' \n', ';\n', 'edit ', '/*', '/*!', '\\x41', '"'])
    expect(judgeStatement(piece.repeat(60_000 / piece.length)).reasons).not.toEqual([]);
  expect(judgeStatement(`edit${' '.repeat(60_000)}x`).reasons).not.toEqual([]);
  expect(judgeStatement('a'.repeat(70_000)).level).toBe('DANGEROUS');
});

test.each([
  ['gdb', 'she rm x'],
  ['gdb', 'shel rm x'],
  ['gdb', '| help | sh -c "rm x"'],
  ['gdb', 'pip help | sh'],
  ['gdb', 'mak -f x'],
  ['gdb', 'py print(1)'],
  ['gdb', 'so x.gdb'],
  ['gdb', 'target remote | sh'],
  ['gdb', 'tar ext | sh'],
  ['gdb', 'run ; rm x'],
  ['gdb', 'set args > x'],
  ['gdb', 'thread apply all shell rm x'],
  ['gdb', 'with print pretty -- !rm x'],
  ['ed', 'r !rm x'],
  ['ed', 'w !sh'],
  ['ed', '1,$w !sh'],
  ['ed', '/a/r !rm x'],
  ['ed', '.r!rm x'],
  ['irb', 'open("|rm x")'],
  ['irb', 'send(:sys.to_s+"tem","rm x")'],
  ['irb', 'Object.send "sys" + "tem", "rm x"'],
  ['node', 'process.mainModule.constructor._load("child_"+"process")'],
])('%s: %j starts a program', (program, text) => expect(judgeStatement(text, program).level).toBe('DANGEROUS'));

test.each([
  ['gdb', 'step'],
  ['gdb', 'set print pretty on'],
  ['gdb', 'show args'],
  ['gdb', 'run --all'],
  ['gdb', 'print x > 1'],
  ['gdb', 'info sharedlibrary'],
  ['gdb', 'target remote :1234'],
  ['ed', 'w'],
  ['ed', 'Hello, world!'],
  ['ed', '1,$p'],
  ['ed', 's/a/b!/'],
  ['irb', 'sender = 1'],
  ['irb', 'open = "x|y"'],
  ['node', 'socket1.send("x")'],
])('%s: %j starts none that is known', (program, text) => expect(judgeStatement(text, program).level).toBe('CAUTION'));
