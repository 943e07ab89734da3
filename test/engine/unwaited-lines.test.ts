/** Of a line without marks nobody says that it is over: it is found out also where no call waits for it. */
import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

const programs = [
  ['bash --norc --noprofile', 'sleep 0.3; echo 5', 'sleep 300'],
  ['dash', 'sleep 0.3; echo 5', 'sleep 300'],
  ['python3 -q', 'import time; time.sleep(0.3); print(5)', 'import time; time.sleep(300)'],
] as const;

/** The program reads commands, and nothing is told of the next ones by marks. */
async function inside(program: string): Promise<TestTerminal> {
  const terminal = await TestTerminal.open('pty', 'bash');
  expect(await terminal.run(program)).toMatchObject({state: 'awaiting_input'});
  return terminal;
}

async function finished(terminal: TestTerminal, after: unknown, commandId: unknown): Promise<void> {
  const kinds = ['command_finished'];
  const {events} = await terminal.call('wait_for_events', {session_id: terminal.sessionId, after, kinds, timeout: 40});
  expect(events).toMatchObject([{command_id: commandId}]);
}

test.each(programs)('in %s the end of a command that nobody waits for is an event', async (program, line) => {
  await using terminal = await inside(program);
  for (const how of [{wait_for_completion: false}, {timeout: 0.02}]) {
    const {next} = await terminal.call('wait_for_events', {timeout: 0.001});
    const left = await terminal.run(line, how);
    expect(left).toMatchObject({state: 'running'});
    await finished(terminal, next, left.command_id);
    expect(await terminal.call('read_output', {command_id: left.command_id})).toMatchObject({state: 'completed'});
  }
});

test.each(programs)(
  '%s takes the next command behind one that Ctrl+C ended, however short the caller waits',
  async (program, _, long) => {
    await using terminal = await inside(program);
    const {next} = await terminal.call('wait_for_events', {timeout: 0.001});
    const left = await terminal.run(long, {timeout: 0.3});
    expect(left).toMatchObject({state: 'running'});
    await terminal.call('send_control', {character: 'C'});
    await finished(terminal, next, left.command_id);
    const after = await terminal.run(program.startsWith('python') ? '2 + 3' : 'echo 5', {timeout: 0.1});
    const read = await terminal.call('read_output', {command_id: after.command_id, wait_ms: 30_000});
    expect(read).toMatchObject({state: 'completed', text: expect.stringMatching(/^5$/m)});
  },
);
