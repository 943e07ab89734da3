import {appendFileSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {needs} from '../support/needs.ts';
import {completed, fullShells, Stand, stillHere} from './bench.ts';
import {Gate} from './gate.ts';
import {begin, ended, fileAppears, finished, isAlive, program} from './programs.ts';

describe.each(fullShells)('%s: background jobs and timing', shell => {
  test('D47 what a background job prints later belongs to no command', async () => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    const started = await stand.run(`sh -c '${gate.wait}; echo late' &`);
    expect(started).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
      output: expect.stringMatching(/^(\[1\] \d+)?$/),
    });
    await stand.until(session => session.tracker.phase === 'prompt');
    const late = stand.call('watch_output', {pattern: '^late$', timeout: 10});
    gate.open();
    expect(await late).toMatchObject({matched: true, lines: ['late']});
    const between = await stand.call('read_output', {session_id: stand.sessionId, cursor: started['cursor']});
    expect(between['text']).toContain('late');
    expect(await stand.run('echo next')).toMatchObject({...completed('next'), mixed_output: true});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D48 a command beside a job that prints all the time keeps its boundaries and exit code, labelled as mixed', async () => {
    await using stand = await Stand.open({shell});
    const ticking = stand.call('watch_output', {pattern: '^tick$', timeout: 10});
    await stand.run("sh -c 'echo $$ >pid; while echo tick; do sleep 0.01; done' &");
    expect(await ticking).toMatchObject({matched: true});
    await stand.until(session => session.tracker.unprompted);
    for (const code of [3, 0]) {
      const mixed = await stand.run(`sh -c 'echo mine; exit ${code}'`);
      expect(mixed).toMatchObject({state: 'completed', exit_code: code, via: 'mark', mixed_output: true});
      expect(mixed['output']).toContain('mine');
    }
    process.kill(Number(readFileSync(join(stand.home, 'home', 'pid'), 'utf8')));
    await stand.run('wait');
    expect(await stand.outcome('true')).toEqual(completed(''));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D48 what a job prints for the first time while the next command runs is labelled too', async () => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    await stand.run(`sh -c '${gate.wait}; echo late; echo >done' &`);
    const beside = `sh -c 'echo mine >>gate; while ! test -e done; do sleep 0.01; done; exit 3'`;
    expect(await stand.run(beside)).toMatchObject({
      state: 'completed',
      exit_code: 3,
      via: 'mark',
      output: expect.stringContaining('late'),
      mixed_output: true,
    });
    await stand.run('wait');
    expect(await stand.run('echo clean')).not.toHaveProperty('mixed_output');
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D47 keys that left nothing on the line do not hide what a job prints at later prompts', async () => {
    await using stand = await Stand.open({shell});
    await stand.run('true');
    for (const keys of [['C-l'], ['text:x', 'BSpace'], ['text:xyz', 'C-u']]) {
      await stand.call('send_keys', {keys});
      using gate = new Gate(stand);
      await stand.run(`sh -c '${gate.wait}; echo late' &`);
      await stand.until(session => session.tracker.phase === 'prompt');
      const late = stand.call('watch_output', {pattern: '^late$', timeout: 10});
      gate.open();
      expect(await late).toMatchObject({matched: true, lines: ['late']});
    }
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D49 a quiet command is running at every look, and is not killed', async () => {
    await using stand = await Stand.open({shell});
    const quiet = await stand.run('sleep 300', {timeout: 0.5});
    expect(quiet).toMatchObject({state: 'running', exit_code: null, completed: false, timed_out: true, output: ''});
    for (const wait_ms of [0, 100, 200, 300])
      expect(await stand.call('read_output', {command_id: quiet['command_id'], wait_ms})).toMatchObject({
        state: 'running',
        exit_code: null,
      });
    const {foreground} = await stand.session.link.probe();
    expect(foreground.map(process => process.name)).toEqual(['sleep']);
    await stand.call('send_control', {character: 'C'});
    expect(await finished(stand, quiet['command_id'])).toMatchObject({
      state: 'interrupted',
      exit_code: 130,
      via: 'mark',
    });
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D50 bursts with pauses of every length end when the program ends', async () => {
    await using stand = await Stand.open({shell});
    const bursts = [0, 1, 2, 3, 4, 5, 6].map(number => `burst ${number}`).join('\n');
    expect(await stand.outcome(program('bursts.py'))).toEqual(completed(bursts, 4));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D51 a server that says it is ready is running via until, with a handle', async () => {
    await using stand = await Stand.open({shell, home: {log: 'starting\n'}});
    const call = stand.run('tail -f log', {until: 'ready on port \\d+'});
    await stand.until(session => session.tracker.phase === 'running');
    appendFileSync(join(stand.home, 'home', 'log'), 'server ready on port 8080\n');
    const ready = await call;
    expect(ready).toMatchObject({
      state: 'running',
      via: 'until',
      exit_code: null,
      matched_line: 'server ready on port 8080',
      timed_out: false,
    });
    appendFileSync(join(stand.home, 'home', 'log'), 'request 1\n');
    const more = await stand.call('read_output', {session_id: stand.sessionId, cursor: ready['cursor'], wait_ms: 5000});
    expect(more).toMatchObject({text: 'request 1'});
    expect(await stand.call('read_output', {command_id: ready['command_id'], wait_ms: 100})).toMatchObject({
      state: 'running',
    });
    await stand.call('send_control', {character: 'C'});
    expect(await finished(stand, ready['command_id'])).toMatchObject({
      state: 'interrupted',
      exit_code: 130,
      via: 'mark',
    });
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D51 an HTTP server is running once it serves (until), also while nothing happens', async () => {
    await using stand = await Stand.open({shell});
    needs('python3');
    const serving = await stand.run('/usr/bin/env python3 -u -m http.server --bind 127.0.0.1 0', {
      until: 'Serving HTTP on .* port (\\d+)',
    });
    expect(serving).toMatchObject({state: 'running', via: 'until', exit_code: null});
    const port = /port (\d+)/.exec(String(serving['matched_line']))?.[1];
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    await stand.call('send_control', {character: 'C'});
    expect(await finished(stand, serving['command_id'])).toMatchObject({exit_code: expect.any(Number), via: 'mark'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D52 a shell that leaves while a disowned job lives on is shell_exited at once; the job is not touched', async () => {
    await using stand = await Stand.open({shell});
    const started = await stand.run("nohup sh -c 'echo $$ >pid; exec sleep 300' >/dev/null 2>&1 & disown");
    expect(started).toMatchObject({state: 'completed', exit_code: 0});
    const pid = Number(await fileAppears(stand, 'pid'));
    const said = shell === 'bash' ? 'exit' : '';
    expect(await stand.outcome('exit 0')).toEqual({output: said, exit_code: 0, state: 'shell_exited', via: 'exit'});
    expect(stand.session.state).toBe('closed');
    expect(isAlive(pid)).toBe(true);
    process.kill(pid);
  });

  test('D52 closing a session hangs its jobs up (fish promises nothing), but not one that was made immune', async () => {
    await using stand = await Stand.open({shell});
    await stand.run("sh -c 'echo $$ >job; exec sleep 300' &");
    await stand.run("nohup sh -c 'echo $$ >immune; exec sleep 300' >/dev/null 2>&1 & disown");
    const job = Number(await fileAppears(stand, 'job'));
    const immune = Number(await fileAppears(stand, 'immune'));
    expect(await stand.call('manage_session', {action: 'close'})).toMatchObject({closed: stand.sessionId});
    expect(stand.session.isClosed).toBe(true);
    if (shell !== 'fish') await ended(job);
    expect(isAlive(immune)).toBe(true);
    for (const pid of [job, immune]) if (isAlive(pid)) process.kill(pid);
  });

  test('D53 five hundred commands of no duration in a row: no result is lost or swapped', async () => {
    await using stand = await Stand.open({shell});
    const ids = new Set<unknown>();
    for (let number = 0; number < 500; number++) {
      const {command_id, output, exit_code, state, via} = await stand.run(`echo ${number}`);
      expect({output, exit_code, state, via}).toEqual(completed(String(number)));
      ids.add(command_id);
    }
    expect(ids.size).toBe(500);
  });

  test('D54 Ctrl-Z gives the prompt back and is said; fg goes on with the same job and its exit code', async () => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    const id = await begin(stand, `sh -c 'echo go; ${gate.wait}; exit 7'`);
    await stand.call('send_control', {character: 'Z'});
    const stopped = await stand.call('read_output', {command_id: id, wait_ms: 10_000});
    expect(stopped).toMatchObject({state: 'completed', suspended: true});
    expect(stopped['exit_code']).toBe(shell === 'fish' ? 0 : 148);
    expect(await stand.proof()).toEqual(stillHere);
    const resumed = await stand.run('fg', {timeout: 0.5});
    expect(resumed).toMatchObject({state: 'running', exit_code: null});
    gate.open();
    // The status of fish's fg is its own, not the job's.
    const code = shell === 'fish' ? 0 : 7;
    expect(await finished(stand, resumed['command_id'])).toMatchObject({
      state: 'completed',
      exit_code: code,
      via: 'mark',
    });
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D54 bg lets a stopped job go on beside the prompt', async () => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    const id = await begin(stand, `sh -c 'echo go; ${gate.wait}; echo ended >result'`);
    await stand.call('send_control', {character: 'Z'});
    expect(await finished(stand, id)).toMatchObject({state: 'completed'});
    expect(await stand.run('bg')).toMatchObject({state: 'completed', exit_code: 0});
    gate.open();
    await fileAppears(stand, 'result');
    expect(await stand.proof()).toEqual(stillHere);
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
  test('D55 pipelines and wait give the status the shell gives', async () => {
    await using stand = await Stand.open({shell});
    for (const [command, status] of statuses)
      expect([command, await stand.run(command)]).toEqual([
        command,
        expect.objectContaining({state: 'completed', exit_code: status, via: 'mark'}),
      ]);
    expect(await stand.proof()).toEqual(stillHere);
  });
});
