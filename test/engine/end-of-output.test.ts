/** What a session prints last is seen by whoever watches, though the session is over before it has been read. */
import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

/** More than the host sends along: the rest is read from the log, while the session ends. */
const flood = `yes ${'a line of the flood that nobody needs to read at all '.repeat(4)} | head -n 100000; echo needle; exit`;

test('a watch finds a match in the last output of a session that ended', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  const watching = terminal.call('watch_output', {pattern: '^needle$'});
  await terminal.call('send_text', {text: flood, submit: true});
  expect(await watching).toMatchObject({matched: true, lines: ['needle'], timed_out: false});
});

test('a background watch tells of a match in the last output of a session that ended', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  const {last} = terminal.engine.events;
  const {watch_id} = await terminal.call('watch_output', {pattern: '^needle$', background: true});
  await terminal.call('send_text', {text: flood, submit: true});
  const {events} = await terminal.call('wait_for_events', {after: last, kinds: ['watch_match']});
  expect(events).toMatchObject([{kind: 'watch_match'}]);
  expect(JSON.stringify(events)).toContain(String(watch_id));
  await terminal.until(session => session.isClosed && terminal.engine.watches.size === 0);
});

test('a viewer gets every byte before it is told that the session is over', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  let shown = '';
  const {promise, resolve} = Promise.withResolvers<string>();
  using _viewer = await terminal.engine.view(
    terminal.session,
    {type: 'person', name: 'anna'},
    {
      onBytes: bytes => {
        shown = (shown + Buffer.from(bytes).toString('latin1')).slice(-1000);
      },
      onClosed: () => resolve(shown),
    },
  );
  await terminal.call('send_text', {text: flood, submit: true});
  expect(await promise).toContain('needle');
});

test('a viewer of another size sees the last output too, where the session ends while its picture is drawn', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  await terminal.run('true');
  const {screen} = terminal.session;
  let isDrawing = false;
  const paint = screen.paint.bind(screen);
  // A slow emulator.
  screen.paint = async size => {
    const painted = await paint(size);
    if (isDrawing) return painted;
    isDrawing = true;
    await terminal.session.gate.write({type: 'person', name: 'anna'}, Buffer.from('echo need""le; exit\r'), {
      kind: 'typed',
    });
    await terminal.until(session => session.isClosed);
    return painted;
  };
  let shown = '';
  const {promise, resolve} = Promise.withResolvers<string>();
  const handlers = {
    onBytes: (bytes: Uint8Array) => {
      shown += Buffer.from(bytes).toString('latin1');
    },
    onClosed: () => resolve(shown),
  };
  const size = {cols: 110, rows: 20};
  using _viewer = await terminal.engine.view(terminal.session, {type: 'person', name: 'anna'}, handlers, {size});
  expect(await promise).toContain('needle');
});
