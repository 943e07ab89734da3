/** Shells that say no marks: what becomes of a line there is told by who reads, and how; never by the line having been sent. */

import {setTimeout as sleep} from 'node:timers/promises';
import {beforeEach, describe, expect, test} from 'vitest';
import type {Actor} from '../../src/core/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needsLinux} from '../support/needs.ts';

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

describe.each(['dash', 'bash --norc --noprofile --noediting', 'zsh -f +Z'])(
  'in a nested %s, without a line editor',
  nested => {
    beforeEach(() => needsLinux());

    test('output without a line feed at its end is over when the shell reads at its prompt', async () => {
      await using terminal = await openNested(nested);
      const lines = {'printf foo': 'foo', 'printf "a\\nfoo:"': 'a\nfoo:', 'printf "##"': '##', 'echo bar': 'bar'};
      for (const [line, output] of Object.entries(lines))
        expect(await terminal.run(line)).toMatchObject({
          state: 'completed',
          via: 'foreground',
          exit_code: null,
          output,
        });
    });

    test('a `read` that asks in the words of the prompt is not over', async () => {
      await using terminal = await openNested(nested);
      const prompt = terminal.session.lastLine();
      const asks = await terminal.run(`printf '${prompt} '; read -r line; echo "got $line"`, {timeout: 2});
      expect(asks['state']).not.toBe('completed');
      await type(terminal, 'answer\r');
      expect(await terminal.call('read_output', {command_id: asks['command_id'], wait_ms: 20_000})).toMatchObject({
        state: 'completed',
        text: expect.stringContaining('got answer'),
      });
    });
  },
);

test('a nested fish shows as output what a line has printed, and nothing of what it drew of the line itself', async () => {
  await using terminal = await openNested('fish');
  await terminal.run('mkdir -p longer/dir');
  const wide = 'x'.repeat(120);
  for (const [line, output] of Object.entries({
    'cd longer': '',
    pwd: `${terminal.home}/longer`,
    [`echo ${wide}`]: wide,
    'cd ..': '',
  }))
    expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: null, output});
});
