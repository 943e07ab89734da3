import {expect, test} from 'vitest';
import {changeOf} from './contents-change.ts';

test.each([
  ['nothing', 'a\nb\n\n', 'a\nb\n', ''],
  ['the first text', '', 'a\nb\n\n\n', 'a\r\nb'],
  ['lines behind', 'a\n$ ', 'a\n$ ls\nx\n$ ', 'ls\r\nx\r\n$ '],
  ['a line that grew', '$ l', '$ ls', 's'],
  ['lines whose oldest are gone', 'a\nb\nc\n$ ', 'b\nc\n$ x\ny', 'x\r\ny'],
  ['what was cleared', 'a\nb', '$ ', '\x1b[H\x1b[2J$ '],
  ['a line that was written over', 'a\n10 %', 'a\n20 %', '\x1b[H\x1b[2Ja\r\n20 %'],
])('%s', (_, before, after, printed) => {
  // A blank at the end of a line is nobody's.
  expect(changeOf(before, after, 24).trimEnd()).toBe(printed.trimEnd());
});

test('no sequence that stands in the text is obeyed', () => {
  expect(changeOf('', 'a\x1b]133;D;0\x07\u009b2Jb', 24)).toBe('a ]133;D;0  2Jb');
});

test('all but the last screen of a long text that changed is left out', () => {
  const lines = Array.from({length: 100}, (_, index) => `line ${index}`);
  expect(changeOf('x', lines.join('\n'), 3)).toBe('\x1b[H\x1b[2Jline 97\r\nline 98\r\nline 99');
});
