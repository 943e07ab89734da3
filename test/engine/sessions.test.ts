import {expect, test} from 'vitest';
import {servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {Gate} from '../conformance/gate.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {skipUnless} from '../support/needs.ts';

test('calls that a newcomer makes at once open one session', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {engine} = terminal;
  const caller = engine.caller('newcomer', {type: 'agent', name: 'newcomer'});
  const run = findTool(selectTools(['terminal']), 'run_command');
  const {signal} = new AbortController();
  const outcomes = await Promise.all(
    ['echo 1', 'echo 2', 'echo 3'].map(command => run.call({command}, {services: servicesOf(engine), caller, signal})),
  );
  expect(new Set(outcomes.map(outcome => outcome.value['session_id'])).size).toBe(1);
  expect(outcomes.map(outcome => outcome.value['output'])).toEqual(['1', '2', '3']);
  expect(engine.sessions()).toHaveLength(2);
});

test('looking for a command in the logs of ended sessions holds no file open', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  for (let count = 0; count < 3; count++) await (await terminal.engine.open({shell: 'sh'})).close();
  const before = terminal.driver.heldOpen();
  skipUnless(before !== null, 'nothing here tells what this process holds open');
  for (let count = 0; count < 5; count++)
    await expect(terminal.call('read_output', {command_id: 'c-unknown0'})).rejects.toMatchObject({
      code: 'unknown_command',
    });
  expect(terminal.driver.heldOpen()).toEqual(before);
});

test.each<[string, (session: TestTerminal, gate: Gate) => unknown]>([
  ['goes on, and says how it ends', (_, gate) => gate.open()],
  ['is reached by Ctrl+C all the same', terminal => terminal.call('send_control', {character: 'C'})],
])('a program in the place of the shell that has closed its terminal %s', async (_, end) => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  using closed = new Gate(terminal, 'closed');
  using gate = new Gate(terminal);
  const parts = ["trap 'exit 7' INT", 'exec </dev/null >/dev/null 2>&1', `echo >${closed.path}`, gate.wait, 'exit 7'];
  const {command_id} = await terminal.run(`exec sh -c "${parts.join('; ')}"`, {wait_for_completion: false});
  await closed.line();
  // What its host has heard by then it has acted on.
  await terminal.session.look();
  await end(terminal, gate);
  const over = await terminal.call('read_output', {command_id, wait_ms: 40_000});
  expect(over).toMatchObject({state: 'shell_exited', exit_code: 7});
});
