import {expect, test} from 'vitest';
import {LookPace} from './look-pace.ts';

test('looks at many sessions that are due at one instant take turns, and one by itself is not held up', () => {
  const pace = new LookPace();
  expect([pace.take(100), pace.take(100), pace.take(100.5), pace.take(100.5)]).toEqual([0, 1, 1.5, 2.5]);
  expect(pace.take(500)).toBe(0);
});
