/** The server and a living host that lose sight of each other: nothing is called ended that was not seen to end. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type HostClient, startHost} from '../../src/backends/index.ts';
import {replayLog} from '../../src/engine/projection/replay-log.ts';
import {SessionTracker} from '../../src/engine/projection/session-tracker.ts';
import {Gate} from '../conformance/gate.ts';
import {stillHere, TestTerminal, type Value} from '../conformance/test-terminal.ts';
import {BreakableLine} from '../support/breakable-line.ts';
import {RecordedProcess} from '../support/processes.ts';

let home: string;
let direct: HostClient;
let line: BreakableLine;
let terminal: TestTerminal;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'cotty-line-'));
  direct = await startHost({home, idleMs: 500});
  line = await BreakableLine.at(join(home, 'run', 'host.sock'));
  terminal = await TestTerminal.open('pty', 'bash', {cottyHome: home, outlivesEngine: true});
});

afterEach(async () => {
  await line[Symbol.asyncDispose]();
  await terminal[Symbol.asyncDispose]();
  for (const {facts} of await direct.list().catch(() => [])) await direct.close(facts.sessionId);
  await direct[Symbol.asyncDispose]();
  rmSync(home, {recursive: true, force: true, maxRetries: 5});
});

const listed = async () => ((await terminal.call('manage_session', {action: 'list'}))['sessions'] as Value[])[0];

async function closings(): Promise<unknown> {
  return (await terminal.call('wait_for_events', {after: 0, kinds: ['session_closed'], timeout: 0.001}))['events'];
}

test('commands give their own output and code, each runs once, however often the connection breaks', async () => {
  const seen = join(home, 'seen');
  let done = false;
  const cutting = (async () => {
    // Each cut comes as soon as the session has something new to say, at whatever place of a command that is.
    for (let cuts = 0; !done; cuts++) {
      const before = terminal.session.tracker.outputEnd;
      await terminal
        .until(session => done || session.tracker.outputEnd > before + (cuts % 7) * 10)
        .catch(() => undefined);
      line.cut();
    }
  })();
  for (let number = 0; number < 25; number++) {
    const ran = await terminal.run(`echo run ${number} | tee -a '${seen}'; (exit ${number})`);
    expect(ran).toMatchObject({state: 'completed', via: 'mark', exit_code: number, output: `run ${number}`});
  }
  done = true;
  terminal.session.waiters.wake();
  await cutting;
  const lines = Array.from({length: 25}, (_, number) => `run ${number}\n`);
  expect(readFileSync(seen, 'utf8')).toBe(lines.join(''));
  expect(line.connections).toBeGreaterThan(5);
  expect(await closings()).toEqual([]);
  expect(await terminal.proof()).toEqual(stillHere);
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  expect(await rebuilt()).toEqual(view(terminal.session.tracker));
});

test('a session whose host is out of reach says so, and a command in it is waited for until it has ended', async () => {
  using gate = new Gate(terminal);
  const running = terminal.run(`echo begun; ${gate.wait}; echo over; (exit 3)`, {timeout: 60});
  await terminal.until(session => session.lastLine() === 'begun');
  const watching = terminal.call('watch_output', {pattern: '^over$', timeout: 60});
  await line.refuse();
  await terminal.until(session => session.state === 'error');
  expect(await listed()).toMatchObject({state: 'error'});
  // It ends while nobody can see it.
  gate.open();
  await line.allow();
  expect(await running).toMatchObject({state: 'completed', via: 'mark', exit_code: 3, output: 'begun\nover'});
  expect(await watching).toMatchObject({matched: true, lines: ['over']});
  await terminal.until(session => session.state === 'ready');
  expect(await closings()).toEqual([]);
});

test('what is asked of a host that stays out of reach fails and says so; the session lives on', async () => {
  await terminal.run('true');
  await line.refuse();
  await expect(terminal.run('echo never')).rejects.toMatchObject({code: 'server_unavailable'});
  await expect(terminal.call('manage_session', {action: 'close'})).rejects.toMatchObject({code: 'server_unavailable'});
  expect(terminal.session.state).toBe('error');
  await line.allow();
  await terminal.until(session => session.state === 'ready');
  expect(await terminal.outcome('echo again')).toMatchObject({output: 'again', exit_code: 0});
  expect(await closings()).toEqual([]);
});

test('a host that dies while it is out of reach is found dead, and what it had logged counts', async () => {
  using gate = new Gate(terminal);
  const running = terminal.run(`echo begun; ${gate.wait}; (exit 6)`, {timeout: 60});
  await terminal.until(session => session.lastLine() === 'begun');
  await line.refuse();
  await terminal.until(session => session.state === 'error');
  gate.open();
  await untilPrompt();
  RecordedProcess.of(readFileSync(join(home, 'run', 'host.lock'), 'utf8')).signal('SIGKILL');
  expect(await running).toMatchObject({state: 'completed', via: 'mark', exit_code: 6, output: 'begun'});
  await terminal.until(session => session.state === 'closed');
  expect(await closings()).toMatchObject([{kind: 'session_closed'}]);
});

/** The shell is at its prompt again, as the host itself sees it. */
async function untilPrompt(): Promise<void> {
  while ((await direct.list())[0]?.runsCommand !== false);
}

async function rebuilt(): Promise<unknown> {
  const tracker = new SessionTracker(terminal.session.facts);
  await replayLog(tracker, terminal.session.log);
  return view(tracker);
}

function view(tracker: SessionTracker): unknown {
  const {title, phase, outputEnd, modes} = tracker;
  const commands = tracker.recentCommands(100).map(({repaired: _, ...record}) => record);
  return structuredClone({title, phase, outputEnd, modes: [...modes].toSorted(), commands});
}
