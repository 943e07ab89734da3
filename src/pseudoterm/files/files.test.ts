import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {memoryFiles} from '../testing/run-line-in-memory.ts';
import type {FileOperation, FileReply} from './file-operations.ts';
import {compileGlob} from './glob-pattern.ts';
import {isIgnored, parseIgnoreFile} from './ignore-rules.ts';
import {runFileOperation} from './run-file-operation.ts';

describe('reading', () => {
  const text = Array.from({length: 10}, (_, i) => `line ${i + 1}\n`).join('');

  test.each([
    ['from the start', 0, 3, 'line 1\nline 2\nline 3', 1, true],
    ['from the middle', 7, 100, 'line 8\nline 9\nline 10', 8, false],
    ['from the end', -2, 100, 'line 9\nline 10', 9, false],
    ['behind the end', 50, 10, '', 0, false],
  ])('%s gives those lines and where they are', async (_, offsetLines, limitLines, expected, firstLine, truncated) => {
    const reply = await operate({type: 'read', path: 'a', offsetLines, limitLines, maxBytes: 10_000}, {a: text});
    expect(reply).toMatchObject({type: 'read', text: expected, firstLine, truncated, totalLines: 10});
  });

  test('cuts at whole lines, a single long line inside and never inside a character', async () => {
    const read = (content: string, maxBytes: number) =>
      operate({type: 'read', path: 'a', offsetLines: 0, limitLines: 99, maxBytes}, {a: content});
    expect(await read('aaaa\nbbbb\n', 7)).toMatchObject({text: 'aaaa', lines: 1, truncated: true});
    expect(await read('中中中', 7)).toMatchObject({text: '中中', truncated: true});
  });

  test('refuses binary files', async () => {
    const reply = await operate({type: 'read', path: 'a', offsetLines: 0, limitLines: 9, maxBytes: 99}, {a: 'a\0b'});
    expect(reply).toMatchObject({type: 'refused', code: 'NotSupported'});
  });
});

