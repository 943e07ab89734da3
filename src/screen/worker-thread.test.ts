import {execFile} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
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

test('a program that waits for the end of a thread lives until then, also when an answer for nobody comes meanwhile', async () => {
  const answered = join(mkdtempSync(join(tmpdir(), 'cotty-thread-')), 'answered');
  const answersLate = `
    import {spawnSync} from 'node:child_process';
    import {writeFileSync} from 'node:fs';
    import {parentPort} from 'node:worker_threads';
    parentPort.on('message', ({request}) => {
      parentPort.postMessage({type: 'answer', request, value: undefined});
      writeFileSync(${JSON.stringify(answered)}, '');
      spawnSync('sleep', ['0.5']);
    });`;
  const program = `
    import {existsSync} from 'node:fs';
    import {WorkerThread} from ${JSON.stringify(new URL('worker-thread.ts', import.meta.url).href)};
    const url = new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(answersLate)}`)});
    const thread = new WorkerThread({url, limits: ${JSON.stringify(limits)}, stuckAfterMs: 60_000});
    thread.ask(1, {type: 'flush'}).catch(() => undefined);
    // Its answer is there, and nobody has looked at it.
    while (!existsSync(${JSON.stringify(answered)}));
    await thread.close();
    console.log('closed');`;
  const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('closed\n');
});
