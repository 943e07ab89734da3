import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {completed, fullShells, Stand, stillHere} from './bench.ts';
import {Gate} from './gate.ts';
import {isLeftOut} from './not-applicable.ts';
import {begin, ended, finished, isAlive, program} from './programs.ts';

const openQuote: Record<string, string> = {bash: 'echo "open', zsh: 'echo "open', fish: 'echo "open'};

describe.each(fullShells)('%s: interrupts', shell => {
  test('D56 Ctrl-C in sleep is interrupted with 130', async () => {
    await using stand = await Stand.open({shell});
    const id = await begin(stand, 'echo go; sleep 300');
    await stand.call('send_control', {character: 'C'});
    const ended = await finished(stand, id);
    expect(ended).toMatchObject({state: 'interrupted', exit_code: 130, via: 'mark'});
    expect(ended['output']).toMatch(/^go(\n\^C)?$/);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D57 Ctrl-C during a flood is effective within a second, and what is not shown is counted', async () => {
    await using stand = await Stand.open({shell});
    const flood = await stand.run('yes', {timeout: 0.7});
    expect(flood).toMatchObject({
      state: 'running',
      exit_code: null,
      timed_out: true,
      omitted: {bytes: expect.any(Number)},
    });
    const since = performance.now();
    await stand.call('send_control', {character: 'C'});
    const ended = await finished(stand, flood['command_id']);
    expect(performance.now() - since).toBeLessThan(1000);
    expect(ended).toMatchObject({state: 'interrupted', exit_code: 130, via: 'mark'});
    expect(ended['output']).toMatch(/^y\ny\n[\s\S]*omitted[\s\S]*y\ny/);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D58 a program deaf to Ctrl-C runs on until asked for more; a kill of the session finds its child elsewhere', async () => {
    await using stand = await Stand.open({shell});
    const id = await begin(stand, program('deaf.py'));
    const pids = ['parent', 'child'].map(name => Number(readFileSync(join(stand.home, 'home', `${name}.pid`), 'utf8')));
    for (const character of ['C', 'C', 'Z']) await stand.call('send_control', {character});
    expect(await stand.call('read_output', {command_id: id, wait_ms: 300})).toMatchObject({
      state: 'running',
      exit_code: null,
    });
    await stand.session.gate.signal('SIGTERM', 'foreground');
    expect(await stand.call('read_output', {command_id: id, wait_ms: 100})).toMatchObject({state: 'running'});
    expect(pids.map(isAlive)).toEqual([true, true]);
    await stand.session.gate.signal('SIGKILL', 'session');
    // The shell dies last, and may say before what became of the program.
    expect(['completed', 'shell_exited']).toContain((await finished(stand, id))['state']);
    await stand.until(session => session.isClosed);
    await Promise.all(pids.map(ended));
  });

  test('D58 Ctrl-C with escalate ends a deaf program and its child elsewhere, and nothing else', async () => {
    await using stand = await Stand.open({shell});
    const job = `sh -c 'echo $$ >job.pid; exec sleep 300' &`;
    await stand.run(job);
    const id = await begin(stand, program('deaf.py'));
    const [parent, child, beside] = ['parent', 'child', 'job'].map(name =>
      Number(readFileSync(join(stand.home, 'home', `${name}.pid`), 'utf8')),
    );
    expect(await stand.call('send_control', {character: 'C', escalate: true})).toMatchObject({
      sent: 'Ctrl+C',
      escalated_to: 'SIGKILL',
      ended: true,
    });
    expect(await finished(stand, id)).toMatchObject({exit_code: 137, via: 'mark'});
    await Promise.all([parent, child].map(pid => ended(pid ?? 0)));
    expect(isAlive(beside ?? 0)).toBe(true);
    process.kill(beside ?? 0, 'SIGKILL');
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D58 escalate asks for no more than it needs, and says when a program runs on without it', async () => {
    await using stand = await Stand.open({shell});
    const polite = await begin(stand, "sh -c 'echo go; exec sleep 300'");
    const stopped = await stand.call('send_control', {character: 'C', escalate: true});
    expect(stopped).toMatchObject({ended: true});
    expect(stopped).not.toHaveProperty('escalated_to');
    expect(await finished(stand, polite)).toMatchObject({state: 'interrupted', exit_code: 130});
    const deaf = await begin(stand, `sh -c 'trap "" INT; echo go; while :; do sleep 0.05; done'`);
    await stand.call('send_control', {character: 'C'});
    const running = await stand.call('read_output', {command_id: deaf, wait_ms: 200});
    expect(running).toMatchObject({state: 'running', interrupt_sent: true});
    expect(await stand.call('send_control', {character: 'C', escalate: true})).toMatchObject({
      escalated_to: 'SIGTERM',
      ended: true,
    });
    expect(await finished(stand, deaf)).toMatchObject({exit_code: 143});
    await expect(stand.call('send_control', {character: 'Z', escalate: true})).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  test('D58 SIGKILL to the foreground alone ends the program with 137 and leaves the shell', async () => {
    await using stand = await Stand.open({shell});
    const id = await begin(stand, program('deaf.py'));
    const child = Number(readFileSync(join(stand.home, 'home', 'child.pid'), 'utf8'));
    await stand.session.gate.signal('SIGKILL', 'foreground');
    expect(await finished(stand, id)).toMatchObject({state: 'completed', exit_code: 137, via: 'mark'});
    expect(await stand.proof()).toEqual(stillHere);
    process.kill(child, 'SIGKILL');
  });

  test('D59 Ctrl-C at a half-typed line discards it: no command, no result', async () => {
    await using stand = await Stand.open({shell});
    await stand.proof();
    const after = stand.engine.spine.last;
    await stand.until(session => session.tracker.phase === 'prompt');
    await stand.call('send_keys', {keys: ['text:echo half'], wait_for: 'echo half'});
    await stand.until(session => session.tracker.lineDirty);
    await stand.call('send_control', {character: 'C'});
    await stand.until(session => session.tracker.phase === 'prompt' && !session.tracker.lineDirty);
    expect(stand.engine.spine.page({after, kinds: [], sessionId: null, limit: 100}).events).toEqual([]);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D59 Ctrl-C at a continuation prompt discards the command', async () => {
    await using stand = await Stand.open({shell});
    const open = await stand.run(openQuote[shell] ?? '');
    expect(open).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'continuation'}});
    await stand.call('send_control', {character: 'C'});
    expect(await finished(stand, open['command_id'])).toMatchObject({
      state: 'interrupted',
      exit_code: null,
      via: 'mark',
    });
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D60 Ctrl-D at an empty prompt is refused: it would end the session', async () => {
    await using stand = await Stand.open({shell});
    await stand.proof();
    await stand.until(session => session.tracker.phase === 'prompt');
    await expect(stand.call('send_control', {character: 'D'})).rejects.toMatchObject({code: 'denied'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D60 Ctrl-\\ ends a program by SIGQUIT: 131', async () => {
    await using stand = await Stand.open({shell});
    const id = await begin(stand, 'echo go; ulimit -c 0; sleep 300');
    await stand.until(session => session.tracker.phase === 'running');
    await stand.call('send_control', {character: '\\'});
    expect(await finished(stand, id)).toMatchObject({state: 'completed', exit_code: 131, via: 'mark'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  if (!isLeftOut('D60', shell))
    test('D60 output frozen by Ctrl-S is detected and explained; Ctrl-Q lets it go on', async () => {
      await using stand = await Stand.open({shell});
      const id = await begin(stand, "sh -c 'echo go; while echo tick; do sleep 0.01; done'");
      await stand.call('send_control', {character: 'S'});
      const frozen = await stand.call('read_output', {command_id: id, wait_ms: 500});
      expect(frozen).toMatchObject({state: 'running', exit_code: null, output_stopped: true});
      const later = await stand.call('read_output', {
        session_id: stand.sessionId,
        cursor: frozen['next_cursor'],
        wait_ms: 200,
      });
      expect(later).toMatchObject({text: '', next_cursor: frozen['next_cursor'], output_stopped: true});
      await stand.call('send_control', {character: 'Q'});
      const flowing = await stand.call('read_output', {
        session_id: stand.sessionId,
        cursor: frozen['next_cursor'],
        wait_ms: 10_000,
      });
      expect(flowing['text']).toContain('tick');
      expect(flowing).not.toHaveProperty('output_stopped');
      await stand.call('send_control', {character: 'C'});
      expect(await finished(stand, id)).toMatchObject({state: 'interrupted', exit_code: 130, via: 'mark'});
      expect(await stand.proof()).toEqual(stillHere);
    });

  test('D61 a caller that gives up ends its wait, not the command; the handle takes it up again', async () => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    const client = new AbortController();
    const started = stand.call('wait_for_events', {kinds: ['command_started'], timeout: 10});
    const call = stand.call(
      'run_command',
      {command: `sh -c '${gate.wait}; echo done; exit 9'`},
      {signal: client.signal},
    );
    const {events} = await started;
    client.abort();
    expect(await call).toMatchObject({state: 'running', exit_code: null, completed: false, timed_out: false});
    const [event] = events as {command_id: string}[];
    gate.open();
    expect(await finished(stand, event?.command_id)).toEqual(completed('done', 9));
    expect(await stand.proof()).toEqual(stillHere);
  });
});
