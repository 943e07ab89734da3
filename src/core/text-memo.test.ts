import {expect, test} from 'vitest';
import {TextMemo} from './text-memo.ts';

test('the same text is made once; a long one each time, and so is one after very many others', () => {
  const made: string[] = [];
  const memo = new TextMemo(
    text => {
      made.push(text);
      return text.toUpperCase();
    },
    {longest: 5},
  );
  expect([memo.of('a'), memo.of('a'), memo.of('longer'), memo.of('longer')]).toEqual(['A', 'A', 'LONGER', 'LONGER']);
  expect(made).toEqual(['a', 'longer', 'longer']);
  for (let at = 0; at < 1000; at++) memo.of(String(at));
  memo.of('a');
  expect(made.filter(text => text === 'a')).toHaveLength(2);
});
