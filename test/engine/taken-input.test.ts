/** Whoever has taken the input keeps it while others come and go. */
import {expect, test} from 'vitest';
import {type ViewerDoor, Viewing} from '../../src/transports/viewing.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

/** Somebody's terminal that shows nothing. */
const door: ViewerDoor = {
  opened: () => undefined,
  output: () => undefined,
  closed: () => undefined,
  destroy: () => undefined,
  isWritable: true,
  backlogBytes: 0,
  whenDrained: then => then(),
};

test('what one has taken ends neither with their Enter nor with another’s connection', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const view = (name: string): Promise<Viewing> => {
    const identity = {type: 'person', name, via: 'http', credentials: {type: 'token'}, agentId: null} as const;
    return Viewing.open(terminal.engine, {session: terminal.sessionId, identity, name, cols: 0, rows: 0}, door);
  };
  using anna = await view('anna');
  const others = [await view('bob'), await view('anna')];
  anna.takeInput();
  for (const other of others) other[Symbol.dispose]();
  await anna.type(Buffer.from('echo hers\r'));
  const {lease} = terminal.session.gate;
  expect(lease.facts()).toEqual({holder: 'person anna', remainingMs: expect.any(Number)});
  anna.giveInput();
  expect(lease.facts().holder).toBe(null);
});
