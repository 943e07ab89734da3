import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {runInMemory} from '../../testing/run-line-in-memory.ts';
import {diffLines} from './diff-lines.ts';
import {unifiedDiff} from './unified-diff.ts';

describe('text normalize', () => {
  test.each([
    ['line ends and blanks at them', 'text normalize', 'a \r\nb\t\rc', 'a\nb\nc\n'],
    ['several empty lines', 'text normalize --collapse-blank', 'a\n\n\n\nb', 'a\n\nb\n'],
    ['decomposed letters', 'text normalize', 'e\u0301', 'é\n'],
    ['hidden characters', 'text normalize --strip-controls', 'a\u200bb\u202ec\u001b', 'abc\n'],
    ['tabs', 'text normalize --tabs 2', '\ta', '  a\n'],
    ['to CRLF', 'text normalize --eol crlf', 'a\nb\n', 'a\r\nb\r\n'],
    ['nothing, when told so', 'text normalize --eol keep --unicode keep --keep-trailing', 'a \r\n', 'a \r\n'],
    ['an empty text', 'text normalize', '', ''],
  ])('makes %s uniform', async (_, command, stdin, stdout) => {
    expect((await runInMemory(command, {stdin})).result).toMatchObject({exit_code: 0, stdout});
  });

  test.each([
    ['UTF-16 with a mark', new Uint8Array([0xff, 0xfe, 0x2d, 0x4e]), '中\n'],
    ['UTF-8 with a mark', new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), 'a\n'],
    ['Windows-1252', new Uint8Array([0xe9, 0x80]), 'é€\n'],
  ])('reads %s', async (_, bytes, stdout) => {
    expect((await runInMemory('text normalize --in a.txt', {files: {'a.txt': bytes}})).result).toMatchObject({stdout});
  });

  test('writes a file, and replaces one only when told so', async () => {
    const files = {'a.txt': 'a', 'b.txt': 'b'};
    expect((await runInMemory('text normalize --in a.txt --out b.txt', {files})).result).toMatchObject({
      error_code: 'CommandFailed',
    });
    const run = await runInMemory('text normalize --in a.txt --out b.txt --overwrite', {files});
    expect(run.result).toMatchObject({stdout: 'wrote b.txt (2 bytes)\n', result: {out: 'b.txt', out_bytes: 2}});
    expect(new TextDecoder().decode(run.files.get('b.txt'))).toBe('a\n');
  });

  test('refuses binary data', async () => {
    const files = {'a.bin': new Uint8Array([0, 1, 2])};
    expect((await runInMemory('text normalize --in a.bin', {files})).result).toMatchObject({
      error_code: 'NotSupported',
      result: {platform: 'any', format: 'binary'},
    });
  });
});

test('text stats counts what there is', async () => {
  const {result} = await runInMemory('text stats', {stdin: 'one two\r\n\r\n中文 it’s\n'});
  expect(result.result).toEqual({
    lines: 3,
    blank_lines: 1,
    words: 4,
    characters: 19,
    cjk_characters: 2,
    bytes_utf8: 25,
    longest_line: 8,
    encoding: 'utf-8',
    line_ends: 'crlf+lf',
    final_line_feed: true,
  });
});

describe('text diff', () => {
  test('of equal texts says nothing, exit code 0', async () => {
    const {result} = await runInMemory('text diff a b', {files: {a: 'x\n', b: 'x\n'}});
    expect(result).toMatchObject({exit_code: 0, stdout: '', result: {equal: true}});
  });

  test('of different texts is what diff -u says, exit code 1', async () => {
    const {result} = await runInMemory('text diff a b', {
      files: {a: '1\n2\n3\n4\n5\n6\n7\n8\n9\n', b: '1\n2\nx\n4\n5\n6\n7\n8\n9'},
    });
    expect(result).toMatchObject({exit_code: 1, result: {equal: false, added: 2, removed: 2}});
    expect(result.stdout).toBe(
      '--- a\n+++ b\n@@ -1,9 +1,9 @@\n 1\n 2\n-3\n+x\n 4\n 5\n 6\n 7\n 8\n-9\n+9\n\\ No newline at end of file\n',
    );
  });

  test('applied by patch turns the old text into the new one', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n');
    const text = fc
      .tuple(fc.array(line, {maxLength: 30}), fc.constantFrom('', 'end'))
      .map(([lines, end]) => lines.join('') + end);
    fc.assert(
      fc.property(text, text, fc.integer({min: 0, max: 4}), (oldText, newText, context) => {
        const changes = diffLines(oldText, newText);
        const diff = unifiedDiff(changes, {oldName: 'old', newName: 'new', oldText, newText, context});
        expect(rebuild(oldText, changes)).toBe(newText);
        expect(diff === '').toBe(oldText === newText);
      }),
    );
  });

  test('is understood by patch', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cotty-diff-'));
    try {
      const oldText = Array.from({length: 60}, (_, i) => `line ${i}\n`).join('');
      const newText = oldText
        .replace('line 3\n', '')
        .replace('line 30\n', 'line 30\nmore\n')
        .replace('line 59\n', 'end');
      const diff = unifiedDiff(diffLines(oldText, newText), {oldName: 'f', newName: 'f', oldText, newText, context: 3});
      writeFileSync(join(folder, 'f'), oldText);
      execFileSync('git', ['apply', '-p0', '-'], {cwd: folder, input: diff});
      expect(readFileSync(join(folder, 'f'), 'utf8')).toBe(newText);
    } finally {
      rmSync(folder, {recursive: true});
    }
  });

  test('of two large texts without a common line ends soon', async () => {
    const many = (word: string) => Array.from({length: 50_000}, (_, i) => `${word} ${i}\n`).join('');
    const {result} = await runInMemory('text diff a b', {files: {a: many('old'), b: many('new')}});
    expect(result).toMatchObject({exit_code: 1, truncated: true, result: {added: 50_000, removed: 50_000}});
  });
});

function rebuild(oldText: string, changes: ReturnType<typeof diffLines>): string {
  const lines = oldText.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let at = 0;
  let text = '';
  for (const change of changes) {
    expect(lines.slice(change.oldStart, change.oldStart + change.oldLines.length)).toEqual(change.oldLines);
    text += lines.slice(at, change.oldStart).join('') + change.newLines.join('');
    at = change.oldStart + change.oldLines.length;
  }
  return text + lines.slice(at).join('');
}
