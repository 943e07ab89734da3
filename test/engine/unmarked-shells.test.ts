/** Shells that say no marks: what becomes of a line there is told by who reads, and how; never by the line having been sent. */

import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import type {Actor} from '../../src/core/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

const anna: Actor = {type: 'person', name: 'anna'};

async function type(terminal: TestTerminal, bytes: string): Promise<void> {
  await terminal.session.gate.write(anna, Buffer.from(bytes), {kind: 'typed'});
  terminal.session.gate.lease.release(anna);
}

async function openNested(line: string): Promise<TestTerminal> {
  const terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(line);
  await terminal.run('echo warm');
  return terminal;
}

test.each(['bash --norc --noprofile', 'dash'])(
  'in a nested %s Ctrl+C at any moment of a line completes none that it threw away, and takes nothing from the next',
  async nested => {
    await using terminal = await openNested(nested);
    for (let round = 0; round < 30; round++) {
      const run = terminal.run(`echo first-${round}`);
      await sleep((round % 20) / 4);
      await type(terminal, '\x03');
      const {state, output} = await run;
      if (state !== 'interrupted')
        expect({state, output}).toEqual({state: 'completed', output: expect.stringContaining(`first-${round}`)});
      expect(await terminal.run(`echo next-${round}`)).toMatchObject({state: 'completed', output: `next-${round}`});
    }
  },
);
