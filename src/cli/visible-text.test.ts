import {expect, test} from 'vitest';
import {visibleText} from './visible-text.ts';

test('control characters are shown as signs, whatever they would have done', () => {
  expect(visibleText('a\x1b]52;c;eA==\x07b\rc\x7f\x9b31m\0')).toBe('a␛]52;c;eA==␇b␍c␡<U+009B>31m␀');
});

test('characters without a glyph are shown', () => {
  expect(visibleText('a\u202eb\u200b')).toBe('a<U+202E>b<U+200B>');
});

test('text, tabs and both kinds of line ends stay as they are', () => {
  const text = 'één\t中文 👩‍💻\r\nnext\nlast';
  expect(visibleText(text)).toBe(text);
});
