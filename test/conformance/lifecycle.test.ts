import {execFileSync, fork} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import type {Clock} from '../../src/core/index.ts';
import {needs, skipUnless} from '../support/needs.ts';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {aWhile, begin, finished, floodLine} from './programs.ts';
import {rcFile} from './shell-homes.ts';
import {
  completed,
  fullShells,
  makeCaseFolder,
  type ShellName,
  stillHere,
  TestTerminal,
  terminals,
} from './test-terminal.ts';

/** At its next prompt it stops itself, where there is a file `stop`. */
const stopsInHook: Readonly<Partial<Record<ShellName, string>>> = {
  bash: "PROMPT_COMMAND='test ! -e stop || kill -STOP $$'",
  zsh: 'precmd() { test ! -e stop || kill -STOP $$ }',
  fish: 'function stops --on-event fish_prompt; test ! -e stop; or kill -STOP $fish_pid; end',
};

const program = join(import.meta.dirname, 'server-process.ts');

describe.each(terminals(fullShells))('$backend, $shell: lifecycle', ({backend, shell}) => {
  if (!isPartLeftOut(backend, 'D83', 'what is printed while no server of cotty runs'))
    hardCase(
      'D83',
      'kill -9 of the server loses no byte and no session; the result of the running command comes after',
      async () => {
        needs(shell);
        const folder = makeCaseFolder();
        using gate = new Gate({home: join(folder, 'home')});
        const command = `sh -c 'echo go; ${gate.wait}; seq 1000; exit 7'`;
        const server = fork(program, [backend, shell, folder, command], {
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        });
        const [{sessionId, commandId}] = (await once(server, 'message')) as [Record<'sessionId' | 'commandId', string>];
        server.kill('SIGKILL');
        await once(server, 'exit');
        // The command ends while there is no server.
        gate.open();
        await using terminal = await TestTerminal.adopt(backend, shell, folder, sessionId);
        const numbers = Array.from({length: 1000}, (_, n) => n + 1).join('\n');
        expect(await finished(terminal, commandId)).toEqual(completed(`go\n${numbers}`, 7));
        expect(await terminal.proof()).toEqual(stillHere);
        expect(await terminal.call('manage_session', {action: 'list'})).toMatchObject({
          sessions: [{session_id: sessionId}],
        });
      },
    );

  if (!isPartLeftOut(backend, 'D31', 'a shell that is stopped'))
    hardCase('D31', 'a line that its shell was given and never began is lost when that ends', async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run('true');
      await terminal.until(({tracker}) => tracker.phase === 'prompt');
      const own = terminal.driver.shellOf(terminal.session);
      own.signal('SIGSTOP');
      const {command_id} = await terminal.run('echo ran >ran', {wait_for_completion: false});
      own.signal('SIGKILL');
      expect(await terminal.call('read_output', {command_id, wait_ms: 10_000})).toMatchObject({
        state: 'lost',
        exit_code: null,
        hint: expect.stringContaining('nothing of it ran'),
      });
      expect(existsSync(terminal.file('ran'))).toBe(false);
    });

  if (!isPartLeftOut(backend, 'D31', 'a shell that is stopped'))
    hardCase(
      'D31',
      'a shell that is stopped on the way to its prompt is said to be, and nobody waits for it',
      async () => {
        const home = {[rcFile(shell)]: stopsInHook[shell] ?? ''};
        await using terminal = await TestTerminal.open(backend, shell, {home});
        expect(await terminal.outcome('touch stop')).toEqual(completed(''));
        await expect(terminal.run('echo two', {timeout: 1})).rejects.toMatchObject({
          code: 'session_busy',
          message: expect.stringContaining('is stopped'),
        });
        rmSync(terminal.file('stop'));
        terminal.driver.shellOf(terminal.session).signal('SIGCONT');
        expect(await terminal.proof()).toEqual(stillHere);
      },
    );

  hardCase('D31', 'a line that its shell began ends with it', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, "sh -c 'echo go; exec sleep 60'");
    terminal.driver.shellOf(terminal.session).signal('SIGKILL');
    expect(await terminal.call('read_output', {command_id: id, wait_ms: 10_000})).toMatchObject({
      state: 'shell_exited',
    });
  });

  hardCase('D83', 'a server that is replaced leaves the running command to the next one', async () => {
    const first = await TestTerminal.open(backend, shell, {outlivesEngine: true});
    using gate = new Gate(first);
    const id = await begin(first, `sh -c 'echo go; ${gate.wait}; echo end'`);
    await first.engine[Symbol.asyncDispose]();
    await using second = await first.adoptedByNext();
    expect(await second.call('read_output', {command_id: id})).toMatchObject({
      state: 'running',
      text: 'go',
    });
    gate.open();
    expect(await finished(second, id)).toEqual(completed('go\nend'));
    expect(await second.proof()).toEqual(stillHere);
  });

  hardCase.for([
    ['back by an hour', -3_600_000],
    ['forth by a day', 86_400_000],
  ])('D83', 'a wall clock that jumps %s changes no duration', async ([, jump]) => {
    let jumpedMs = 0;
    const clock: Clock = {monotonicMs: () => performance.now(), wallMs: () => Date.now() + jumpedMs};
    await using terminal = await TestTerminal.open(backend, shell, {clock});
    const submitted = performance.now();
    const call = terminal.run('sleep 300', {timeout: aWhile});
    await terminal.until(session => session.tracker.phase === 'running');
    const isRunning = performance.now();
    jumpedMs = jump;
    const running = await call;
    const answered = performance.now();
    expect(running).toMatchObject({state: 'running', timed_out: true});
    // The call has waited until now, or nearly: timers may be early by a millisecond, and durations are rounded.
    expect(running['duration_ms']).toBeGreaterThanOrEqual(aWhile * 1000 - (isRunning - submitted) - 2);
    expect(running['duration_ms']).toBeLessThanOrEqual(answered - submitted + 2);
    await terminal.call('send_control', {character: 'C'});
    await finished(terminal, running['command_id']);
    const record = terminal.session.tracker.command(running['command_id'] as never);
    const took = Number(record?.endedAtMs) - Number(record?.startedAtMs);
    expect(took).toBeGreaterThanOrEqual(answered - isRunning - 2);
    expect(took).toBeLessThanOrEqual(performance.now() - submitted + 2);
  });

  hardCase('D83', 'a full disk (a small tmpfs) ends nothing: results go on, the hole is declared', async () => {
    skipUnless(canMount(), 'needs root: a small file system has to be mounted');
    using disk = new SmallDisk();
    await using terminal = await TestTerminal.open(backend, shell, {cottyHome: join(disk.path, 'cotty')});
    const {cursor} = await terminal.run('echo before');
    const ballast = join(disk.path, 'ballast');
    writeFileSync(ballast, new Uint8Array(500_000));
    expect(await terminal.run(`yes ${floodLine} | head -c 9000000`, {timeout: 25})).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
    });
    rmSync(ballast);
    expect(await terminal.outcome("sh -c 'echo after; exit 5'")).toEqual(completed('after', 5));
    expect(await terminal.proof()).toEqual(stillHere);
    const hole = await terminal.call('read_output', {
      session_id: terminal.sessionId,
      cursor,
      max_output_bytes: 1_000_000,
    });
    const rest = await terminal.call('read_output', {
      session_id: terminal.sessionId,
      cursor: Number(cursor) + 4_000_000,
      max_output_bytes: 1_000_000,
    });
    expect(Number(hole['missed_bytes']) + Number(rest['missed_bytes'])).toBeGreaterThan(0);
  });

  hardCase(
    'D84',
    'a host that is killed makes the command lost by that alone, and is not called again and again',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
      const id = await begin(terminal, 'echo go; sleep 300');
      // It would wait for longer than the test may last.
      const waiting = terminal.call('read_output', {command_id: id, wait_ms: 600_000});
      terminal.driver.carrier(terminal.cottyHome).signal('SIGKILL');
      expect(await waiting).toMatchObject({state: 'lost', exit_code: null});
      expect(terminal.session.state).toBe('closed');
      await expect(terminal.run('true')).rejects.toMatchObject({code: 'session_closed'});
      expect((await terminal.call('read_output', {command_id: id}))['text']).toBe('go');
    },
  );

  hardCase('D84', 'a shell that somebody kills is shell_exited, with the signal said', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const {next: after} = await terminal.call('wait_for_events', {timeout: 0.001});
    const id = await begin(terminal, 'echo go; sleep 300');
    terminal.driver.shellOf(terminal.session).signal('SIGKILL');
    expect(await finished(terminal, id)).toMatchObject({state: 'shell_exited', exit_code: null, via: 'exit'});
    const {events} = await terminal.call('wait_for_events', {after, kinds: ['session_closed'], timeout: 40});
    const signal = isPartLeftOut(backend, 'D84', 'how the shell has ended') ? null : 'SIGKILL';
    expect(events).toMatchObject([{exit_code: null, signal}]);
  });

  hardCase(
    'D85',
    'opening and closing sessions leaves no descriptor, terminal or process behind (12 cycles; the soak has more)',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.proof();
      const cycle = async () => {
        const {session_id} = await terminal.call('manage_session', {action: 'create', shell});
        await terminal.call('run_command', {command: 'true', session_id});
        const opened = terminal.driver.shellOf(terminal.engine.session(String(session_id)));
        await terminal.call('manage_session', {action: 'close', session_id});
        await opened.ended();
      };
      await cycle();
      const before = terminal.driver.heldOpen();
      skipUnless(before !== null, 'nothing here tells what this process holds open');
      for (let n = 0; n < 12; n++) await cycle();
      expect(terminal.driver.heldOpen()).toEqual(before);
      expect((await terminal.call('manage_session', {action: 'list'}))['sessions']).toHaveLength(1);
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D87', 'the id of a closed session is never taken for another one', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.proof()).toEqual(stillHere);
    await terminal.call('manage_session', {action: 'close'});
    const {session_id} = await terminal.call('manage_session', {action: 'create', shell, session_id: undefined});
    expect(session_id).not.toBe(terminal.sessionId);
    for (const [tool, input] of [
      ['run_command', {command: 'true'}],
      ['send_text', {text: 'x'}],
      ['send_keys', {keys: ['Enter']}],
      ['send_control', {character: 'C'}],
      ['manage_session', {action: 'resize', cols: 90}],
    ] as const)
      await expect(terminal.call(tool, input)).rejects.toMatchObject({code: 'session_closed'});
    expect((await terminal.call('read_output', {offset_lines: 0}))['text']).toContain('still-here');
    await expect(terminal.call('run_command', {command: 'true', session_id: 'pty:never-was'})).rejects.toMatchObject({
      code: 'unknown_session',
    });
  });

  hardCase('D88', 'a program inside a session cannot drive that session: cotty refuses', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {
      env: {COTTY_HOME: join(tmpdir(), 'cotty-not-there')},
    });
    const cotty = join(import.meta.dirname, '..', '..', 'bin', 'cotty');
    const refused = await terminal.run(`${cotty} run --session "$COTTY_SESSION" -- true`, {timeout: 25});
    expect(refused).toMatchObject({
      state: 'completed',
      exit_code: 125,
      output: expect.stringContaining('inside that very session'),
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D88', 'an agent that runs inside a session looks at it but neither types into it nor ends it', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    terminal.caller.insideSessionId = terminal.sessionId;
    const drives: [string, Record<string, unknown>][] = [
      ['run_command', {command: 'true'}],
      ['send_keys', {keys: ['a']}],
      ['send_text', {text: 'a'}],
      ['send_control', {character: 'C'}],
      ['manage_session', {action: 'close'}],
    ];
    for (const [tool, input] of drives)
      await expect(terminal.call(tool, input)).rejects.toMatchObject({code: 'denied'});
    expect(await terminal.call('read_screen', {})).toMatchObject({session_id: terminal.sessionId});
    terminal.caller.insideSessionId = undefined;
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

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
