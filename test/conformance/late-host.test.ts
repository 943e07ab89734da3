import {describe, expect} from 'vitest';
import {eventSeq, type SessionEvent} from '../../src/core/index.ts';
import {ending} from './ending.ts';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {rcFile} from './shell-homes.ts';
import {fullShells, type ShellName, stillHere, TestTerminal, terminals} from './test-terminal.ts';

describe.each(terminals(fullShells))('$backend, $shell: true marks that are read late', ({backend, shell}) => {
  hardCase(
    'E14',
    'lines typed ahead have each its own exit code, though the last has the terminal when the marks are read',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
      using first = new Gate(terminal, 'first');
      using last = new Gate(terminal, 'last');
      using begun = new Gate(terminal, 'begun');
      const started = await terminal.run(`sh -c '${first.wait}; exit 3'`, {wait_for_completion: false});
      await terminal.until(session => session.tracker.phase === 'running');
      const ahead = ["sh -c 'exit 4'", `sh -c 'echo >${begun.path}; ${last.wait}; exit 5'`];
      await terminal.call('send_text', {text: ahead.join('\n'), submit: true});
      await late(terminal, async () => {
        first.open();
        await begun.line();
      });
      expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 3});
      const codes = () => terminal.session.tracker.recentCommands(9).map(record => record.exitStatus);
      await terminal.until(({tracker}) => codes().length === 3 && tracker.phase === 'running');
      expect(codes()).toEqual([null, 4, 3]);
      last.open();
      await terminal.until(({tracker}) => tracker.phase === 'prompt');
      expect(codes()).toEqual([5, 4, 3]);
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('E14', 'a job that stops and is in the foreground again by then has stopped all the same', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
    using first = new Gate(terminal, 'first');
    using last = new Gate(terminal, 'last');
    using begun = new Gate(terminal, 'begun');
    // It prints when it was seen to have the terminal while its command runs.
    const stops = `sh -c 'sleep 0.1; echo go; ${first.wait}; kill -STOP $$; echo >${begun.path}; ${last.wait}; exit 5'`;
    const started = await terminal.run(stops, {until: '^go$'});
    await terminal.call('send_text', {text: 'fg', submit: true});
    await late(terminal, async () => {
      first.open();
      await begun.line();
    });
    expect(await ending(terminal, started)).toMatchObject({exit_code: shell === 'fish' ? null : 147});
    const codes = () => terminal.session.tracker.recentCommands(9).map(record => record.exitStatus);
    await terminal.until(({tracker}) => codes().length === 2 && tracker.phase === 'running');
    last.open();
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    expect(codes()[0]).toBe(shell === 'fish' ? 0 : 5);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  if (shell !== 'fish')
    hardCase('E14', 'a hook of the user that has the terminal by then makes the end no less true', async () => {
      const hook = ifHooked('echo >~/begun; head -n1 ~/last >/dev/null');
      await using terminal = await TestTerminal.open(backend, shell, {
        outlivesEngine: true,
        home: {[rcFile(shell)]: promptAfter(shell, hook)},
      });
      using first = new Gate(terminal, 'first');
      using last = new Gate(terminal, 'last');
      using begun = new Gate(terminal, 'begun');
      const started = await terminal.run(`sh -c '${first.wait}; exit 3'; touch hooked; sh -c 'exit 4'`, {
        wait_for_completion: false,
      });
      await terminal.until(session => session.tracker.phase === 'running');
      await late(terminal, async () => {
        first.open();
        await begun.line();
      });
      last.open();
      expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 4});
      expect(terminal.session.tracker.command(started['command_id'] as never)).toMatchObject({
        via: 'mark',
        forgedMarks: 0,
      });
      await terminal.run('rm hooked');
      expect(await terminal.proof()).toEqual(stillHere);
    });

  hardCase('E14', 'how long a command took is told without the hook behind it that has the terminal', async () => {
    const body = shell === 'fish' ? (line: string) => `if test -e ~/hooked; ${line}; end` : ifHooked;
    const hook = body('rm ~/hooked; echo hooking; head -n1 ~/gate >/dev/null');
    await using terminal = await TestTerminal.open(backend, shell, {
      home: {[rcFile(shell)]: promptAfter(shell, hook)},
    });
    using gate = new Gate(terminal);
    expect(await terminal.proof()).toEqual(stillHere);
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    terminal.write('hooked', '');
    const cursor = terminal.session.tracker.outputEnd;
    const started = await terminal.run('true', {wait_for_completion: false});
    const hooking = {pattern: '^hooking', cursor, include_echo: true};
    expect(await terminal.call('watch_output', hooking)).toMatchObject({matched: true});
    await terminal.call('manage_session', {action: 'resize', cols: 91});
    gate.open();
    expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 0});
    const record = terminal.session.tracker.command(started['command_id'] as never);
    const resized = (await eventsOf(terminal)).find(({type}) => type === 'resize');
    expect(record?.endedAtMs).toBeLessThan(resized?.atMs ?? 0);
    expect(record?.endedAtMs).toBeGreaterThanOrEqual(record?.startedAtMs ?? Number.NaN);
  });
});

/** A shell's own configuration, by which it runs that before each prompt. */
function promptAfter(shell: ShellName, hook: string): string {
  if (shell === 'bash') return `PROMPT_COMMAND='${hook}'\n`;
  return shell === 'zsh' ? `precmd() { ${hook}; }\n` : `function hook --on-event fish_prompt; ${hook}; end\n`;
}

function ifHooked(line: string): string {
  return `if test -e ~/hooked; then ${line}; fi`;
}

async function eventsOf(terminal: TestTerminal): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of terminal.session.log.events(eventSeq(0), {output: false})) events.push(event);
  return events;
}

/** The host sees nothing until `meanwhile` is over, as when it is not scheduled for a second. */
async function late(terminal: TestTerminal, meanwhile: () => Promise<unknown>): Promise<void> {
  const host = terminal.driver.carrier(terminal.cottyHome);
  host.signal('SIGSTOP');
  try {
    await meanwhile();
  } finally {
    host.signal('SIGCONT');
  }
}
