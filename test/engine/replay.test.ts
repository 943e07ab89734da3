/** The log is the truth: whoever reads a session's log knows what whoever watched it live knows. */
import {describe, expect, test} from 'vitest';
import {type Actor, eventSeq, logCursor} from '../../src/core/index.ts';
import {replayLog} from '../../src/engine/projection/replay-log.ts';
import {SessionTracker} from '../../src/engine/projection/session-tracker.ts';
import {type TrackerState, trackerFrom, trackerState} from '../../src/engine/projection/tracker-state.ts';
import {type ShellName, TestTerminal} from '../conformance/test-terminal.ts';

const shells: readonly ShellName[] = ['bash', 'zsh', 'fish', 'dash', 'tcsh'];

describe.each(shells)('%s: the projection made from the log is the live one', shell => {
  test('after commands that end, fail, do not run, and are interrupted', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    for (const command of ['echo a', "sh -c 'exit 3'", 'cd /', '(sleep 0.1; echo late) &', 'true', 'wait'])
      await terminal.run(command);
    await terminal.run('sleep 300', {timeout: 0.3});
    await expectRebuilt(terminal);
    await terminal.call('send_control', {character: 'C'});
    await terminal.run('echo e');
    await expectRebuilt(terminal);
    await terminal.run('exit 3');
    await expectRebuilt(terminal);
  });

  test('inside a program that reads lines, and after it', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    await terminal.run('sh');
    await terminal.run('echo one');
    await terminal.run('echo two');
    await expectRebuilt(terminal);
    await terminal.run('exit 5');
    await expectRebuilt(terminal);
    await terminal.run('echo after');
    await expectRebuilt(terminal);
  });

  test('with a shell that replaced itself', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    await terminal.run(`exec ${shell}`);
    for (const command of ['echo f', 'echo g']) await terminal.run(command);
    await expectRebuilt(terminal);
    await terminal.run('exit 4');
    await expectRebuilt(terminal);
  });
});

describe.each(['bash', 'zsh', 'fish'] as const)('%s: the projection made from the log is the live one', shell => {
  test('with a half-typed line that is put aside and comes back', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    await terminal.run('true');
    await terminal.call('send_keys', {keys: ['text:echo half']});
    for (const command of ['echo b', 'echo c']) await terminal.run(command);
    await terminal.until(session => session.tracker.lineDirty && !session.tracker.restoreDue);
    await expectRebuilt(terminal);
    await terminal.call('send_control', {character: 'C'});
    await terminal.until(session => !session.tracker.lineDirty);
    await expectRebuilt(terminal);
  });
});

test('the projection made from the log is the live one with a nested shell that was given marks, stopped, taken up and left', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('bash --norc --noprofile');
  await terminal.call('manage_session', {action: 'integrate'});
  await terminal.run('echo inside');
  await expectRebuilt(terminal);
  await terminal.run('cat', {timeout: 0.3});
  await expectRebuilt(terminal);
  await terminal.call('send_control', {character: 'C'});
  await terminal.run('suspend');
  await expectRebuilt(terminal);
  await terminal.run('fg', {timeout: 5});
  await terminal.run('echo again');
  await expectRebuilt(terminal);
  await terminal.run('exit 3');
  await terminal.run('echo out');
  await expectRebuilt(terminal);
});

/** Read at once, and by readers each of whom goes on from the checkpoint of the one before, which was kept after a single event. */
async function expectRebuilt({session}: TestTerminal): Promise<void> {
  const {facts, log} = session;
  const atOnce = new SessionTracker(facts);
  await replayLog(atOnce, log);
  expect(view(atOnce)).toEqual(view(session.tracker));
  let handedOn = new SessionTracker(facts);
  for await (const event of log.events(eventSeq(0), {output: false})) {
    if (event.type === 'output') continue;
    const lines = 'lines' in event ? (event.lines ?? 0) : 0;
    handedOn.output(logCursor(Math.max(handedOn.outputEnd, event.offset)), Math.max(handedOn.lines, lines));
    handedOn.apply(event);
    const kept: TrackerState = JSON.parse(JSON.stringify(trackerState(handedOn, logCursor(0))));
    handedOn = trackerFrom(facts, kept);
  }
  expect(view(handedOn)).toEqual(view(session.tracker));
}

function view(tracker: SessionTracker): unknown {
  const {phase, integration, cwd, cols, rows, title, exit, lastExitStatus, lineDirty, lineTaken, stopSent} = tracker;
  const state = {phase, integration, cwd, cols, rows, title, exit, lastExitStatus, lineDirty, lineTaken, stopSent};
  const modes = [...tracker.modes].toSorted();
  // What was repaired after a command is found out live and shown once.
  const commands = tracker.recentCommands(1000).map(({repaired: _, by, ...record}) => ({...record, by: nameOf(by)}));
  return structuredClone({...state, modes, current: tracker.current?.commandId, commands});
}

/** Without the connection, which no log keeps. */
function nameOf(by: Actor): string {
  return 'name' in by ? `${by.type} ${by.name}` : by.type;
}
