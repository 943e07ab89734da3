import {once} from 'node:events';
import {expect, test} from 'vitest';
import {Patience} from './patience.ts';

test('time that is up is told apart from a caller that goes away', async () => {
  using timed = new Patience(1, new AbortController().signal);
  await once(timed.signal, 'abort');
  expect(timed.timedOut).toBe(true);
  const caller = new AbortController();
  using left = new Patience(60_000, caller.signal);
  caller.abort(new Error('gone'));
  expect([left.signal.aborted, left.timedOut, left.signal.reason]).toEqual([true, false, new Error('gone')]);
});

test('a caller that has gone already ends it at once', () => {
  using patience = new Patience(60_000, AbortSignal.abort());
  expect([patience.signal.aborted, patience.timedOut]).toEqual([true, false]);
});

test('longer than a timer can be is as long as a timer can be', async () => {
  using patience = new Patience(2 ** 40, new AbortController().signal);
  await untilAShortOneIsOver();
  expect(patience.signal.aborted).toBe(false);
});

test('a new start gives new time, but does not wake what is over', async () => {
  using patience = new Patience(1, new AbortController().signal);
  patience.restart(60_000);
  await untilAShortOneIsOver();
  expect(patience.signal.aborted).toBe(false);
  patience.restart(1);
  await once(patience.signal, 'abort');
  patience.restart(60_000);
  expect([patience.signal.aborted, patience.timedOut]).toEqual([true, true]);
});

test('disposed, it neither fires nor listens to the caller', async () => {
  const caller = new AbortController();
  const patience = new Patience(1, caller.signal);
  patience[Symbol.dispose]();
  caller.abort();
  await untilAShortOneIsOver();
  expect([patience.signal.aborted, patience.timedOut]).toEqual([false, false]);
});

/** By then one of a millisecond that was begun before has ended too: timers of one length fire in the order they were set. */
async function untilAShortOneIsOver(): Promise<void> {
  using short = new Patience(1, new AbortController().signal);
  await once(short.signal, 'abort');
}
