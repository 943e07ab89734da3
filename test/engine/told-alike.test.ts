/** What a command waits for, and whether that is certain, is told alike wherever it is told. */

import {describe, expect, test} from 'vitest';
import {servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {SshServer} from '../conformance/ssh-server.ts';
import {TestTerminal, type Value} from '../conformance/test-terminal.ts';

async function reread(terminal: TestTerminal, {command_id}: Value): Promise<Value> {
  return terminal.call('read_output', {command_id});
}

/** The facts of a reply, as a model reads them. */
async function facts({engine, caller, sessionId}: TestTerminal, tool: string, input: Value): Promise<Value> {
  const services = servicesOf(engine);
  const {signal} = new AbortController();
  const given = {session_id: sessionId, ...input};
  return (await findTool(selectTools(['terminal']), tool).call(given, {services, caller, signal})).presentation.facts;
}

describe('read_output tells what run_command told', () => {
  test.each([
    ['a question', 'read -p "Really? " answer', 'awaiting_input'],
    ['a REPL', 'python3 -q', 'awaiting_input'],
    ['a secret', 'read -s -p "Password: " secret', 'secret_wanted'],
    ['a nested shell without marks', 'bash --norc --noprofile', 'awaiting_input'],
  ])('of %s', async (_what, line, state) => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    const told = await terminal.run(line);
    expect(told).toMatchObject({state, waiting_for: {tail: expect.any(String)}});
    const {waiting_for} = told;
    expect(await reread(terminal, told)).toMatchObject({state, waiting_for});
    expect(await terminal.call('read_output', {command_id: told['command_id'], wait_ms: 100})).toMatchObject({
      state,
      waiting_for,
    });
  });

  test.each([
    ['a line that was not taken', 'unset -f __cotty_line', 'echo never', ['hint']],
    ['output that goes elsewhere', 'exec 2>/dev/null', 'true', ['hint']],
    ['a line that holds no command', 'true', '# nothing', ['hint']],
    ['a block of which no end is told', 'exec 2>/dev/null', 'echo a\necho b', ['hint']],
    ['a block that may have run', 'enable -n .', 'echo a\necho b', ['hint']],
    ['a nested shell without marks', 'true', 'bash --norc --noprofile', ['hint']],
    ['what a job prints', 'sleep 1000 &', 'true', ['mixed_output']],
    ['a mark that is not of the shell', 'true', "printf '\\033]133;D;0\\007'", ['forged_marks']],
    ['what was left on', 'true', `sh -c 'printf "\\033[?1000h"; kill -9 $$'`, ['repaired']],
  ])('of %s', async (_what, before, line, labels) => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(before);
    const told = await terminal.run(line);
    const {command_id} = told;
    const expected = Object.fromEntries(labels.map(label => [label, told[label]]));
    expect(expected).toEqual(Object.fromEntries(labels.map(label => [label, expect.anything()])));
    expect(await reread(terminal, told)).toMatchObject(expected);
    expect(await terminal.call('read_output', {command_id, wait_ms: 100})).toMatchObject(expected);
    const shown = await facts(terminal, 'read_output', {command_id});
    for (const label of labels) expect(shown[label]).toBeDefined();
  });

  test('of a line in a session that is over', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run('unset -f __cotty_line');
    const told = await terminal.run('echo never');
    await terminal.session.close();
    const {state, hint} = told;
    expect(hint).toEqual(expect.any(String));
    expect(await reread(terminal, told)).toMatchObject({state, hint});
  });

  test('of a line that may run on behind ssh: it is unsure, in the header, the event and the list as well', async () => {
    await using server = await SshServer.start();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(server.login('plain', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']));
    await terminal.call('send_text', {text: "exec env PS1='remote$ ' bash --norc --noprofile -i", submit: true});
    await terminal.until(session => session.lastLine() === 'remote$');
    const since = terminal.engine.events.last;
    const told = await terminal.run('cd /; PS1="root$ "');
    expect(told).toMatchObject({state: 'awaiting_input', waiting_for: {unsure: true, tail: 'root$'}});
    const again = await reread(terminal, told);
    expect(again).toMatchObject({state: 'awaiting_input', waiting_for: told['waiting_for']});
    const {command_id} = told;
    expect(await facts(terminal, 'read_output', {command_id})).toMatchObject({unsure: 'it may as well be at work'});
    const list = await terminal.call('manage_session', {action: 'list'});
    expect(list['sessions']).toMatchObject([{state: 'waiting', unsure: true}]);
    const page = await terminal.call('wait_for_events', {after: since, kinds: ['awaiting_input']});
    expect((page['events'] as Value[]).at(-1)).toMatchObject({command_id, unsure: true});
  });
});

test('a question that came after the caller had left is told by the first read of it', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const left = await terminal.run('echo before; read -p "Really? " answer', {until: '^before'});
  await expect
    .poll(() => reread(terminal, left), {timeout: 25_000})
    .toMatchObject({
      state: 'awaiting_input',
      waiting_for: {kind: 'prompt', program: 'bash', tail: 'Really?'},
    });
});

test('a command that is over, or at work, waits for nothing', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  expect(await reread(terminal, await terminal.run('true'))).not.toHaveProperty('waiting_for');
  const running = await terminal.run('sleep 600', {wait_for_completion: false});
  const read = await reread(terminal, running);
  expect(read).toMatchObject({state: 'running'});
  expect(read).not.toHaveProperty('waiting_for');
});
