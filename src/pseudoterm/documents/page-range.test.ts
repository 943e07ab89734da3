import {expect, test} from 'vitest';
import {parsePageRange} from './page-range.ts';

test.each([
  ['3', [3], 3],
  ['1-3,7', [1, 2, 3, 7], 7],
  ['8-', [8, 9, 10], Number.POSITIVE_INFINITY],
  ['-2', [1, 2], 2],
])('the range %s has its pages and no others', (text, pages, last) => {
  const range = parsePageRange(text);
  expect(Array.from({length: 10}, (_, index) => index + 1).filter(page => range.has(page))).toEqual(pages);
  expect(range.last).toBe(last);
});

test.each(['', '0', '3-1', 'one', '1--2', '-', '1,,2'])('"%s" is no range', text => {
  expect(() => parsePageRange(text)).toThrowError(expect.objectContaining({code: 'InvalidArguments'}));
});
