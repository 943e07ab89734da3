import fc from 'fast-check';
import {expect, test} from 'vitest';
import {encodePaste} from './encode-paste.ts';

const paste = (text: string, bracketed: boolean): string => Buffer.from(encodePaste(text, {bracketed})).toString();
const inside = (text: string): string => paste(text, true).slice('\x1b[200~'.length, -'\x1b[201~'.length);

test('D73 a bracketed paste is framed and keeps its lines', () => {
  expect(paste('one\r\n\ttwo\rthree\n', true)).toBe('\x1b[200~one\n\ttwo\nthree\n\x1b[201~');
});

test('D73 without brackets every line end is Enter', () => {
  expect(paste('one\r\n\ttwo\rthree\n', false)).toBe('one\r\ttwo\rthree\r');
});

test.each([
  ['the end marker', 'a\x1b[201~rm -rf /', 'arm -rf /'],
  ['its 8-bit form', 'a\u009b201~b', 'ab'],
  ['one inside another', 'a\x1b[20\x1b[201~1~b', 'ab'],
  ['many inside each other', `${'\x1b[20'.repeat(50)}\x1b[201~${'1~'.repeat(50)}`, ''],
  ['one made of both markers', '\x1b[2\x1b[200~01~', ''],
])('%s is removed', (_, text, expected) => expect(inside(text)).toBe(expected));

test('control characters are shown, not acted on', () => {
  expect(inside('a\x03b\x1bc\x04\x7f\u009b31m')).toBe('a␃b␛c␄␡\ufffd31m');
  expect(paste('a\x03', false)).toBe('a␃');
});

test('NUL is refused with what to do instead', () => {
  expect(() => encodePaste('a\0b', {bracketed: true})).toThrow(expect.objectContaining({code: 'invalid_argument'}));
});

test('nothing inside any paste can end it, and pasting what came out changes nothing', () => {
  const piece = fc.constantFrom(
    '\x1b',
    '[',
    '2',
    '0',
    '1',
    '~',
    '\x1b[201~',
    '\x1b[200~',
    '\u009b',
    '201~',
    'a',
    '\n',
    '\x07',
  );
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const once = inside(pieces.join(''));
      expect(once).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      expect(inside(once)).toBe(once);
    }),
  );
});

test('a megabyte of nested markers takes no quadratic time', () => {
  expect(inside(`${'\x1b[20'.repeat(250_000)}${'1~'.repeat(250_000)}`)).toBe('');
});
