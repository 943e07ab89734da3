import {describe, expect} from 'vitest';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {MessagePipe} from './message-pipe.ts';
import {isLeftOut, isPartLeftOut} from './not-applicable.ts';
import {begin, finished, floodLine, lookUntil, program} from './programs.ts';
import {outputAfterInput} from './session-log.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

const openQuote: Record<string, string> = {bash: 'echo "open', zsh: 'echo "open', fish: 'echo "open'};

describe.each(terminals(fullShells))('$backend, $shell: interrupts', ({backend, shell}) => {
  hardCase('D56', 'Ctrl-C in sleep is interrupted with 130', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, 'echo go; sleep 300');
    await terminal.call('send_control', {character: 'C'});
    const ended = await finished(terminal, id);
    expect(ended).toMatchObject({state: 'interrupted', exit_code: 130, via: 'mark'});
    expect(ended['output']).toMatch(/^go(\n\^C)?$/);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D56',
    'Ctrl-C between two commands of a line ends the line, whatever the one before has answered',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const loop = shell === 'fish' ? 'while true; end' : 'while true; do :; done';
      const id = await begin(terminal, `echo go; ${loop}; echo not-reached`);
      await terminal.call('send_control', {character: 'C'});
      const ended = await finished(terminal, id);
      expect(ended).toMatchObject({state: 'interrupted', via: 'mark'});
      // zsh and fish may leave `$?` as the last command had it: then nothing tells it.
      expect(shell === 'bash' ? [130] : [130, null]).toContain(ended['exit_code']);
      expect(ended['output']).toMatch(/^go(\n\^C)?$/);
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D56', 'a program that ends by Ctrl-C in its own way has its own exit code', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, `sh -c 'trap "exit 3" INT; echo go; while :; do sleep 0.05; done'`);
    await terminal.call('send_control', {character: 'C'});
    expect(await finished(terminal, id)).toMatchObject({state: 'completed', exit_code: 3, via: 'mark'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D57',
    'Ctrl-C during a flood ends it with no backlog after it, and what is not shown is counted',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const flood = await terminal.run(`yes ${floodLine}`, {wait_for_completion: false});
      await terminal.until(session => session.tracker.outputEnd > 10_000_000);
      expect(await terminal.call('read_output', {command_id: flood['command_id']})).toMatchObject({
        state: 'running',
        exit_code: null,
        omitted: {bytes: expect.any(Number)},
      });
      await terminal.call('send_control', {character: 'C'});
      const ended = await finished(terminal, flood['command_id']);
      // What the tty and its reader may have had in hand, whatever the speed of the machine.
      if (!isPartLeftOut(backend, 'D57', 'how much comes after Ctrl-C'))
        expect(await outputAfterInput(terminal, '\x03')).toBeLessThan(1_000_000);
      expect(ended).toMatchObject({state: 'interrupted', exit_code: 130, via: 'mark'});
      expect(ended['output']).toMatch(/^y{63}\ny{63}\n[\s\S]*omitted[\s\S]*y\ny/);
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  if (!isPartLeftOut(backend, 'D58', 'a shell that is stopped'))
    hardCase(
      'D58',
      'a program deaf to Ctrl-C runs on until asked for more; a kill of the session finds its child elsewhere',
      async () => {
        await using terminal = await TestTerminal.open(backend, shell);
        const id = await begin(terminal, program('deaf.py'));
        const deaf = ['parent.pid', 'child.pid'].map(name => terminal.processIn(name));
        const stopRefused = terminal.call('watch_output', {pattern: 'not for SIGTSTP$'});
        for (const character of ['C', 'C', 'Z']) await terminal.call('send_control', {character});
        expect(await stopRefused).toMatchObject({matched: true});
        const endRefused = terminal.call('watch_output', {pattern: 'not for SIGTERM$'});
        await terminal.session.gate.signal('SIGTERM', 'foreground');
        expect(await endRefused).toMatchObject({matched: true});
        expect(await terminal.call('read_output', {command_id: id})).toMatchObject({state: 'running', exit_code: null});
        expect(deaf.map(process => process.isAlive)).toEqual([true, true]);
        // A shell that is not stopped may say, before it dies too, what became of the program.
        terminal.driver.shellOf(terminal.session).signal('SIGSTOP');
        await terminal.session.gate.signal('SIGKILL', 'session');
        expect(await finished(terminal, id)).toMatchObject({state: 'shell_exited', exit_code: null, via: 'exit'});
        await terminal.until(session => session.isClosed);
        await Promise.all(deaf.map(process => process.ended()));
      },
    );

  hardCase('D58', 'Ctrl-C with escalate ends a deaf program and its child elsewhere, and nothing else', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using pid = new MessagePipe(terminal, 'pid');
    await terminal.run(`sh -c 'echo $$ >pid; exec sleep 300' &`);
    const beside = terminal.driver.processOf(await pid.line());
    const id = await begin(terminal, program('deaf.py'));
    const deaf = ['parent.pid', 'child.pid'].map(name => terminal.processIn(name));
    expect(await terminal.call('send_control', {character: 'C', escalate: true})).toMatchObject({
      sent: 'Ctrl+C',
      escalated_to: 'SIGKILL',
      ended: true,
    });
    expect(await finished(terminal, id)).toMatchObject({exit_code: 137, via: 'mark'});
    await Promise.all(deaf.map(process => process.ended()));
    expect(await terminal.proof()).toEqual(stillHere);
    expect(beside.isAlive).toBe(true);
    beside.signal('SIGKILL');
  });

  hardCase('D58', 'escalate asks for no more than it needs, and says when a program runs on without it', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const polite = await begin(terminal, "sh -c 'echo go; exec sleep 300'");
    const stopped = await terminal.call('send_control', {character: 'C', escalate: true});
    expect(stopped).toMatchObject({ended: true});
    expect(stopped).not.toHaveProperty('escalated_to');
    expect(await finished(terminal, polite)).toMatchObject({state: 'interrupted', exit_code: 130});
    const deaf = await begin(terminal, `sh -c 'trap "echo not for SIGINT" INT; echo go; while :; do sleep 0.05; done'`);
    const refused = terminal.call('watch_output', {pattern: 'not for SIGINT$'});
    await terminal.call('send_control', {character: 'C'});
    expect(await refused).toMatchObject({matched: true});
    const running = await terminal.call('read_output', {command_id: deaf});
    expect(running).toMatchObject({state: 'running', interrupt_sent: true});
    expect(await terminal.call('send_control', {character: 'C', escalate: true})).toMatchObject({
      escalated_to: 'SIGTERM',
      ended: true,
    });
    expect(await finished(terminal, deaf)).toMatchObject({exit_code: 143});
    await expect(terminal.call('send_control', {character: 'Z', escalate: true})).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  hardCase('D58', 'SIGKILL to the foreground alone ends the program with 137 and leaves the shell', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, program('deaf.py'));
    const child = terminal.processIn('child.pid');
    await terminal.session.gate.signal('SIGKILL', 'foreground');
    expect(await finished(terminal, id)).toMatchObject({state: 'completed', exit_code: 137, via: 'mark'});
    expect(await terminal.proof()).toEqual(stillHere);
    child.signal('SIGKILL');
  });

  hardCase('D59', 'Ctrl-C at a half-typed line discards it: no command, no result', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.proof();
    const after = terminal.engine.events.last;
    await terminal.until(session => session.tracker.phase === 'prompt');
    await terminal.call('send_keys', {keys: ['text:echo half'], wait_for: 'echo half'});
    await terminal.until(session => session.tracker.lineDirty);
    await terminal.call('send_control', {character: 'C'});
    await terminal.until(session => session.tracker.phase === 'prompt' && !session.tracker.lineDirty);
    expect(terminal.engine.events.page({after, kinds: [], sessionId: null, limit: 100}).events).toEqual([]);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D59', 'Ctrl-C at a continuation prompt discards the command', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const open = await terminal.run(openQuote[shell] ?? '');
    expect(open).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'continuation'}});
    await terminal.call('send_control', {character: 'C'});
    expect(await finished(terminal, open['command_id'])).toMatchObject({
      state: 'interrupted',
      exit_code: null,
      via: 'mark',
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D60', 'Ctrl-D at an empty prompt is refused: it would end the session', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.proof();
    await terminal.until(session => session.tracker.phase === 'prompt');
    await expect(terminal.call('send_control', {character: 'D'})).rejects.toMatchObject({code: 'denied'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D60', 'Ctrl-\\ ends a program by SIGQUIT: 131', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, 'echo go; ulimit -c 0; sleep 300');
    await terminal.until(session => session.tracker.phase === 'running');
    await terminal.call('send_control', {character: '\\'});
    expect(await finished(terminal, id)).toMatchObject({state: 'completed', exit_code: 131, via: 'mark'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  if (!isLeftOut(backend, 'D60', shell))
    hardCase('D60', 'output frozen by Ctrl-S is detected and explained; Ctrl-Q lets it go on', async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const id = await begin(terminal, "sh -c 'echo go; while echo tick; do sleep 0.01; done'");
      await terminal.call('send_control', {character: 'S'});
      // What was on the way when the tty was told comes first.
      let last: unknown = 0;
      const frozen = await lookUntil(terminal, {command_id: id}, look => {
        const isStill = look['next_cursor'] === last;
        last = look['next_cursor'];
        return isStill && look['output_stopped'] === true;
      });
      expect(frozen).toMatchObject({state: 'running', exit_code: null});
      const later = await terminal.call('read_output', {
        session_id: terminal.sessionId,
        cursor: frozen['next_cursor'],
        wait_ms: 200,
      });
      expect(later).toMatchObject({text: '', next_cursor: frozen['next_cursor'], output_stopped: true});
      await terminal.call('send_control', {character: 'Q'});
      const flowing = await terminal.call('read_output', {
        session_id: terminal.sessionId,
        cursor: frozen['next_cursor'],
        wait_ms: 40_000,
      });
      expect(flowing['text']).toContain('tick');
      expect(flowing).not.toHaveProperty('output_stopped');
      await terminal.call('send_control', {character: 'C'});
      expect(await finished(terminal, id)).toMatchObject({state: 'interrupted', exit_code: 130, via: 'mark'});
      expect(await terminal.proof()).toEqual(stillHere);
    });

  hardCase('D61', 'a caller that gives up ends its wait, not the command; the handle takes it up again', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const client = new AbortController();
    const started = terminal.call('wait_for_events', {kinds: ['command_started'], timeout: 40});
    const call = terminal.call(
      'run_command',
      {command: `sh -c '${gate.wait}; echo done; exit 9'`},
      {signal: client.signal},
    );
    const {events} = await started;
    client.abort();
    expect(await call).toMatchObject({state: 'running', exit_code: null, completed: false, timed_out: false});
    const [event] = events as {command_id: string}[];
    gate.open();
    expect(await finished(terminal, event?.command_id)).toEqual(completed('done', 9));
    expect(await terminal.proof()).toEqual(stillHere);
  });
});
