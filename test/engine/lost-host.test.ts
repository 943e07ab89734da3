import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

test('when the process that owns the terminal dies, every wait in it ends at once, also of lines typed into a program', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  const {command_id: outer} = await terminal.run('sh');
  const inner = terminal.run('sleep 300');
  await terminal.until(session => session.tracker.running().length === 2);
  const watching = terminal.call('watch_output', {pattern: 'never'});
  // For longer than the test may last.
  const reading = terminal.call('read_output', {command_id: outer, wait_ms: 600_000});
  terminal.driver.carrier(terminal.cottyHome).signal('SIGKILL');
  expect(await inner).toMatchObject({state: 'lost', exit_code: null, timed_out: false});
  expect(await reading).toMatchObject({exit_code: null});
  expect(await watching).toMatchObject({matched: false, session_closed: true, timed_out: false});
  expect(await terminal.call('read_output', {command_id: outer})).toMatchObject({state: 'lost'});
  const {events} = await terminal.call('wait_for_events', {after: 0, kinds: ['command_finished', 'session_closed']});
  const ends = [{kind: 'command_finished'}, {kind: 'command_finished'}, {kind: 'session_closed'}];
  expect(events).toMatchObject(ends);
  await expect(terminal.run('true')).rejects.toMatchObject({code: 'session_closed'});
});
