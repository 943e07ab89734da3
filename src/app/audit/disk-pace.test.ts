import {expect, test} from 'vitest';
import {DiskPace} from './disk-pace.ts';

/** How often of a hundred writes one is waited for, each of which takes `ms(at)`. */
function waitedFor(pace: DiskPace, ms: (at: number) => number): number {
  let count = 0;
  for (let at = 0; at < 100; at++) {
    if (pace.takeNext() === 'handedOver') continue;
    count++;
    pace.took(ms(at));
  }
  return count;
}

test('writes to a quick disk are waited for, though some of them are held up', () => {
  expect(waitedFor(new DiskPace(), at => (at % 3 === 0 ? 20 : 0.1))).toBe(100);
});

test('a slow disk is waited for seldom, and often again once it is quick', () => {
  const pace = new DiskPace();
  expect(waitedFor(pace, () => 10)).toBeLessThan(10);
  waitedFor(pace, () => 0.1);
  expect(waitedFor(pace, () => 0.1)).toBe(100);
});
