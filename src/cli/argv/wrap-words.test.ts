import fc from 'fast-check';
import {expect, test} from 'vitest';
import {wrapWords} from './wrap-words.ts';

test('breaks between words, and indents what follows as the beginning', () => {
  expect(wrapWords('  one two three four', 10)).toEqual(['  one two', '  three', '  four']);
  expect(wrapWords('→ one two three', 10, 2)).toEqual(['→ one two', '  three']);
});

test('a word that is too long stays whole', () => {
  expect(wrapWords('a incomprehensibilities b', 10)).toEqual(['a', 'incomprehensibilities', 'b']);
});

test('loses and breaks no word, and only a long word makes a long line', () => {
  const word = fc.stringMatching(/^[a-z=,]{1,15}$/);
  fc.assert(
    fc.property(fc.array(word, {minLength: 1}), fc.integer({min: 5, max: 40}), (words, columns) => {
      const lines = wrapWords(words.join(' '), columns, 2);
      expect(lines.flatMap(line => line.trim().split(' '))).toEqual(words);
      for (const line of lines) expect(line.length <= columns || !line.trim().includes(' ')).toBe(true);
    }),
  );
});
