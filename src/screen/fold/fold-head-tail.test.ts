import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {foldHeadTail} from './fold-head-tail.ts';

const lines = (from: number, to: number): string =>
  Array.from({length: to - from}, (_, index) => `line ${from + index}\r\n`).join('');

test('an output that fits comes whole', () => {
  expect(foldHeadTail(Buffer.from('a\r\nb\r\n'), null, {maxBytes: 100})).toEqual({
    head: 'a\nb',
    tail: '',
    cut: false,
    omitted: {bytes: 0, lines: 0},
  });
});

test('D62 a long output keeps whole lines of both ends and counts the rest', () => {
  const {head, tail, cut, omitted} = foldHeadTail(Buffer.from(lines(0, 1000)), null, {maxBytes: 60});
  expect({head, tail, cut}).toEqual({
    head: 'line 0\nline 1\nline 2\nline 3\n',
    tail: 'line 997\nline 998\nline 999',
    cut: true,
  });
  expect(omitted.lines).toBe(993);
  expect(head.length + omitted.bytes + tail.length).toBe(lines(0, 1000).replaceAll('\r', '').length - 1);
});

test('D62 two slices give the beginning of one and the end of the other', () => {
  const result = foldHeadTail(Buffer.from(lines(0, 100)), Buffer.from(lines(900, 1000).slice(3)), {maxBytes: 60});
  expect(result.head).toBe('line 0\nline 1\nline 2\nline 3\n');
  expect(result.tail).toBe('line 997\nline 998\nline 999');
});

test('what one end does not need goes to the other', () => {
  const result = foldHeadTail(Buffer.from(lines(0, 100)), Buffer.from('x\r\nend'), {maxBytes: 60});
  expect(result.tail).toBe('end');
  expect(result.head.split('\n').length).toBeGreaterThan(6);
});

describe('a tail starts where reading is safe', () => {
  const tailOf = (tail: string | Uint8Array): string =>
    foldHeadTail(Buffer.from('x'), typeof tail === 'string' ? Buffer.from(tail) : tail, {maxBytes: 1000}).tail;
  test.each([
    ['in the middle of a line', 'rest of line\r\nnext\r\n', 'next'],
    ['in the middle of a colour', '8;5;208mred\x1b[m', 'red'],
    ['in the middle of a title', 'my title\x07text', 'text'],
    ['in the middle of a character', Buffer.from('日本').subarray(1), '本'],
    ['on the alternate screen', 'vim\r\nstuff\r\n\x1b[?1049lafter\r\nmore\r\n', 'more'],
    ['before a full-screen stretch', 'a\r\nb\r\n\x1b[?1049hvim\x1b[?1049l', 'b'],
    ['on one endless line', 'aaaa bbbb', 'aaaa bbbb'],
  ])('%s', (_, tail, expected) => expect(tailOf(tail)).toBe(expected));
});

test('a head that ends in the middle of a character ends before it', () => {
  const head = Buffer.from('ab日').subarray(0, 4);
  expect(foldHeadTail(head, Buffer.from('\ny'), {maxBytes: 100})).toMatchObject({head: 'ab', tail: 'y'});
});

test('D63 a line without end is cut between characters', () => {
  const {head, tail} = foldHeadTail(Buffer.from('日'.repeat(1000)), null, {maxBytes: 100});
  expect(head).toBe('日'.repeat(16));
  expect(tail).toBe('日'.repeat(17));
});

test('the budget always holds and no character is broken', () => {
  const piece = fc.constantFrom('a', 'word\r\n', '日本', '👍🏽', '\x1b[31m', '\n', ' ');
  fc.assert(
    fc.property(fc.array(piece, {maxLength: 60}), fc.nat(80), fc.boolean(), (pieces, maxBytes, whole) => {
      const bytes = Buffer.from(pieces.join(''));
      const middle = bytes.length >> 1;
      const result = whole
        ? foldHeadTail(bytes, null, {maxBytes})
        : foldHeadTail(bytes.subarray(0, middle), bytes.subarray(middle), {maxBytes});
      expect(Buffer.byteLength(result.head + result.tail)).toBeLessThanOrEqual(maxBytes);
      expect(result.head + result.tail).not.toContain('\ufffd');
    }),
  );
});
