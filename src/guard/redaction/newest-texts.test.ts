import {expect, test} from 'vitest';
import {NewestTexts} from './newest-texts.ts';

test('a text that several ask about is made once; of more than four, and of very long ones, nothing is kept', () => {
  const made: string[] = [];
  const texts = new NewestTexts(text => {
    made.push(text.slice(0, 1));
    return text.toUpperCase();
  });
  for (const text of ['a', 'a', 'b', 'c', 'd', 'a', 'e', 'a']) expect(texts.of(text)).toBe(text.toUpperCase());
  expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
  const long = 'x'.repeat(20_000);
  expect(texts.of(long)).toBe(texts.of(long));
  expect(made.slice(6)).toEqual(['x', 'x']);
});
