import {expect, test} from 'vitest';
import {type Caller, servicesOf} from '../../src/engine/index.ts';
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

test('while a server runs in the active session, a command runs beside it, in the same folder, and says so', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const caller = terminal.engine.caller('builder', {type: 'agent', name: 'builder'});
  const run = (command: string, more: Record<string, unknown> = {}) =>
    ask(terminal, caller, 'run_command', {command, ...more});
  await run(`cd ${terminal.home}; mkdir -p sub; cd sub`);
  const served = await run('while :; do sleep 0.1; done', {timeout: 0.3});
  expect(served).toMatchObject({state: 'running'});
  const busy = String(served['session_id']);
  const beside = await run('basename "$PWD"; (exit 4)');
  expect(beside).toMatchObject({state: 'completed', output: 'sub', exit_code: 4, session_created: true});
  expect(beside['session_id']).not.toBe(busy);
  expect(beside['hint']).toContain(`${busy} is at work`);
  // One that is free is used again, and whoever names the busy one is told.
  await ask(terminal, caller, 'manage_session', {action: 'focus', session_id: busy});
  const again = await run('true');
  expect(again).toMatchObject({session_id: beside['session_id'], exit_code: 0});
  expect(again).not.toHaveProperty('session_created');
  await expect(run('true', {session_id: busy})).rejects.toMatchObject({code: 'session_busy'});
});

test('what waits for input in the active session is told of, not passed over', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const caller = terminal.engine.caller('asker', {type: 'agent', name: 'asker'});
  for (const command of [`sh -c 'printf "sure? "; read x'`, `sh -c 'read x'`]) {
    await ask(terminal, caller, 'run_command', {command, timeout: 0.5});
    await expect(ask(terminal, caller, 'run_command', {command: 'true'})).rejects.toMatchObject({code: 'session_busy'});
    await ask(terminal, caller, 'send_text', {text: 'yes', submit: true});
  }
});

test('read_output of a session without a cursor gives what is new to who asks', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const session_id = terminal.sessionId;
  const [one, other] = ['one', 'other'].map(name => terminal.engine.caller(name, {type: 'agent', name}));
  if (!one || !other) throw new Error('no callers');
  await ask(terminal, one, 'run_command', {command: 'echo first', session_id});
  await ask(terminal, other, 'run_command', {command: 'echo second', session_id});
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  const news = await ask(terminal, one, 'read_output', {session_id});
  expect(news['text']).toContain('second');
  expect(news['text']).not.toContain('first');
  expect(await ask(terminal, one, 'read_output', {session_id})).toMatchObject({text: ''});
  await ask(terminal, other, 'send_text', {text: 'echo third', submit: true, session_id});
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  expect((await ask(terminal, one, 'read_output', {session_id}))['text']).toContain('third');
  expect((await ask(terminal, other, 'read_output', {session_id}))['text']).not.toContain('third');
  // Asked for by line, or from a place, it is what stands there.
  expect((await ask(terminal, one, 'read_output', {session_id, cursor: 0}))['text']).toContain('first');
  expect((await ask(terminal, one, 'read_output', {session_id, offset_lines: -20}))['text']).toContain('first');
});

async function ask(
  terminal: TestTerminal,
  caller: Caller,
  tool: string,
  input: Record<string, unknown>,
): Promise<Value> {
  const {signal} = new AbortController();
  const outcome = await findTool(selectTools(['terminal']), tool).call(input, {
    services: servicesOf(terminal.engine),
    caller,
    signal,
  });
  return outcome.value;
}
