/** Nothing but its write gate writes to a terminal: nobody else has what could, and what cotty types of itself takes its turn there. */
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, expect, test} from 'vitest';
import {methodsIn} from '../../script/one-door.ts';
import {TmuxOnTest} from '../../src/backends/tmux/testing/tmux-on-test.ts';
import {eventSeq, openWriter, type SessionLogView, type TerminalLink} from '../../src/core/index.ts';
import type {Session} from '../../src/engine/session/session.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';
import {Calls} from '../support/tmux-calls.ts';

const WRITER = resolve(import.meta.dirname, '../../src/core/terminal-writer.ts');
const WRITES = [...methodsIn(WRITER, readFileSync(WRITER, 'utf8'), 'TerminalWriter')];

/** All that an object has by any name, of its own and of its class. */
function membersOf(object: object): string[] {
  const members: string[] = [];
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    members.push(...Object.getOwnPropertyNames(at));
  return members;
}

test.each(['pty', 'tmux'] as const)(
  'what a session has of its terminal cannot write, by whatever cast: %s',
  async backend => {
    if (backend === 'tmux') needs('tmux');
    await using terminal = await TestTerminal.open(backend, 'bash');
    const link = terminal.session.link as TerminalLink;
    expect(WRITES).toEqual(expect.arrayContaining(['write', 'submit', 'askLine', 'signal', 'close', 'release']));
    expect(membersOf(link).filter(name => WRITES.includes(name))).toEqual([]);
    expect(membersOf(link.writer)).toEqual([]);
    expect(() => openWriter(link.writer)).toThrow('write gate already');
    expect(await terminal.run('echo on')).toMatchObject({output: 'on'});
  },
);

/** What cotty has typed of itself. */
async function ownInput(log: SessionLogView): Promise<number> {
  let found = 0;
  for await (const event of log.events(eventSeq(0))) if (event.type === 'input' && event.by.type === 'cotty') found++;
  return found;
}

/** Nothing of `act` is typed while somebody else's write is under way; then it is. */
async function takesItsTurn(session: Session, act: () => Promise<unknown>): Promise<void> {
  const {log, gate} = session;
  const typing = Promise.withResolvers<void>();
  const other = gate.lease.withLine({type: 'agent', name: 'other'}, undefined, () => typing.promise);
  await session.link.probe();
  const before = await ownInput(log);
  const acted = act();
  // What was given to the terminal before is in the log by then.
  await session.link.probe();
  expect(await ownInput(log)).toBe(before);
  typing.resolve();
  await other;
  await acted;
  expect(await ownInput(log)).toBeGreaterThan(before);
}

/** At the prompt of a bash in a person's pane, which was given marks. */
async function atIntegratedPane(act: (session: Session) => Promise<void>): Promise<void> {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  const pane = tmux.start('env', '-u', 'HISTFILE', 'PS1=person$ ', 'bash', '--norc', '--noprofile');
  await using calls = await Calls.open(tmux);
  const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
  await calls.call('manage_session', {action: 'integrate', session_id});
  await calls.call('run_command', {session_id, command: 'true'});
  await act(calls.engine.session(String(session_id)));
}

describe('what cotty types of itself waits for what another types', () => {
  const signal = new AbortController().signal;

  test.each<[string, (session: Session) => Promise<unknown>]>([
    ['whether a shell is at its prompt', ({gate}) => gate.askShell({family: 'bash'})],
    ['a half line that is given back', ({gate}) => gate.restoreLine({family: 'bash'})],
    ['what stands on the line', ({gate}) => gate.askLine({family: 'bash'}, signal)],
    ['an empty line', ({gate}) => gate.enterNothing(() => true)],
  ])('%s', async (_, act) => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run('true');
    await takesItsTurn(terminal.session, () => act(terminal.session));
    expect(await terminal.run('echo on')).toMatchObject({output: 'on'});
  });

  test.each(['release', 'close'] as const)('what takes its marks out of a shell: %s', how =>
    atIntegratedPane(async session => {
      await takesItsTurn(session, () => session[how]());
      expect(session.isClosed).toBe(true);
    }),
  );

  test('a line that does not come free keeps nobody from leaving, and the shell keeps its marks', () =>
    atIntegratedPane(async session => {
      const typing = Promise.withResolvers<void>();
      const other = session.gate.lease.withLine({type: 'agent', name: 'other'}, undefined, () => typing.promise);
      await session.link.probe();
      const before = await ownInput(session.log);
      await session.release();
      expect(session.isClosed).toBe(true);
      expect(await ownInput(session.log)).toBe(before);
      typing.resolve();
      await other;
    }));
});
