/** What a session prints last is seen by whoever watches, though the session is over before it has been read. */
import {expect, test} from 'vitest';
import {Stand} from '../conformance/bench.ts';

/** More than the host sends along: the rest is read from the log, while the session ends. */
const flood = "yes 'a line of the flood that nobody needs to read at all' | head -n 400000; echo needle; exit";

test('a watch finds a match in the last output of a session that ended', async () => {
  await using stand = await Stand.open({shell: 'bash', hostProcess: true});
  const watching = stand.call('watch_output', {pattern: '^needle$'});
  await stand.call('send_text', {text: flood, submit: true});
  expect(await watching).toMatchObject({matched: true, lines: ['needle'], timed_out: false});
});

test('a background watch tells of a match in the last output of a session that ended', async () => {
  await using stand = await Stand.open({shell: 'bash', hostProcess: true});
  const {last} = stand.engine.spine;
  const {watch_id} = await stand.call('watch_output', {pattern: '^needle$', background: true});
  await stand.call('send_text', {text: flood, submit: true});
  const {events} = await stand.call('wait_for_events', {after: last, kinds: ['watch_match']});
  expect(events).toMatchObject([{kind: 'watch_match'}]);
  expect(JSON.stringify(events)).toContain(String(watch_id));
  await stand.until(session => session.isClosed && stand.engine.watches.size === 0);
});

test('a viewer gets every byte before it is told that the session is over', async () => {
  await using stand = await Stand.open({shell: 'bash', hostProcess: true});
  let shown = '';
  const {promise, resolve} = Promise.withResolvers<string>();
  using _viewer = await stand.engine.view(
    stand.session,
    {type: 'person', name: 'anna'},
    {
      onBytes: bytes => {
        shown = (shown + Buffer.from(bytes).toString('latin1')).slice(-1000);
      },
      onClosed: () => resolve(shown),
    },
  );
  await stand.call('send_text', {text: flood, submit: true});
  expect(await promise).toContain('needle');
});
