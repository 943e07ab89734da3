/** Taking over what is alive, when that does not go well at first. */
import {expect, test} from 'vitest';
import {createPtyBackend, startHost} from '../../src/backends/index.ts';
import {type Backend, CottyError} from '../../src/core/index.ts';
import {Engine} from '../../src/engine/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

test('a living session that resists is named with the reason, and taken over as soon as it can be', async () => {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  const resisting = await TestTerminal.open('pty', 'bash', {
    home: {},
    cottyHome: first.cottyHome,
    outlivesEngine: true,
  });
  await first.engine[Symbol.asyncDispose]();
  await resisting.engine[Symbol.asyncDispose]();
  const host = await startHost({home: first.cottyHome, env: process.env, idleMs: 500});
  const backend = createPtyBackend({home: first.cottyHome, host});
  const told: string[] = [];
  await using engine = new Engine({
    backends: [resistingOnce(backend, resisting.sessionId)],
    onUnadopted: (id, error) => told.push(`${id}: ${error.message}`),
  });
  await engine.start();
  expect(engine.sessions().map(session => session.id)).toEqual([first.sessionId]);
  expect(told).toEqual([`${resisting.sessionId}: The disk is slow.`]);
  expect(() => engine.session(resisting.sessionId)).toThrow(/is alive, but .*The disk is slow\./);
  await expect.poll(() => engine.sessions().length, {timeout: 25_000}).toBe(2);
  expect(engine.unadopted.size).toBe(0);
  for (const session of engine.sessions()) await session.close();
});

/** The same backend, which cannot take over one session at the first try. */
function resistingOnce(backend: Backend, sessionId: string): Backend {
  let tries = 0;
  return {
    kind: backend.kind,
    open: (...all) => backend.open(...all),
    recall: id => backend.recall(id),
    known: () => backend.known(),
    [Symbol.asyncDispose]: () => backend[Symbol.asyncDispose](),
    discover: () => backend.discover(),
    adopt: (...all) => backend.adopt(...all),
    resume: async options => {
      const links = await backend.resume(options);
      if (tries++ > 0) return links;
      const [refused] = links.filter(link => link.facts.sessionId === sessionId);
      await refused?.[Symbol.asyncDispose]();
      if (refused)
        options?.onRefused?.(refused.facts.sessionId, new CottyError('internal', 'The disk is slow.', 'Wait.'));
      return links.filter(link => link !== refused);
    },
  };
}
