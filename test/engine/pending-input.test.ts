/** A program that does not read its input holds up neither a ^C nor anybody who has given up waiting. */
import {describe, expect, test} from 'vitest';
import type {WriteJudge} from '../../src/engine/write/judge-write.ts';
import {ending} from '../conformance/ending.ts';
import {stillHere, TestTerminal, terminals} from '../conformance/test-terminal.ts';

const FLOOD = 'x'.repeat(200_000);

async function flooded(
  modes: string,
): Promise<{terminal: TestTerminal; running: Awaited<ReturnType<TestTerminal['run']>>; typed: Promise<unknown>}> {
  const terminal = await TestTerminal.open('pty', 'bash');
  const running = await terminal.run(`stty ${modes}; echo flooding; sleep 600; stty sane`, {until: '^flooding'});
  expect(running).toMatchObject({state: 'running'});
  const typed = terminal.call('send_text', {text: FLOOD, paste: false}).then(
    () => 'taken',
    (error: {code: string}) => error.code,
  );
  await terminal.session.link.probe();
  return {terminal, running, typed};
}

test('E09 Ctrl+C passes 200 kB that nobody reads, and ends the program', async () => {
  const {terminal, running, typed} = await flooded('-icanon -echo');
  await using _stand = terminal;
  expect(await terminal.call('send_control', {character: 'C', drop_pending: true})).toMatchObject({sent: 'Ctrl+C'});
  expect(await ending(terminal, running)).toMatchObject({exit_code: 130});
  expect(await typed).toBe('cancelled');
  await terminal.run('stty sane');
  expect(await terminal.proof()).toEqual(stillHere);
});

test.for([4096, 6000])('E09 Ctrl+C passes %i bytes, which the kernel has taken and nobody reads', async size => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const running = await terminal.run('stty -icanon -echo; echo begun; sleep 600; stty sane', {until: '^begun'});
  await terminal.call('send_text', {text: 'x'.repeat(size), paste: false});
  await terminal.call('send_control', {character: 'C'});
  expect(await ending(terminal, running)).toMatchObject({exit_code: 130});
});

test('E09 in a raw tty Ctrl+C is answered and escalates to a signal; what was dropped is counted', async () => {
  const {terminal, running, typed} = await flooded('raw -echo');
  await using _stand = terminal;
  const ended = await terminal.call('send_control', {character: 'C', escalate: true, drop_pending: true});
  expect(ended).toMatchObject({sent: 'Ctrl+C', escalated_to: 'SIGTERM', ended: true});
  expect(Number(ended['dropped_bytes'])).toBeGreaterThan(100_000);
  expect(Number(ended['dropped_bytes'])).toBeLessThanOrEqual(FLOOD.length);
  expect(await typed).toBe('cancelled');
  expect(await ending(terminal, running)).toMatchObject({exit_code: 0});
});

test('E09 a second agent’s Ctrl+C and a person’s come through as well', async () => {
  for (const actor of [
    {type: 'agent', name: 'second'},
    {type: 'person', name: 'anna'},
  ] as const) {
    const {terminal, running} = await flooded('-icanon -echo');
    await using _stand = terminal;
    await terminal.call('send_control', {character: 'C', drop_pending: true}, {actor});
    expect(await ending(terminal, running)).toMatchObject({exit_code: 130});
  }
});

test('E12 a command whose caller gave up in the queue is never run', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  expect(await terminal.proof()).toEqual(stillHere);
  const first = terminal.run('sleep 1', {timeout: 20});
  const impatient = terminal.run('touch ran-late', {timeout: 0.2});
  await expect(impatient).rejects.toMatchObject({code: 'session_busy'});
  const leaving = new AbortController();
  const cancelled = terminal.call('run_command', {command: 'touch ran-too', timeout: 20}, {signal: leaving.signal});
  leaving.abort();
  await expect(cancelled).rejects.toBeTruthy();
  expect(await first).toMatchObject({state: 'completed', exit_code: 0});
  expect(await terminal.outcome('ls')).toMatchObject({output: '', state: 'completed'});
});

