import {appendFileSync} from 'node:fs';
import {describe, expect} from 'vitest';
import {needs} from '../support/needs.ts';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {MessagePipe} from './message-pipe.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {aWhile, begin, finished, program} from './programs.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

describe.each(terminals(fullShells))('$backend, $shell: background jobs and timing', ({backend, shell}) => {
  hardCase('D47', 'what a background job prints later belongs to no command', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const started = await terminal.run(`sh -c '${gate.wait}; echo late' &`);
    expect(started).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
      output: expect.stringMatching(/^(\[1\] \d+)?$/),
    });
    await terminal.until(session => session.tracker.phase === 'prompt');
    const late = terminal.call('watch_output', {pattern: '^late$', timeout: 40});
    gate.open();
    expect(await late).toMatchObject({matched: true, lines: ['late']});
    const between = await terminal.call('read_output', {session_id: terminal.sessionId, cursor: started['cursor']});
    expect(between['text']).toContain('late');
    expect(await terminal.run('echo next')).toMatchObject({...completed('next'), mixed_output: true});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D48',
    'a command beside a job that prints all the time keeps its boundaries and exit code, labelled as mixed',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const ticking = terminal.call('watch_output', {pattern: '^tick$', timeout: 40});
      await terminal.run("sh -c 'echo $$ >pid; while echo tick; do sleep 0.01; done' &");
      expect(await ticking).toMatchObject({matched: true});
      await terminal.until(session => session.tracker.unprompted);
      for (const code of [3, 0]) {
        const mixed = await terminal.run(`sh -c 'echo mine; exit ${code}'`);
        expect(mixed).toMatchObject({state: 'completed', exit_code: code, via: 'mark', mixed_output: true});
        expect(mixed['output']).toContain('mine');
      }
      terminal.processIn('pid').signal('SIGTERM');
      await terminal.run('wait');
      expect(await terminal.outcome('true')).toEqual(completed(''));
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D48', 'what a job prints for the first time while the next command runs is labelled too', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    using done = new Gate(terminal, 'done');
    await terminal.run(`sh -c '${gate.wait}; echo late; echo >done' &`);
    const beside = `sh -c 'echo mine >>gate; ${done.wait}; exit 3'`;
    expect(await terminal.run(beside)).toMatchObject({
      state: 'completed',
      exit_code: 3,
      via: 'mark',
      output: expect.stringContaining('late'),
      mixed_output: true,
    });
    await terminal.run('wait');
    expect(await terminal.run('echo clean')).not.toHaveProperty('mixed_output');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D47', 'keys that left nothing on the line do not hide what a job prints at later prompts', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    for (const keys of [['C-l'], ['text:x', 'BSpace'], ['text:xyz', 'C-u']]) {
      await terminal.call('send_keys', {keys});
      using gate = new Gate(terminal);
      await terminal.run(`sh -c '${gate.wait}; echo late' &`);
      await terminal.until(session => session.tracker.phase === 'prompt');
      const late = terminal.call('watch_output', {pattern: '^late$', timeout: 40});
      gate.open();
      expect(await late).toMatchObject({matched: true, lines: ['late']});
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D49', 'a quiet command is running at every look, and is not killed', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const quiet = await terminal.run('sleep 300', {timeout: aWhile});
    expect(quiet).toMatchObject({state: 'running', exit_code: null, completed: false, timed_out: true, output: ''});
    for (const wait_ms of [0, 100, 200, 300])
      expect(await terminal.call('read_output', {command_id: quiet['command_id'], wait_ms})).toMatchObject({
        state: 'running',
        exit_code: null,
      });
    expect(await terminal.driver.foreground(terminal.session)).toEqual(['sleep']);
    await terminal.call('send_control', {character: 'C'});
    expect(await finished(terminal, quiet['command_id'])).toMatchObject({
      state: 'interrupted',
      exit_code: 130,
      via: 'mark',
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D50', 'bursts with pauses of every length end when the program ends', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const bursts = [0, 1, 2, 3, 4, 5, 6].map(number => `burst ${number}`).join('\n');
    expect(await terminal.outcome(program('bursts.py'))).toEqual(completed(bursts, 4));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D51', 'a server that says it is ready is running via until, with a handle', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {log: 'starting\n'}});
    const call = terminal.run('tail -f log', {until: 'ready on port \\d+'});
    await terminal.until(session => session.tracker.phase === 'running');
    appendFileSync(terminal.file('log'), 'server ready on port 8080\n');
    const ready = await call;
    expect(ready).toMatchObject({
      state: 'running',
      via: 'until',
      exit_code: null,
      matched_line: 'server ready on port 8080',
      timed_out: false,
    });
    appendFileSync(terminal.file('log'), 'request 1\n');
    const more = await terminal.call('read_output', {
      session_id: terminal.sessionId,
      cursor: ready['cursor'],
      wait_ms: 40_000,
    });
    expect(more).toMatchObject({text: 'request 1'});
    expect(await terminal.call('read_output', {command_id: ready['command_id']})).toMatchObject({
      state: 'running',
    });
    await terminal.call('send_control', {character: 'C'});
    expect(await finished(terminal, ready['command_id'])).toMatchObject({
      state: 'interrupted',
      exit_code: 130,
      via: 'mark',
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D51', 'an HTTP server is running once it serves (until), also while nothing happens', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    needs('python3');
    const serving = await terminal.run('/usr/bin/env python3 -u -m http.server --bind 127.0.0.1 0', {
      until: 'Serving HTTP on .* port (\\d+)',
    });
    expect(serving).toMatchObject({state: 'running', via: 'until', exit_code: null});
    const port = /port (\d+)/.exec(String(serving['matched_line']))?.[1];
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    await terminal.call('send_control', {character: 'C'});
    expect(await finished(terminal, serving['command_id'])).toMatchObject({exit_code: expect.any(Number), via: 'mark'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D52',
    'a shell that leaves while a disowned job lives on is shell_exited, and the job not touched',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      using pid = new MessagePipe(terminal, 'pid');
      const started = await terminal.run("nohup sh -c 'echo $$ >pid; exec sleep 300' >/dev/null 2>&1 & disown");
      expect(started).toMatchObject({state: 'completed', exit_code: 0});
      const job = terminal.driver.processOf(await pid.line());
      const said = shell === 'bash' ? 'exit' : '';
      expect(await terminal.outcome('exit 0')).toEqual({
        output: isPartLeftOut(backend, 'D52', 'the last output') ? expect.stringMatching(`^(?:${said})?$`) : said,
        exit_code: isPartLeftOut(backend, 'D52', 'how the shell has ended') ? null : 0,
        state: 'shell_exited',
        via: 'exit',
      });
      expect(terminal.session.state).toBe('closed');
      expect(job.isAlive).toBe(true);
      job.signal('SIGTERM');
    },
  );

  hardCase(
    'D52',
    'closing a session hangs its jobs up (fish promises nothing), but none that was made immune',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      using pid = new MessagePipe(terminal, 'pid');
      await terminal.run("sh -c 'echo $$ >pid; exec sleep 300' &");
      const job = terminal.driver.processOf(await pid.line());
      await terminal.run("nohup sh -c 'echo $$ >pid; exec sleep 300' >/dev/null 2>&1 & disown");
      const immune = terminal.driver.processOf(await pid.line());
      expect(await terminal.call('manage_session', {action: 'close'})).toMatchObject({closed: terminal.sessionId});
      expect(terminal.session.isClosed).toBe(true);
      if (shell !== 'fish') await job.ended();
      expect(immune.isAlive).toBe(true);
      for (const left of [job, immune]) left.signal('SIGTERM');
    },
  );

  hardCase('D53', 'five hundred commands of no duration in a row: no result is lost or swapped', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const ids = new Set<unknown>();
    for (let number = 0; number < 500; number++) {
      const {command_id, output, exit_code, state, via} = await terminal.run(`echo ${number}`);
      expect({output, exit_code, state, via}).toEqual(completed(String(number)));
      ids.add(command_id);
    }
    expect(ids.size).toBe(500);
  });

  hardCase(
    'D54',
    'Ctrl-Z gives the prompt back and is said; fg goes on with the same job and its exit code',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      using gate = new Gate(terminal);
      const id = await begin(terminal, `sh -c 'echo go; ${gate.waitItself}; exit 7'`);
      await terminal.call('send_control', {character: 'Z'});
      const stopped = await terminal.call('read_output', {command_id: id, wait_ms: 40_000});
      expect(stopped).toMatchObject({state: 'completed', suspended: true});
      // fish leaves its $status as it was before.
      expect(stopped['exit_code']).toBe(shell === 'fish' ? null : 148);
      expect(await terminal.proof()).toEqual(stillHere);
      const resumed = await terminal.run('fg', {wait_for_completion: false});
      expect(resumed).toMatchObject({state: 'running', exit_code: null});
      gate.open();
      // The status of fish's fg is its own, not the job's.
      const code = shell === 'fish' ? 0 : 7;
      expect(await finished(terminal, resumed['command_id'])).toMatchObject({
        state: 'completed',
        exit_code: code,
        via: 'mark',
      });
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D54', 'a stopped command has no exit code of another one, also when it stops itself', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run("sh -c 'exit 3'")).toMatchObject({state: 'completed', exit_code: 3});
    const stopped = await terminal.run("sh -c 'kill -STOP $$; exit 6'");
    // 128 + SIGSTOP, which is 19 on Linux and 17 on macOS.
    const code = shell === 'fish' ? null : expect.toSatisfy(status => status === 147 || status === 145);
    expect(stopped).toMatchObject({state: 'completed', exit_code: code, suspended: true, via: 'mark'});
    const next = await terminal.run('false');
    expect(next).toMatchObject({state: 'completed', exit_code: 1});
    expect(next).not.toHaveProperty('suspended');
    const same = await terminal.run("sh -c 'exit 147'");
    expect(same).toMatchObject({state: 'completed', exit_code: 147});
    expect(same).not.toHaveProperty('suspended');
    expect(await terminal.run('fg')).toMatchObject({state: 'completed', exit_code: shell === 'fish' ? 0 : 6});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D54', 'a job that Ctrl-Z stops again is said to be stopped again', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const stop = async (id: unknown): Promise<void> => {
      await terminal.call('send_control', {character: 'Z'});
      const stopped = await terminal.call('read_output', {command_id: id, wait_ms: 40_000});
      expect(stopped).toMatchObject({state: 'completed', suspended: true});
    };
    await stop(await begin(terminal, `sh -c 'echo go; ${gate.waitItself}; exit 7'`));
    await terminal.run("sh -c 'exit 9'");
    const resumed = await terminal.run('fg', {wait_for_completion: false});
    await terminal.until(session => session.tracker.phase === 'running');
    await expect.poll(async () => (await terminal.session.look()).claim.type).toBe('busy');
    await stop(resumed['command_id']);
    gate.open();
    expect(await terminal.run('fg')).not.toHaveProperty('suspended');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D54', 'bg lets a stopped job go on beside the prompt', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    using result = new MessagePipe(terminal, 'result');
    const id = await begin(terminal, `sh -c 'echo go; ${gate.waitItself}; echo ended >result'`);
    await terminal.call('send_control', {character: 'Z'});
    expect(await finished(terminal, id)).toMatchObject({state: 'completed'});
    expect(await terminal.run('bg')).toMatchObject({state: 'completed', exit_code: 0});
    gate.open();
    expect(await result.line()).toBe('ended');
    // At its prompt it says so at once; while a command runs this would be said among what that prints.
    if (shell === 'fish')
      await expect.poll(async () => (await terminal.call('read_screen', {})).text).toContain('has ended');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  const statuses: readonly (readonly [string, number])[] =
    shell === 'fish'
      ? [
          ['true | false', 1],
          ['false | true', 0],
          ['false | true; test "$pipestatus" = "1 0"', 0],
          ['not true', 1],
          ["sh -c 'exit 5' &; wait", 0],
        ]
      : [
          ['true | false', 1],
          ['false | true', 0],
          ['set -o pipefail; false | true', 1],
          ['set +o pipefail; false | true', 0],
          ["sh -c 'exit 5' & wait $!", 5],
          ['! true', 1],
        ];
  hardCase('D55', 'pipelines and wait give the status the shell gives', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const [command, status] of statuses)
      expect([command, await terminal.run(command)]).toEqual([
        command,
        expect.objectContaining({state: 'completed', exit_code: status, via: 'mark'}),
      ]);
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.each(terminals(['bash', 'zsh', 'fish', 'dash']))(
  '$backend, $shell: what the shell knows nothing of',
  ({backend, shell}) => {
    const disowning = {bash: '& disown', zsh: '&!', fish: '& disown', dash: '&', tcsh: '&'} as const;
    /** What a shell forgets at once, or never knew. (A dash says nothing of its jobs.) */
    const orphans: readonly (readonly [string, (script: string) => string])[] = [
      ['that the shell has disowned', script => `sh -c '${script}' ${disowning[shell]}`],
      ['that a program has left behind', script => `sh -c "sh -c '${script.replaceAll('$', '\\$')}' &"`],
      ['that has a POSIX session of its own', script => `sh -c "setsid sh -c '${script.replaceAll('$', '\\$')}' &"`],
    ];

    hardCase.for(orphans)(
      'D48',
      'what a process %s prints while the next command runs is labelled',
      async ([, line]) => {
        await using terminal = await TestTerminal.open(backend, shell);
        using gate = new Gate(terminal);
        using begun = new Gate(terminal, 'begun');
        using done = new Gate(terminal, 'done');
        const started = await terminal.run(line(`echo $$ >pid; echo >begun; ${gate.wait}; echo late; echo >done`));
        expect(started).toMatchObject({state: 'completed', exit_code: 0});
        await begun.line();
        const orphan = terminal.processIn('pid');
        const beside = `sh -c 'echo mine >>gate; ${done.wait}; exit 3'`;
        expect(await terminal.run(beside)).toMatchObject({
          state: 'completed',
          exit_code: 3,
          via: 'mark',
          output: expect.stringContaining('late'),
          mixed_output: true,
        });
        await orphan.ended();
        expect(await terminal.run('echo clean')).not.toHaveProperty('mixed_output');
      },
    );

    hardCase('D48', 'a process that was left behind and prints elsewhere labels nothing', async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      using gate = new Gate(terminal);
      using begun = new Gate(terminal, 'begun');
      await terminal.run(`sh -c "sh -c 'echo >begun; ${gate.wait}; echo >begun' >/dev/null 2>&1 &"`);
      await begun.line();
      expect(await terminal.run('echo clean')).not.toHaveProperty('mixed_output');
      gate.open();
      // Without the gate it would wait for ever.
      await begun.line();
    });
  },
);
