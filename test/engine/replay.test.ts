/** The log is the truth: whoever reads a session's log knows what whoever watched it live knows. */
import {describe, expect, test} from 'vitest';
import {replayLog} from '../../src/engine/projection/replay-log.ts';
import {SessionTracker} from '../../src/engine/projection/session-tracker.ts';
import {type ShellName, Stand} from '../conformance/bench.ts';

const shells: readonly ShellName[] = ['bash', 'zsh', 'fish', 'dash', 'tcsh'];

describe.each(shells)('%s: the projection made from the log is the live one', shell => {
  test('after commands that end, fail, do not run, and are interrupted', async () => {
    await using stand = await Stand.open({shell});
    for (const command of ['echo a', "sh -c 'exit 3'", 'cd /', '(sleep 0.1; echo late) &', 'true'])
      await stand.run(command);
    await stand.run('sleep 300', {timeout: 0.3});
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
    await stand.call('send_control', {character: 'C'});
    await stand.run('echo e');
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
    await stand.run('exit 3');
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
  });

  test('inside a program that reads lines, and after it', async () => {
    await using stand = await Stand.open({shell});
    await stand.run('sh');
    await stand.run('echo one');
    await stand.run('echo two');
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
    await stand.run('exit 5');
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
    await stand.run('echo after');
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
  });

  test('with a shell that replaced itself', async () => {
    await using stand = await Stand.open({shell});
    await stand.run(`exec ${shell}`);
    for (const command of ['echo f', 'echo g']) await stand.run(command);
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
    await stand.run('exit 4');
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
  });
});

describe.each(['bash', 'zsh', 'fish'] as const)('%s: the projection made from the log is the live one', shell => {
  test('with a half-typed line that is put aside and comes back', async () => {
    await using stand = await Stand.open({shell});
    await stand.run('true');
    await stand.call('send_keys', {keys: ['text:echo half']});
    for (const command of ['echo b', 'echo c']) await stand.run(command);
    await stand.until(session => session.tracker.lineDirty && !session.tracker.restoreDue);
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
    await stand.call('send_control', {character: 'C'});
    await stand.until(session => !session.tracker.lineDirty);
    expect(await rebuilt(stand)).toEqual(view(stand.session.tracker));
  });
});

async function rebuilt({session}: Stand): Promise<unknown> {
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