describe('writing', () => {
  const write = (files: Record<string, string>, path: string, content: string, answered: string | null = null) =>
    operate({type: 'write', path, content, confirmed: answered !== null}, files, answered);
  const questionOf = async (files: Record<string, string>, path: string, content: string) => {
    const reply = await write(files, path, content);
    return reply.type === 'needs_confirmation' ? reply.question : null;
  };

  test('makes a file', async () => {
    expect(await write({}, 'a/b.txt', 'x')).toEqual({
      type: 'wrote',
      path: 'a/b.txt',
      sizeBytes: 1,
      created: true,
      replacements: 0,
    });
  });

  test('asks before it replaces, and not when nothing would change', async () => {
    expect(await write({a: 'old'}, 'a', 'new!')).toEqual({
      type: 'needs_confirmation',
      path: 'a',
      change: 'replaces a (3 bytes) with 4 bytes',
      question: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const question = await questionOf({a: 'old'}, 'a', 'new!');
    expect(await write({a: 'old'}, 'a', 'new!', question)).toMatchObject({type: 'wrote', created: false});
    expect(await write({a: 'old'}, 'a', 'old')).toMatchObject({type: 'wrote', created: false});
  });

  test.each(['.envrc', '.vscode/tasks.json', 'x/.husky/pre-commit', '.github/workflows/ci.yml', '.mcp.json'])(
    'asks before it makes %s, which programs obey',
    async path => {
      expect(await write({}, path, 'x')).toMatchObject({type: 'needs_confirmation'});
      expect(await write({}, path, 'x', await questionOf({}, path, 'x'))).toMatchObject({type: 'wrote'});
    },
  );

  test.each([
    ['other content', {a: 'old'}, 'a', 'mew!'],
    ['another file', {a: 'old', b: 'old'}, 'b', 'new!'],
    ['a file that changed since', {a: 'odd'}, 'a', 'new!'],
  ])('asks anew for %s', async (_, files, path, content) => {
    const question = await questionOf({a: 'old'}, 'a', 'new!');
    expect(await write(files, path, content, question)).toMatchObject({type: 'needs_confirmation'});
  });
});

describe('editing', () => {
  const edit = (content: string, oldText: string, newText: string, replaceAll = false) =>
    operate({type: 'edit', path: 'a', oldText, newText, replaceAll, confirmed: false}, {a: content});

  test('replaces a text that stands exactly once', async () => {
    expect(await edit('one two', 'two', '$& three')).toMatchObject({type: 'wrote', replacements: 1, sizeBytes: 12});
  });

  test('replaces all when told so', async () => {
    expect(await edit('a a a', 'a', 'b', true)).toMatchObject({type: 'wrote', replacements: 3});
  });

  test.each([
    ['a\na\na\n', 'a', 'stands 3 times in a (lines 1, 2, 3)'],
    ['aaaa', 'aaa', 'stands 2 times in a (lines 1, 1)'],
    ['abc', 'x', 'does not stand in a. Read it again'],
    ['a  b', 'a b', 'differs in blanks or line breaks'],
    ['a\r\nb', 'a\nb', 'CRLF'],
  ])('refuses %j with old text %j', async (content, oldText, words) => {
    expect(await edit(content, oldText, 'new')).toMatchObject({
      type: 'refused',
      code: 'CommandFailed',
      message: expect.stringContaining(words),
    });
  });
});

describe('searching', () => {
  const files = {
    'src/a.ts': 'const a = 1;\nconst b = 2;\n',
    'src/b.md': '# Title\n\nconst c\n',
    'dist/a.js': 'const a',
    'bin.dat': 'const\0',
    '.gitignore': 'dist/\n',
    '.git/config': 'const',
  };
  const grep = (pattern: string, more: Partial<Extract<FileOperation, {type: 'grep'}>> = {}) =>
    operate(
      {type: 'grep', pattern, path: '.', glob: null, contextLines: 0, limit: 100, showIgnored: false, ...more},
      files,
    );

  test('finds lines, passes over binary, ignored and git’s files', async () => {
    expect(await grep('^const \\w')).toEqual({
      type: 'grepped',
      filesSearched: 3,
      truncated: false,
      matches: [
        {path: 'src/a.ts', line: 1, text: 'const a = 1;', isContext: false},
        {path: 'src/a.ts', line: 2, text: 'const b = 2;', isContext: false},
        {path: 'src/b.md', line: 3, text: 'const c', isContext: false},
      ],
    });
    expect(await grep('const', {showIgnored: true})).toMatchObject({filesSearched: 4});
  });

  test('takes a glob, context and a limit', async () => {
    expect(await grep('const', {glob: '*.md', contextLines: 1})).toMatchObject({
      matches: [
        {line: 2, text: '', isContext: true},
        {line: 3, text: 'const c'},
      ],
    });
    expect(await grep('const', {limit: 1})).toMatchObject({truncated: true, matches: [{line: 1}]});
  });

  test('takes linear time for a pattern that would take ages elsewhere', async () => {
    const reply = await operate(
      {type: 'grep', pattern: '(a+)+$', path: '.', glob: null, contextLines: 0, limit: 9, showIgnored: false},
      {a: `${'a'.repeat(5_000)}!`},
    );
    expect(reply).toMatchObject({type: 'grepped', matches: []});
  });

  test('a pattern that costs too much is said to, and is no search without matches', async () => {
    let state = 1;
    const letter = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return 'ab'.charAt(state >> 30);
    };
    const line = Array.from({length: 200_000}, letter).join('');
    const reply = await operate(
      {type: 'grep', pattern: 'a(a|b){900}c', path: '.', glob: null, contextLines: 0, limit: 9, showIgnored: false},
      {a: line},
    );
    expect(reply).toMatchObject({
      type: 'refused',
      code: 'LimitExceeded',
      message: expect.stringContaining('not known'),
    });
  });

  test('takes CRLF for the end of a line, and UTF-16 with a byte order mark for text', async () => {
    const operation = {type: 'grep', path: '.', glob: null, contextLines: 0, limit: 9, showIgnored: false} as const;
    const crlf = await operate({...operation, pattern: 'one$|^$'}, {a: 'one\r\n\r\ntwo\r\n'});
    expect(crlf).toMatchObject({
      matches: [
        {line: 1, text: 'one'},
        {line: 2, text: ''},
      ],
    });
    const utf16 = Uint8Array.of(0xff, 0xfe, 0x68, 0, 0x2d, 0x4e, 0x0a, 0);
    expect(await operate({...operation, pattern: 'h中$'}, {a: utf16})).toMatchObject({
      matches: [{line: 1, text: 'h中'}],
    });
  });

  test('refuses what is no pattern', async () => {
    expect(await grep('(')).toMatchObject({type: 'refused', code: 'InvalidArguments'});
    const large = Array.from({length: 100}, (_, at) => `${'abcdefgh'.charAt(at % 8)}{1000}`).join('');
    expect(await grep(large)).toMatchObject({code: 'InvalidArguments', message: expect.stringContaining('too large')});
  });

  test('finds files by glob', async () => {
    const glob = (pattern: string) => operate({type: 'glob', pattern, path: '.', limit: 9, showIgnored: false}, files);
    expect(paths(await glob('*.{ts,md}'))).toEqual(['src/a.ts', 'src/b.md']);
    expect(paths(await glob('src/*.ts'))).toEqual(['src/a.ts']);
    expect(paths(await glob('*.js'))).toEqual([]);
    for (const pattern of ['../*', 'src/../../x', '/etc/*'])
      expect(await glob(pattern)).toMatchObject({type: 'refused', code: 'PathDenied'});
  });

  test('lists folders by levels', async () => {
    const list = (depth: number) => operate({type: 'list', path: '.', depth, limit: 99, showIgnored: false}, files);
    expect(paths(await list(1))).toEqual(['.gitignore', 'bin.dat', 'src']);
    expect(paths(await list(2))).toEqual(['.gitignore', 'bin.dat', 'src', 'src/a.ts', 'src/b.md']);
  });
});

describe('a glob', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['**/*.ts', 'a/b/c.ts', true],
    ['**/*.ts', 'c.ts', true],
    ['a/**', 'a/b/c', true],
    ['a/**/z', 'a/z', true],
    ['a/**/z', 'a/b/c/y', false],
    ['[a-c]?[!x]', 'bzz', true],
    ['[a-c]?[!x]', 'bzx', false],
    ['{a,b{c,d}}.md', 'bd.md', true],
    ['中?.pdf', '中文.pdf', true],
    ['[', '[', true],
    [`${'*a'.repeat(30)}b`, 'a'.repeat(2_000), false],
  ])('%s on %s: %s', (pattern, path, isMatch) => {
    expect(compileGlob(pattern).matches(path)).toBe(isMatch);
  });
});

