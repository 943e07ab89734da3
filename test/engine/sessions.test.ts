import {expect, test} from 'vitest';
import {servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
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
