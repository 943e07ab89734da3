/** Sessions that a tool opened by itself end when everybody has left; all others stay. */
import {expect, test} from 'vitest';
import {createPtyBackend, startHost} from '../../src/backends/index.ts';
import type {SessionId} from '../../src/core/index.ts';
import {
  type Caller,
  Engine,
  type Session,
  servicesOf,
  type UnaskedMemory,
  type UnaskedRecord,
} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {Gate} from '../conformance/gate.ts';
import {TestTerminal, type TestTerminalOptions} from '../conformance/test-terminal.ts';
import {LeapingClock} from '../support/leaping-clock.ts';
import {needsLinux} from '../support/needs.ts';

const MINUTE = 60_000;
const PATIENCE_MS = 40_000;

test('a session that a tool opened by itself ends half an hour after its client has left, and says so a minute before', async () => {
  await using scene = await openScene();
  const {engine, clock} = scene;
  const {session, leave} = await scene.client('guest');
  const since = engine.events.last;
  expect(engine.endsInMs(session)).toBe(null);
  leave();
  expect(engine.endsInMs(session)).toBeGreaterThan(29 * MINUTE);
  clock.leap(29 * MINUTE + 1);
  const {data} = await scene.event('session_ending', session, since);
  expect(data).toMatchObject({reason: 'abandoned'});
  expect(data.ends_in_ms).toBeGreaterThan(MINUTE / 2);
  expect(data.ends_in_ms).toBeLessThanOrEqual(MINUTE);
  expect(session.isClosed).toBe(false);
  clock.leap(MINUTE);
  await scene.event('session_closed', session, since);
  expect((await engine.endedSessions())[0]).toMatchObject({facts: {sessionId: session.id}, isAbandoned: true});
});

test('a client that comes back in the last minute keeps its session', async () => {
  await using scene = await openScene();
  const {engine, clock} = scene;
  const {session, caller, leave} = await scene.client('guest');
  const since = engine.events.last;
  leave();
  clock.leap(29 * MINUTE + 1);
  await scene.event('session_ending', session, since);
  using _back = engine.present(caller);
  expect(engine.endsInMs(session)).toBe(null);
  await scene.allOthersEnd();
  expect(session.isClosed).toBe(false);
});

test('a call of somebody who holds no connection makes the count begin anew', async () => {
  await using scene = await openScene();
  const {engine, clock} = scene;
  const {session, leave} = await scene.client('guest');
  leave();
  clock.leap(20 * MINUTE);
  await scene.call(engine.caller('passer-by', agent('passer-by')), 'read_output', {session_id: session.id});
  expect(engine.endsInMs(session)).toBeGreaterThan(29 * MINUTE);
});

test('of two clients that used a session one may leave', async () => {
  await using scene = await openScene();
  const {session, leave} = await scene.client('guest');
  const other = scene.engine.caller('other', agent('other'));
  const present = scene.engine.present(other);
  await scene.call(other, 'run_command', {command: 'true', session_id: session.id});
  leave();
  await scene.allOthersEnd();
  expect(session.isClosed).toBe(false);
  present[Symbol.dispose]();
  expect(scene.engine.endsInMs(session)).not.toBe(null);
});

test('a session that was given a name stays', async () => {
  await using scene = await openScene();
  const {session, caller, leave} = await scene.client('guest');
  await scene.call(caller, 'manage_session', {action: 'rename', name: 'mine'});
  leave();
  await scene.allOthersEnd();
  expect(session.isClosed).toBe(false);
});

test('a session that a person has attached to stays, also after they have left', async () => {
  await using scene = await openScene();
  const {session, leave} = await scene.client('guest');
  const viewer = await scene.engine.view(
    session,
    {type: 'person', name: 'somebody'},
    {onBytes: () => undefined, onClosed: () => undefined},
  );
  viewer[Symbol.dispose]();
  leave();
  await scene.allOthersEnd();
  expect(session.isClosed).toBe(false);
});

test('a session that was asked for stays', async () => {
  await using scene = await openScene();
  const caller = scene.engine.caller('guest', agent('guest'));
  const present = scene.engine.present(caller);
  const {session_id} = await scene.call(caller, 'manage_session', {action: 'create', shell: 'bash'});
  present[Symbol.dispose]();
  await scene.allOthersEnd();
  expect(scene.engine.session(String(session_id)).isClosed).toBe(false);
});

test('a session in which a command runs stays, and its time begins at the end of the command', async () => {
  await using scene = await openScene();
  const {engine, clock} = scene;
  const {session, caller, leave} = await scene.client('guest');
  using gate = new Gate(scene.terminal);
  await scene.call(caller, 'run_command', {command: gate.wait, wait_for_completion: false});
  leave();
  await scene.allOthersEnd();
  expect(session.isClosed).toBe(false);
  expect(engine.endsInMs(session)).toBe(null);
  gate.open();
  await session.waiters.until(() => engine.endsInMs(session) ?? undefined, AbortSignal.timeout(PATIENCE_MS));
  expect(engine.endsInMs(session)).toBeGreaterThan(29 * MINUTE);
  clock.leap(30 * MINUTE);
});

