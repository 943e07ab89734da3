import {expect, test} from 'vitest';
import type {Caller} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {TestTerminal, type Value} from '../conformance/test-terminal.ts';

test('naming another session, to look at it or to run something there, does not make it the active one', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {session_id: mine} = await ask(terminal, terminal.caller, 'manage_session', {action: 'create', shell: 'bash'});
  for (const [tool, input] of [
    ['read_screen', {}],
    ['get_context', {}],
    ['read_output', {}],
    ['watch_output', {pattern: 'never', timeout: 0}],
    ['run_command', {command: 'true'}],
    ['send_text', {text: ''}],
  ] as const)
    await ask(terminal, terminal.caller, tool, {...input, session_id: terminal.sessionId});
  expect(await ask(terminal, terminal.caller, 'run_command', {command: 'true'})).toMatchObject({session_id: mine});
});

test('focus moves, and a session that was opened is active at once', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {session_id: second} = await ask(terminal, terminal.caller, 'manage_session', {action: 'split'});
  expect(await ask(terminal, terminal.caller, 'get_context', {})).toMatchObject({session_id: second});
  await ask(terminal, terminal.caller, 'manage_session', {action: 'focus', session_id: terminal.sessionId});
  expect(await ask(terminal, terminal.caller, 'get_context', {})).toMatchObject({session_id: terminal.sessionId});
});

test('a caller without a session goes on in the one it ran something in, not in one it only looked at', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const session_id = terminal.sessionId;
  const looker = terminal.engine.caller('looker', {type: 'agent', name: 'looker'});
  await ask(terminal, looker, 'read_screen', {session_id});
  expect(await ask(terminal, looker, 'run_command', {command: 'true'})).toMatchObject({session_created: true});
  const runner = terminal.engine.caller('runner', {type: 'agent', name: 'runner'});
  await ask(terminal, runner, 'run_command', {command: 'true', session_id});
  expect(await ask(terminal, runner, 'run_command', {command: 'true'})).toMatchObject({session_id});
});

async function ask(
  terminal: TestTerminal,
  caller: Caller,
  tool: string,
  input: Record<string, unknown>,
): Promise<Value> {
  const {signal} = new AbortController();
  const outcome = await findTool(selectTools(['terminal']), tool).call(input, {
    engine: terminal.engine,
    caller,
    signal,
  });
  return outcome.value;
}
