import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {Stand} from '../conformance/bench.ts';

test('when the process that owns the terminal dies, every wait in it ends at once, also of lines typed into a program', async () => {
  await using stand = await Stand.open({shell: 'bash', hostProcess: true});
  const {command_id: outer} = await stand.run('sh');
  const inner = stand.run('sleep 300');
  await stand.until(session => session.tracker.running().length === 2);
  const watching = stand.call('watch_output', {pattern: 'never'});
  const reading = stand.call('read_output', {command_id: outer, wait_ms: 20_000});
  process.kill(Number(readFileSync(join(stand.home, 'cotty', 'run', 'host.lock'), 'utf8')), 'SIGKILL');
  expect(await inner).toMatchObject({state: 'lost', exit_code: null, timed_out: false});
  expect(await reading).toMatchObject({exit_code: null});
  expect(await watching).toMatchObject({matched: false, session_closed: true, timed_out: false});
  expect(await stand.call('read_output', {command_id: outer})).toMatchObject({state: 'lost'});
  const {events} = await stand.call('wait_for_events', {after: 0, kinds: ['command_finished', 'session_closed']});
  const ends = [{kind: 'command_finished'}, {kind: 'command_finished'}, {kind: 'session_closed'}];
  expect(events).toMatchObject(ends);
  await expect(stand.run('true')).rejects.toMatchObject({code: 'session_closed'});
});