test.each([
  ['a job in the background', (wait: string) => `${wait} &`],
  [
    'a program that the shell no longer counts among its jobs',
    (wait: string) => `{ ${wait} & } 2>/dev/null; disown -a`,
  ],
])('a session stays for as long as %s runs in it', async (_what, start) => {
  await using scene = await openScene();
  const {engine, clock} = scene;
  const {session, caller, leave} = await scene.client('guest');
  using gate = new Gate(scene.terminal);
  await scene.call(caller, 'run_command', {command: start(`sh -c '${gate.wait}; echo $$ >ended'`)});
  const since = engine.events.last;
  leave();
  await scene.allOthersEnd();
  expect(session.isClosed).toBe(false);
  expect(engine.endsInMs(session)).toBe(null);
  gate.open();
  await expect.poll(() => session.link.runsPrograms(), {timeout: PATIENCE_MS}).toBe(false);
  // Nothing tells when such a program ends: it is looked for again after as long a time.
  clock.leap(30 * MINUTE);
  await expect.poll(() => engine.endsInMs(session), {timeout: PATIENCE_MS}).toBeGreaterThan(28 * MINUTE);
  clock.leap(30 * MINUTE);
  await scene.event('session_ending', session, since);
});

test('what the start-up files of the shell left running keeps no session', async () => {
  needsLinux();
  await using scene = await openScene({home: {'.bashrc': 'sleep 1000 & echo $! >helper; disown; sleep 0.1'}});
  const {session, leave} = await scene.client('guest');
  expect(scene.terminal.processIn('helper').isAlive).toBe(true);
  leave();
  const since = scene.engine.events.last;
  scene.clock.leap(30 * MINUTE);
  await scene.event('session_ending', session, since);
});

test('a server that was replaced counts on, and one whose time is over still says so first', async () => {
  const memory = new Memory();
  const scene = await openScene({outlivesEngine: true}, memory);
  const left = await scene.client('left');
  const stayed = await scene.client('stayed');
  left.leave();
  scene.clock.leap(20 * MINUTE);
  const {cottyHome} = scene.terminal;
  await scene.engine[Symbol.asyncDispose]();

  const host = await startHost({home: cottyHome, env: process.env, idleMs: 500});
  const {clock} = scene;
  await using engine = new Engine({
    backends: [createPtyBackend({home: cottyHome, host})],
    clock,
    abandonment: {afterMs: 30 * MINUTE, memory, alarm: clock.alarm},
  });
  clock.leap(15 * MINUTE);
  const since = engine.events.last;
  await engine.start();
  const [gone, kept] = [left, stayed].map(({session}) => engine.session(session.id));
  if (!gone || !kept) throw new Error('The sessions were not taken over.');
  const {events} = await engine.events.wait(
    {after: since, kinds: ['session_ending'], sessionId: gone.id, limit: 1},
    AbortSignal.timeout(PATIENCE_MS),
  );
  expect(events[0]?.data.ends_in_ms).toBeGreaterThan(MINUTE / 2);
  expect(engine.endsInMs(kept)).toBeGreaterThan(29 * MINUTE);
  using _back = engine.present(stayed.caller);
  expect(engine.endsInMs(kept)).toBe(null);
  clock.leap(31 * MINUTE);
  await gone.waiters.until(() => gone.isClosed || undefined, AbortSignal.timeout(PATIENCE_MS));
  expect(kept.isClosed).toBe(false);
  await Promise.all(engine.sessions().map(session => session.close()));
});

test('0 minutes end no session', async () => {
  await using scene = await openScene({}, new Memory(), 0);
  const {session, leave} = await scene.client('guest');
  leave();
  scene.clock.leap(1000 * MINUTE);
  expect(scene.engine.endsInMs(session)).toBe(null);
  expect(
    await scene.call(scene.terminal.caller, 'run_command', {command: 'echo on', session_id: session.id}),
  ).toMatchObject({output: 'on'});
});

