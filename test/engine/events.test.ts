import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

test('an event of no session is told to who asks for all, without a session', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const after = terminal.engine.events.last;
  terminal.engine.events.publish('server_stopping', null, {reason: 'replaced'});
  expect(await terminal.call('wait_for_events', {after, session_id: undefined})).toMatchObject({
    events: [{kind: 'server_stopping', reason: 'replaced', cursor: after + 1, at_ms: expect.any(Number)}],
  });
  await expect(
    terminal.call('wait_for_events', {after, session_id: terminal.sessionId, timeout: 0.001}),
  ).resolves.toMatchObject({events: []});
});
