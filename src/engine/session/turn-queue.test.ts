import {expect, test} from 'vitest';
import {TurnQueue} from './turn-queue.ts';

const never = new AbortController().signal;

test('turns are taken in the order they were asked for', async () => {
  const queue = new TurnQueue();
  const order: number[] = [];
  const first = await queue.take(never);
  const others = [1, 2, 3].map(async n => {
    using _turn = await queue.take(never);
    order.push(n);
  });
  expect([queue.length, order]).toEqual([4, []]);
  first?.[Symbol.dispose]();
  await Promise.all(others);
  expect([queue.length, order]).toEqual([0, [1, 2, 3]]);
});

test('who gives up gets no turn and holds up nobody', async () => {
  const queue = new TurnQueue();
  const first = await queue.take(never);
  const impatient = new AbortController();
  const second = queue.take(impatient.signal);
  const third = queue.take(never);
  impatient.abort();
  expect(await second).toBeNull();
  first?.[Symbol.dispose]();
  using turn = await third;
  expect([turn === null, queue.length]).toEqual([false, 1]);
});

test('who gives up first does not let the next in before the holder is done', async () => {
  const queue = new TurnQueue();
  const first = await queue.take(never);
  const impatient = new AbortController();
  const second = queue.take(impatient.signal);
  let isIn = false;
  const third = queue.take(never).then(turn => {
    isIn = true;
    return turn;
  });
  impatient.abort();
  await second;
  await new Promise(resolve => setImmediate(resolve));
  expect(isIn).toBe(false);
  first?.[Symbol.dispose]();
  using _turn = await third;
  expect(isIn).toBe(true);
});

test('a turn given back twice is given back once', async () => {
  const queue = new TurnQueue();
  const first = await queue.take(never);
  const second = queue.take(never);
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  using _turn = await second;
  expect(queue.length).toBe(1);
});

test('thousands of turns leave nothing behind on a signal that outlives them', async () => {
  const queue = new TurnQueue();
  const {signal} = new AbortController();
  const added = countListeners(signal);
  await Promise.all(
    Array.from({length: 1000}, async () => {
      using _turn = await queue.take(signal);
    }),
  );
  expect(added()).toBe(0);
});

/** How many abort listeners are on the signal now, of those added from here on. */
function countListeners(signal: AbortSignal): () => number {
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = ((...args: Parameters<typeof add>) => {
    count++;
    add(...args);
  }) as typeof signal.addEventListener;
  signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
    count--;
    remove(...args);
  }) as typeof signal.removeEventListener;
  return () => count;
}
