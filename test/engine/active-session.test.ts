import {expect, test} from 'vitest';
import type {Caller} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {Stand, type Value} from '../conformance/bench.ts';

test('naming another session, to look at it or to run something there, does not make it the active one', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  const {session_id: mine} = await ask(stand, stand.caller, 'manage_session', {action: 'create', shell: 'bash'});
  for (const [tool, input] of [
    ['read_screen', {}],
    ['get_context', {}],
    ['read_output', {}],
    ['watch_output', {pattern: 'never', timeout: 0}],
    ['run_command', {command: 'true'}],
    ['send_text', {text: ''}],
  ] as const)
    await ask(stand, stand.caller, tool, {...input, session_id: stand.sessionId});
  expect(await ask(stand, stand.caller, 'run_command', {command: 'true'})).toMatchObject({session_id: mine});
});

test('focus moves, and a session that was opened is active at once', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  const {session_id: second} = await ask(stand, stand.caller, 'manage_session', {action: 'split'});
  expect(await ask(stand, stand.caller, 'get_context', {})).toMatchObject({session_id: second});
  await ask(stand, stand.caller, 'manage_session', {action: 'focus', session_id: stand.sessionId});
  expect(await ask(stand, stand.caller, 'get_context', {})).toMatchObject({session_id: stand.sessionId});
});

test('a caller without a session goes on in the one it ran something in, not in one it only looked at', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  const session_id = stand.sessionId;
  const looker = stand.engine.caller('looker', {type: 'agent', name: 'looker'});
  await ask(stand, looker, 'read_screen', {session_id});
  expect(await ask(stand, looker, 'run_command', {command: 'true'})).toMatchObject({session_created: true});
  const runner = stand.engine.caller('runner', {type: 'agent', name: 'runner'});
  await ask(stand, runner, 'run_command', {command: 'true', session_id});
  expect(await ask(stand, runner, 'run_command', {command: 'true'})).toMatchObject({session_id});
});

async function ask(stand: Stand, caller: Caller, tool: string, input: Record<string, unknown>): Promise<Value> {
  const {signal} = new AbortController();
  const outcome = await findTool(selectTools(['terminal']), tool).call(input, {engine: stand.engine, caller, signal});
  return outcome.value;
}
