import {Worker} from 'node:worker_threads';
import {expect, test} from 'vitest';
import {WorkerThread} from './worker-thread.ts';

test('when the thread dies, waiting and later reads fail with what to do next', async () => {
  const thread = new WorkerThread(new Worker('throw new Error("broken")', {eval: true}));
  const failure = expect.objectContaining({code: 'internal', hint: expect.stringContaining('replay')});
  await expect(thread.ask(1, {type: 'flush'})).rejects.toEqual(failure);
  await expect(thread.ask(1, {type: 'flush'})).rejects.toEqual(failure);
  expect(thread.alive).toBe(false);
  await thread.close();
});
