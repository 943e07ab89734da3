import {expect, test} from 'vitest';
import {Slices} from './slices.ts';

test('however many do long work at once, they have one slice of each period together', async () => {
  let nowMs = 0;
  const rests: number[] = [];
  const slices = new Slices(
    () => nowMs,
    ms => {
      rests.push(ms);
      nowMs += ms;
      return Promise.resolve();
    },
  );
  const work = async (): Promise<void> => {
    for (let part = 0; part < 50; part++)
      await slices.do(() => {
        nowMs += 0.125;
      });
  };
  await Promise.all([work(), work(), work(), work()]);
  // Four parts fill a slice: the last one needs no rest after it.
  expect(rests).toEqual(new Array(49).fill(2));
});

test('where the period is over between two looks at the clock, nobody rests', async () => {
  let nowMs = 0;
  let isSlow = false;
  const rests: number[] = [];
  const slices = new Slices(
    () => {
      if (isSlow) nowMs += 1.3;
      return nowMs;
    },
    async ms => void rests.push(ms),
  );
  await slices.do(() => {
    nowMs += 1;
  });
  isSlow = true;
  await slices.do(() => undefined);
  expect(rests.every(ms => ms >= 0)).toBe(true);
  expect(rests).toHaveLength(1);
});

test('a short work after a pause is done at once, and tells what it finds', async () => {
  const slices = new Slices(
    () => 0,
    () => Promise.reject(new Error('nobody rests')),
  );
  let done = 0;
  const found = slices.do(() => ++done);
  expect(done).toBe(1);
  expect(await found).toBe(1);
  await expect(
    slices.do(() => {
      throw new Error('no such process');
    }),
  ).rejects.toThrow('no such process');
});
