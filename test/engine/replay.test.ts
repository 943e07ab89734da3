/** The log is the truth: whoever reads a session's log knows what whoever watched it live knows. */
import {describe, expect, test} from 'vitest';
import {replayLog} from '../../src/engine/projection/replay-log.ts';
import {SessionTracker} from '../../src/engine/projection/session-tracker.ts';
import {type ShellName, TestTerminal} from '../conformance/test-terminal.ts';

const shells: readonly ShellName[] = ['bash', 'zsh', 'fish', 'dash', 'tcsh'];

describe.each(shells)('%s: the projection made from the log is the live one', shell => {
  test('after commands that end, fail, do not run, and are interrupted', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    for (const command of ['echo a', "sh -c 'exit 3'", 'cd /', '(sleep 0.1; echo late) &', 'true', 'wait'])
      await terminal.run(command);
    await terminal.run('sleep 300', {timeout: 0.3});
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
    await terminal.call('send_control', {character: 'C'});
    await terminal.run('echo e');
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
    await terminal.run('exit 3');
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
  });

  test('inside a program that reads lines, and after it', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    await terminal.run('sh');
    await terminal.run('echo one');
    await terminal.run('echo two');
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
    await terminal.run('exit 5');
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
    await terminal.run('echo after');
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
  });

  test('with a shell that replaced itself', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    await terminal.run(`exec ${shell}`);
    for (const command of ['echo f', 'echo g']) await terminal.run(command);
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
    await terminal.run('exit 4');
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
  });
});

describe.each(['bash', 'zsh', 'fish'] as const)('%s: the projection made from the log is the live one', shell => {
  test('with a half-typed line that is put aside and comes back', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    await terminal.run('true');
    await terminal.call('send_keys', {keys: ['text:echo half']});
    for (const command of ['echo b', 'echo c']) await terminal.run(command);
    await terminal.until(session => session.tracker.lineDirty && !session.tracker.restoreDue);
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
    await terminal.call('send_control', {character: 'C'});
    await terminal.until(session => !session.tracker.lineDirty);
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
  });
});

async function rebuilt({session}: TestTerminal): Promise<unknown> {
  const tracker = new SessionTracker(session.facts);
  await replayLog(tracker, session.log);
  return view(tracker);
}

function view(tracker: SessionTracker): unknown {
  const {phase, integration, cwd, cols, rows, title, exit, lastExitStatus, lineDirty, lineTaken, stopSent} = tracker;
  const state = {phase, integration, cwd, cols, rows, title, exit, lastExitStatus, lineDirty, lineTaken, stopSent};
  const modes = [...tracker.modes].toSorted();
  // What was repaired after a command is found out live and shown once.
  const commands = tracker.recentCommands(1000).map(({repaired: _, ...record}) => record);
  return structuredClone({...state, modes, current: tracker.current?.commandId, commands});
}
