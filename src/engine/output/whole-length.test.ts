import fc from 'fast-check';
import {expect, test} from 'vitest';
import {wholeLength} from './whole-length.ts';

test.each([
  ['plain text', 'abc', 3],
  ['a whole character', 'é', 2],
  ['a colour', 'a\x1b[31m', 6],
  ['half a colour', 'a\x1b[31', 1],
  ['a lone escape', 'a\x1b', 1],
  ['a title ended by BEL', '\x1b]0;t\x07', 6],
  ['a title ended by ST', '\x1b]0;t\x1b\\', 7],
  ['half a title', 'a\x1b]0;t', 1],
  ['a charset', '\x1b(B', 3],
  ['half a charset', 'a\x1b(', 1],
  ['a two-byte sequence', '\x1b7', 2],
])('%s', (_, text, expected) => {
  expect(wholeLength(Buffer.from(text))).toBe(expected);
});

test('half a character waits, junk does not', () => {
  const woman = Buffer.from('👩');
  for (const length of [1, 2, 3]) expect(wholeLength(woman.subarray(0, length))).toBe(0);
  expect(wholeLength(Buffer.from([0x61, 0x80, 0x80, 0x80, 0x80]))).toBe(5);
  expect(wholeLength(Buffer.from([0xff]))).toBe(0);
  expect(wholeLength(Buffer.alloc(0))).toBe(0);
});

test('a sequence that never ends is not waited for', () => {
  expect(wholeLength(Buffer.from(`\x1b]${'x'.repeat(5000)}`))).toBe(5002);
});

test('never more than there is, and at most a sequence less', () => {
  fc.assert(
    fc.property(fc.uint8Array({maxLength: 300}), bytes => {
      const length = wholeLength(bytes);
      expect(length).toBeGreaterThanOrEqual(0);
      expect(length).toBeLessThanOrEqual(bytes.length);
    }),
  );
});
