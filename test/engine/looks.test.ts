/** Looks at one terminal that meet: what somebody finds out is told of what they have seen themselves. */
import {expect, test} from 'vitest';
import type {TtyProbe} from '../../src/core/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

test('the first prompt of a REPL is that of the process which was seen at it, whatever others find at the same moment', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  const {foreground, link} = terminal.session;
  const probe = link.probe.bind(link);
  let others: Promise<TtyProbe> | null = null;
  link.probe = async () => {
    if (others) return others;
    const found = await probe();
    for (let steps = 0; found && steps < 20; steps++) {
      others = after(steps, inAnother(found));
      void terminal.session.look();
    }
    others = null;
    return found;
  };
  expect(await terminal.run('python3 -q')).toMatchObject({state: 'awaiting_input'});
  link.probe = probe;
  const [python] = (await terminal.session.look()).probe.foreground ?? [];
  const promptsOf = (pid = 0) => foreground.promptsOf({pid, carried: false});
  expect(promptsOf(python?.pid)).toEqual(['>>>']);
  expect(promptsOf((python?.pid ?? 0) + OTHER)).toEqual([]);
});

/** Nothing but what is ready by then comes before it. */
async function after<T>(steps: number, value: T): Promise<T> {
  for (let step = 0; step < steps; step++) await null;
  return value;
}

/** As if another process had the terminal. */
function inAnother(probe: TtyProbe): TtyProbe {
  const foreground = probe.foreground?.map(process => ({...process, pid: process.pid + OTHER})) ?? null;
  return {...probe, foreground};
}

const OTHER = 1_000_000;
