import {expect, test} from 'vitest';
import {WorkerThread} from './worker-thread.ts';

const limits = {freezeAfterMs: 15_000, maxLive: 16};

test('when the thread dies, waiting and later reads fail with what to do next', async () => {
  const url = new URL('data:text/javascript,throw new Error("broken")');
  const thread = new WorkerThread({url, limits, stuckAfterMs: 2000});
  const failure = expect.objectContaining({code: 'internal', hint: expect.stringContaining('replay')});
  await expect(thread.ask(1, {type: 'flush'})).rejects.toEqual(failure);
  await expect(thread.ask(1, {type: 'flush'})).rejects.toEqual(failure);
  expect(thread.alive).toBe(false);
  expect(thread.lossOf(1)).toEqual({isOwn: false, place: undefined});
  await thread.close();
});