test('a new session begins where an abandoned one was: directory, shell, size and environment', async () => {
  await using scene = await openScene();
  const {engine, clock} = scene;
  const {session, caller, leave} = await scene.client('guest', {KEPT: 'from-before', PATH: process.env.PATH});
  await scene.call(caller, 'run_command', {command: 'mkdir -p deep/er && cd deep/er'});
  await atPrompt(session);
  const {cwd} = session.tracker;
  const since = engine.events.last;
  leave();
  clock.leap(30 * MINUTE);
  await scene.event('session_ending', session, since);
  clock.leap(MINUTE);
  await scene.event('session_closed', session, since);
  const other = engine.caller('other', agent('other'));
  const recovered = await scene.call(other, 'manage_session', {action: 'recover', session_id: session.id});
  expect(recovered).toMatchObject({recovered: session.id, cwd, environment: 'kept'});
  expect(await scene.call(other, 'run_command', {command: 'echo $KEPT $PWD'})).toMatchObject({
    output: `from-before ${cwd}`,
  });
  const read = await scene.call(other, 'read_output', {session_id: session.id, grep: 'deep'});
  expect(read.text).toContain('mkdir -p deep/er');
});

test('at the limit the error names the sessions that are missed least, and how to end them', async () => {
  await using scene = await openScene({maxSessions: 4});
  const first = await scene.client('first');
  const second = await scene.client('second');
  await scene.call(second.caller, 'manage_session', {action: 'rename', name: 'named'});
  const third = await scene.client('third');
  const refused = scene.call(scene.terminal.caller, 'manage_session', {action: 'create'});
  await expect(refused).rejects.toMatchObject({
    code: 'pty_exhausted',
    hint: expect.stringMatching(
      new RegExp(
        `^Least missed: manage_session action=close session_id=${first.session.id} \\(opened by itself, quiet for \\d+ s\\), ` +
          `manage_session action=close session_id=${third.session.id} `,
      ),
    ),
  });
  await expect(refused).rejects.not.toMatchObject({hint: expect.stringContaining(second.session.id)});
});

test('an engine whose clock has leapt keeps no session of another engine from being looked at', async () => {
  await using leapt = await openScene();
  leapt.clock.leap(60 * MINUTE);
  const awaited = {state: 'awaiting_input'};
  expect(await leapt.terminal.run('read -rp "Go on? " answer')).toMatchObject(awaited);
  await using other = await TestTerminal.open('pty', 'bash');
  expect(await other.run('read -rp "Go on? " answer')).toMatchObject(awaited);
});

class Memory implements UnaskedMemory {
  readonly #records = new Map<SessionId, UnaskedRecord>();

  recall(id: SessionId): UnaskedRecord | null {
    return this.#records.get(id) ?? null;
  }

  keep(id: SessionId, record: UnaskedRecord | null): void {
    if (record) this.#records.set(id, record);
    else this.#records.delete(id);
  }
}

interface Client {
  readonly caller: Caller;
  readonly session: Session;
  readonly leave: () => void;
}

/** An engine whose clock the test moves on. */
async function openScene(options: TestTerminalOptions = {}, memory: UnaskedMemory = new Memory(), minutes = 30) {
  const clock = new LeapingClock();
  const abandonment = {afterMs: minutes * MINUTE, memory, alarm: clock.alarm};
  const terminal = await TestTerminal.open('pty', 'bash', {...options, clock, abandonment});
  const {engine} = terminal;
  const {signal} = new AbortController();
  const call = async (caller: Caller, tool: string, input: Record<string, unknown>) =>
    (await findTool(selectTools(['terminal']), tool).call(input, {services: servicesOf(engine), caller, signal})).value;
  const event = async (kind: 'session_ending' | 'session_closed', {id}: Session, after: number) => {
    const query = {after, kinds: [kind], sessionId: id, limit: 1};
    const [found] = (await engine.events.wait(query, AbortSignal.timeout(PATIENCE_MS))).events;
    if (!found) throw new Error(`There was no ${kind}.`);
    return found;
  };
  /** Somebody who is there, and has run a command without naming a session. */
  const client = async (key: string, env?: Caller['env']): Promise<Client> => {
    const caller = Object.assign(engine.caller(key, agent(key)), {cwd: terminal.home, ...(env && {env})});
    const present = engine.present(caller);
    const {session_id, session_created} = await call(caller, 'run_command', {command: 'true', timeout: 40});
    expect(session_created).toBe(true);
    const session = engine.session(String(session_id));
    await atPrompt(session);
    return {caller, session, leave: () => present[Symbol.dispose]()};
  };
  return {
    terminal,
    engine,
    clock,
    call,
    event,
    client,
    /** So much time passes that an abandoned session has ended by the end of it. */
    async allOthersEnd() {
      const since = engine.events.last;
      const {session, leave} = await client('left');
      leave();
      clock.leap(30 * MINUTE);
      await event('session_ending', session, since);
      clock.leap(MINUTE);
      await event('session_closed', session, since);
    },
    [Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose](),
  };
}

/** The answer to a command comes before the next prompt does. */
async function atPrompt({tracker, waiters}: Session): Promise<void> {
  await waiters.until(() => tracker.phase === 'prompt' || undefined, AbortSignal.timeout(PATIENCE_MS));
}

function agent(name: string) {
  return {type: 'agent', name} as const;
}