test('ignore files mean what git means by them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-ignore-'));
  try {
    const rules =
      '# comment\n*.log\n!keep.log\n/top.txt\nbuild/\ndocs/*.tmp\n**/cache\na/**/z\n\\#odd\nspace \nsub/\n[ab].c\n';
    const files = [
      'x.log',
      'keep.log',
      'd/x.log',
      'top.txt',
      'd/top.txt',
      'd/build/f',
      'docs/a.tmp',
      'docs/d/a.tmp',
      'd/cache/f',
      'cache',
      'a/z',
      'a/b/c/z',
      '#odd',
      'space',
      'e/sub',
      'a.c',
      'c.c',
    ];
    execFileSync('git', ['init', '-q'], {cwd: folder});
    writeFileSync(join(folder, '.gitignore'), rules);
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), {recursive: true});
      if (file !== 'cache') writeFileSync(join(folder, file), '');
    }
    const asked = files.filter(file => file !== 'cache');
    const parsed = parseIgnoreFile(rules, '.');
    const ours = asked.filter(file =>
      file.split('/').some((_, i, parts) => isIgnored(parsed, parts.slice(0, i + 1).join('/'), i < parts.length - 1)),
    );
    const gits = execFileSync('git', ['ls-files', '--others', '--ignored', '--exclude-standard'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(ours.toSorted()).toEqual(gits.trim().split('\n').toSorted());
  } finally {
    rmSync(folder, {recursive: true});
  }
});

function operate(
  operation: FileOperation,
  files: Record<string, string | Uint8Array>,
  answered: string | null = null,
): Promise<FileReply> {
  const encoder = new TextEncoder();
  const contents = new Map(
    Object.entries(files).map(([path, text]) => [path, typeof text === 'string' ? encoder.encode(text) : text]),
  );
  return runFileOperation(operation, memoryFiles(contents), {signal: new AbortController().signal, answered});
}

function paths(reply: FileReply): readonly string[] {
  return reply.type === 'listed' ? reply.entries.map(entry => entry.path) : [];
}