test('E12 a command that waits for another agent’s half-typed line is not run after its time', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const actor = {type: 'agent', name: 'second'} as const;
  await terminal.call('send_text', {text: 'echo half', paste: false}, {actor});
  const refused = terminal.run('touch ran-late', {timeout: 0.5});
  await expect(refused).rejects.toMatchObject({code: expect.stringMatching(/session_busy|input_held/)});
  await terminal.call('send_keys', {keys: ['Enter']}, {actor});
  await terminal.until(session => session.tracker.recentCommands(1)[0]?.phase === 'ended');
  expect(await terminal.outcome('ls')).toMatchObject({output: '', state: 'completed'});
});

describe('a command that was not handed over in time says why', () => {
  const anna = {type: 'person', name: 'anna'} as const;

  test('its time was too short: nobody else typed', async () => {
    // Who judges takes longer than the caller has.
    const judge: WriteJudge = {
      judges: () => true,
      decide: (_line, _by, {signal}) =>
        new Promise(resolve => {
          if (signal?.aborted) resolve();
          signal?.addEventListener('abort', () => resolve(), {once: true});
        }),
    };
    await using terminal = await TestTerminal.open('pty', 'bash', {judge});
    await expect(terminal.run('touch ran-late', {timeout: 0.5})).rejects.toMatchObject({
      code: 'session_busy',
      message: expect.stringMatching(/^The time that the call had was over before .* was not run\.$/),
      hint: expect.stringContaining('timeout'),
    });
  });

  test('input that nobody reads was pending', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    const {promise, resolve} = Promise.withResolvers<void>();
    const stuck = terminal.session.gate.lease.withLine(anna, undefined, () => promise);
    await expect(terminal.run('touch ran-late', {timeout: 0.5})).rejects.toMatchObject({
      code: 'session_busy',
      message: expect.stringMatching(/^Input that nobody read was pending/),
      hint: expect.stringContaining('drop_pending'),
    });
    resolve();
    await stuck;
  });

  test('somebody kept the line', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    terminal.session.gate.lease.take(anna, 600_000);
    await expect(terminal.run('touch ran-late', {timeout: 0.5})).rejects.toMatchObject({
      code: 'session_busy',
      message: expect.stringMatching(/^person anna was typing/),
    });
  });
});

test('two connections of one client are two writers', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {engine, sessionId} = terminal;
  const [one, two] = ['one', 'two'].map(key => engine.caller(key, {type: 'agent', name: 'claude-code'}));
  if (!one || !two) throw new Error('unreachable');
  const session = engine.session(sessionId);
  await session.gate.write(one.actor, Buffer.from('echo half'), {kind: 'text'});
  const other = session.gate.write(two.actor, Buffer.from('merged\r'), {kind: 'text'});
  await expect(other).rejects.toMatchObject({
    code: 'input_held',
    message: expect.stringContaining('another connection'),
  });
});

describe.each(terminals(['bash', 'zsh', 'fish', 'dash']))('$backend, $shell', ({backend, shell}) => {
  /** What is told of a line into whose program `actor` has typed, by default who gave it. */
  async function typedInto(terminal: TestTerminal, actor?: {type: 'agent'; name: string}): Promise<unknown> {
    const begun = terminal.call('watch_output', {pattern: '^begun', timeout: 20});
    const run = terminal.run("sh -c 'echo begun; read line; echo over'", {until: '^over', wait_for_completion: true});
    await begun;
    await terminal.call('send_text', {text: 'answer', submit: true}, actor ? {actor} : {});
    return (await run)['mixed_output'];
  }

  test('what another connection of the same client types while a line runs may be in its output, which says so', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await typedInto(terminal, {type: 'agent', name: terminal.caller.identity.name})).toBe(true);
    expect(await typedInto(terminal)).toBeUndefined();
  });
});

test('what is typed for a program that was started by typing waits for nothing of a shell without marks', async () => {
  await using terminal = await TestTerminal.open('pty', 'dash');
  const shown = async () => String((await terminal.call('read_screen', {}))['text']);
  await terminal.call('send_text', {text: 'stty raw -echo; echo reads; cat -v', submit: true});
  await expect.poll(shown, {timeout: 25_000}).toMatch(/reads$/);
  // Each that had to wait for the shell would take ten seconds; all of them more than this test may.
  for (const key of 'abcdefgh') await terminal.call('send_keys', {keys: [key, 'Enter']});
  await expect.poll(shown, {timeout: 25_000}).toContain('a^Mb^Mc^Md^Me^Mf^Mg^Mh^M');
});
