/** Waits on the versions of Node.js that cotty is made for, while memory is collected. */
import {spawn} from 'node:child_process';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {describe, expect, test} from 'vitest';
import {finish} from '../support/cotty-process.ts';
import {otherNodes} from '../support/other-nodes.ts';

const core = resolve(import.meta.dirname, '../../src/core');
const ownNode = {title: 'the Node.js of this checkout', program: process.execPath, isMissing: false};

/** What hears of the end of a wait holds nothing else of it. */
const waiting = (making: string): string => `
  import {LinkedAbort} from ${JSON.stringify(pathToFileURL(`${core}/linked-abort.ts`))};
  import {Patience} from ${JSON.stringify(pathToFileURL(`${core}/patience.ts`))};
  import {setImmediate as turn} from 'node:timers/promises';
  const source = new AbortController();
  let isTold = false;
  (() => (${making}).addEventListener('abort', () => (isTold = true)))();
  for (let i = 0; i < 20; i++) {
    await turn();
    globalThis.gc();
  }
  // Timers of one length fire in the order they were set.
  await new Promise(over => setTimeout(over, 200));
  source.abort();
  await turn();
  console.log(isTold);`;

describe.each([ownNode, ...otherNodes])('$title', ({program, isMissing}) => {
  test.skipIf(isMissing).each([
    ['its time is up', 'new Patience(200, new AbortController().signal).signal'],
    ['its caller goes away', 'new Patience(60_000, source.signal).signal'],
    ['a wait that it belongs to is over', 'new LinkedAbort(new Patience(200, source.signal).signal).signal'],
    ['the last of several goes away', 'new LinkedAbort(undefined, new AbortController().signal, source.signal).signal'],
  ])('a wait that nothing else holds hears that %s', async (_, making) => {
    const options = ['--expose-gc', '--experimental-strip-types', '--no-warnings', '--input-type=module'];
    const child = spawn(program, [...options, '--eval', `${waiting(making)} process.exit();`]);
    expect(await finish(child)).toEqual({exitCode: 0, stdout: 'true\n', stderr: ''});
  });
});
