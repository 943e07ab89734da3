import {execFileSync, fork} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Clock} from '../../src/core/index.ts';
import {needs, skipUnless} from '../support/needs.ts';
import {completed, fullShells, Stand, stillHere} from './bench.ts';
import {Gate} from './gate.ts';
import {begin, ended, finished} from './programs.ts';

const program = join(import.meta.dirname, 'server-process.ts');

describe.each(fullShells)('%s: lifecycle', shell => {
  test('D83 kill -9 of the server loses no byte and no session; the result of the running command comes after', async () => {
    needs(shell);
    const folder = mkdtempSync(join(tmpdir(), 'cotty-case-'));
    mkdirSync(join(folder, 'home'));
    using gate = new Gate({home: folder});
    const command = `sh -c 'echo go; ${gate.wait}; seq 1000; exit 7'`;
    const server = fork(program, [folder, shell, command], {stdio: ['ignore', 'inherit', 'inherit', 'ipc']});
    const [{sessionId, commandId}] = (await once(server, 'message')) as [Record<'sessionId' | 'commandId', string>];
    server.kill('SIGKILL');
    await once(server, 'exit');
    // The command ends while there is no server.
    gate.open();
    await using stand = await Stand.adopt(folder, sessionId);
    const numbers = Array.from({length: 1000}, (_, n) => n + 1).join('\n');
    expect(await finished(stand, commandId)).toEqual(completed(`go\n${numbers}`, 7));
    expect(await stand.proof()).toEqual(stillHere);
    expect(await stand.call('manage_session', {action: 'list'})).toMatchObject({sessions: [{session_id: sessionId}]});
  });

  test('D83 a server that is replaced leaves the running command to the next one', async () => {
    const first = await Stand.open({shell, hostProcess: true});
    using gate = new Gate(first);
    const id = await begin(first, `sh -c 'echo go; ${gate.wait}; echo end'`);
    await first.engine[Symbol.asyncDispose]();
    await using second = await Stand.adopt(first.home, first.sessionId);
    expect(await second.call('read_output', {command_id: id, wait_ms: 50})).toMatchObject({
      state: 'running',
      text: 'go',
    });
    gate.open();
    expect(await finished(second, id)).toEqual(completed('go\nend'));
    expect(await second.proof()).toEqual(stillHere);
  });

  test.each([
    ['back by an hour', -3_600_000],
    ['forth by a day', 86_400_000],
  ])('D83 a wall clock that jumps %s changes no duration', async (_, jump) => {
    let jumpedMs = 0;
    const clock: Clock = {monotonicMs: () => performance.now(), wallMs: () => Date.now() + jumpedMs};
    await using stand = await Stand.open({shell, clock});
    const call = stand.run('sleep 300', {timeout: 2});
    await stand.until(session => session.tracker.phase === 'running');
    jumpedMs = jump;
    const running = await call;
    expect(running).toMatchObject({state: 'running', timed_out: true});
    expect(running['duration_ms']).toBeGreaterThanOrEqual(300);
    expect(running['duration_ms']).toBeLessThan(5000);
    await stand.call('send_control', {character: 'C'});
    await finished(stand, running['command_id']);
    const record = stand.session.command(running['command_id'] as never);
    const took = Number(record?.endedAtMs) - Number(record?.startedAtMs);
    expect(took).toBeGreaterThanOrEqual(300);
    expect(took).toBeLessThan(5000);
  });

  test('D83 a full disk (a small tmpfs) ends nothing: results go on, the hole is declared', async () => {
    skipUnless(canMount(), 'no small file system can be mounted here');
    using disk = new SmallDisk();
    await using stand = await Stand.open({shell, cottyHome: join(disk.path, 'cotty')});
    const {cursor} = await stand.run('echo before');
    const ballast = join(disk.path, 'ballast');
    writeFileSync(ballast, new Uint8Array(500_000));
    expect(await stand.run('yes | head -c 6000000', {timeout: 25})).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
    });
    rmSync(ballast);
    expect(await stand.outcome("sh -c 'echo after; exit 5'")).toEqual(completed('after', 5));
    expect(await stand.proof()).toEqual(stillHere);
    const hole = await stand.call('read_output', {session_id: stand.sessionId, cursor, max_output_bytes: 1_000_000});
    const rest = await stand.call('read_output', {
      session_id: stand.sessionId,
      cursor: Number(cursor) + 4_000_000,
      max_output_bytes: 1_000_000,
    });
    expect(Number(hole['missed_bytes']) + Number(rest['missed_bytes'])).toBeGreaterThan(0);
  });

  test('D84 a host that is killed makes the command lost at once, and is not called again and again', async () => {
    await using stand = await Stand.open({shell, hostProcess: true});
    const id = await begin(stand, 'echo go; sleep 300');
    const waiting = stand.call('read_output', {command_id: id, wait_ms: 20_000});
    const since = performance.now();
    process.kill(hostPid(stand), 'SIGKILL');
    expect(await waiting).toMatchObject({state: 'lost', exit_code: null});
    expect(performance.now() - since).toBeLessThan(2000);
    expect(stand.session.state).toBe('closed');
    await expect(stand.run('true')).rejects.toMatchObject({code: 'session_closed'});
    expect((await stand.call('read_output', {command_id: id}))['text']).toBe('go');
  });

  test('D84 a shell that somebody kills is shell_exited, with the signal said', async () => {
    await using stand = await Stand.open({shell});
    const {next: after} = await stand.call('wait_for_events', {timeout: 0.001});
    const id = await begin(stand, 'echo go; sleep 300');
    process.kill(stand.session.facts.pid, 'SIGKILL');
    expect(await finished(stand, id)).toMatchObject({state: 'shell_exited', exit_code: null, via: 'exit'});
    const {events} = await stand.call('wait_for_events', {after, kinds: ['session_closed'], timeout: 10});
    expect(events).toMatchObject([{exit_code: null, signal: 'SIGKILL'}]);
  });

  test('D85 opening and closing sessions leaves no descriptor, terminal or process behind (12 cycles; the soak has more)', async () => {
    await using stand = await Stand.open({shell});
    await stand.proof();
    const cycle = async () => {
      const {session_id} = await stand.call('manage_session', {action: 'create', shell});
      await stand.call('run_command', {command: 'true', session_id});
      const {pid} = stand.engine.session(String(session_id)).facts;
      await stand.call('manage_session', {action: 'close', session_id});
      await ended(pid);
    };
    await cycle();
    const before = openThings();
    for (let n = 0; n < 12; n++) await cycle();
    expect(openThings()).toEqual(before);
    expect((await stand.call('manage_session', {action: 'list'}))['sessions']).toHaveLength(1);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D87 the id of a closed session is never taken for another one', async () => {
    await using stand = await Stand.open({shell});
    expect(await stand.proof()).toEqual(stillHere);
    await stand.call('manage_session', {action: 'close'});
    const {session_id} = await stand.call('manage_session', {action: 'create', shell, session_id: undefined});
    expect(session_id).not.toBe(stand.sessionId);
    for (const [tool, input] of [
      ['run_command', {command: 'true'}],
      ['send_text', {text: 'x'}],
      ['send_keys', {keys: ['Enter']}],
      ['send_control', {character: 'C'}],
      ['manage_session', {action: 'resize', cols: 90}],
    ] as const)
      await expect(stand.call(tool, input)).rejects.toMatchObject({code: 'session_closed'});
    expect((await stand.call('read_output', {offset_lines: 0}))['text']).toContain('still-here');
    await expect(stand.call('run_command', {command: 'true', session_id: 'pty:never-was'})).rejects.toMatchObject({
      code: 'unknown_session',
    });
  });

  test('D88 a program inside a session cannot drive that session: cotty refuses', async () => {
    await using stand = await Stand.open({shell, env: {COTTY_HOME: join(tmpdir(), 'cotty-not-there')}});
    const cotty = join(import.meta.dirname, '..', '..', 'bin', 'cotty');
    const refused = await stand.run(`${cotty} run --session "$COTTY_SESSION" -- true`, {timeout: 25});
    expect(refused).toMatchObject({
      state: 'completed',
      exit_code: 125,
      output: expect.stringContaining('inside that very session'),
    });
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D88 an agent that runs inside a session looks at it but neither types into it nor ends it', async () => {
    await using stand = await Stand.open({shell});
    stand.caller.insideSessionId = stand.sessionId;
    const drives: [string, Record<string, unknown>][] = [
      ['run_command', {command: 'true'}],
      ['send_keys', {keys: ['a']}],
      ['send_text', {text: 'a'}],
      ['send_control', {character: 'C'}],
      ['manage_session', {action: 'close'}],
    ];
    for (const [tool, input] of drives) await expect(stand.call(tool, input)).rejects.toMatchObject({code: 'denied'});
    expect(await stand.call('read_screen', {})).toMatchObject({session_id: stand.sessionId});
    stand.caller.insideSessionId = undefined;
    expect(await stand.proof()).toEqual(stillHere);
  });
});

function hostPid(stand: Stand): number {
  return Number(readFileSync(join(stand.home, 'cotty', 'run', 'host.lock'), 'utf8'));
}

/** Descriptors of this process, which is host and server, and how many of them are terminals. */
function openThings(): {descriptors: number; terminals: number} {
  const targets = readdirSync('/proc/self/fd').flatMap(name => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return [];
    }
  });
  return {descriptors: targets.length, terminals: targets.filter(target => target.endsWith('ptmx')).length};
}

function canMount(): boolean {
  try {
    using _ = new SmallDisk();
    return true;
  } catch {
    return false;
  }
}

/** Two megabytes; needs root. */
class SmallDisk implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'cotty-disk-'));

  constructor() {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', this.path], {stdio: 'ignore'});
    } catch (error) {
      rmSync(this.path, {recursive: true});
      throw error;
    }
  }

  [Symbol.dispose](): void {
    execFileSync('umount', ['-l', this.path]);
    rmSync(this.path, {recursive: true});
  }
}
