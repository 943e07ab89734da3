/** A shell that does not run for a while, and others who type at the moment of delivery. */
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect} from 'vitest';
import {type Actor, isCottyError} from '../../src/core/index.ts';
import {defaultPolicy, Policy} from '../../src/guard/index.ts';
import {hardCase} from './hard-case.ts';
import {finished} from './programs.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals, type Value} from './test-terminal.ts';
import {whatIsSeen} from './what-is-seen.ts';

const anna: Actor = {type: 'person', name: 'anna'};
const other: Actor = {type: 'agent', name: 'other'};

/** Nobody gives the shell a processor until this is disposed of: what CPU load does, only longer. */
class Stopped implements Disposable {
  readonly #shell: ReturnType<TestTerminal['driver']['shellOf']>;

  private constructor(shell: ReturnType<TestTerminal['driver']['shellOf']>) {
    this.#shell = shell;
    shell.signal('SIGSTOP');
  }

  /** Stops it at its prompt, when it has read all that it was given: bash is given its half-typed line back there. */
  static async at(terminal: TestTerminal): Promise<Stopped> {
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    const reads = async () => {
      const {claim, probe} = await terminal.session.look();
      return [claim.type, probe.unreadBytes];
    };
    await expect.poll(reads).toEqual(['shellReads', 0]);
    return new Stopped(terminal.driver.shellOf(terminal.session));
  }

  [Symbol.dispose](): void {
    this.#shell.signal('SIGCONT');
  }
}

function over(terminal: TestTerminal, {command_id}: Value): Promise<Value> {
  return terminal.call('read_output', {command_id, wait_ms: 20_000});
}

/** Types, and then does not keep others from the line, as somebody who goes on typing would. */
async function type(terminal: TestTerminal, by: Actor, bytes: string): Promise<void> {
  await terminal.session.gate.write(by, Buffer.from(bytes), {kind: 'typed'});
  terminal.session.gate.lease.release(by);
}

/** A command, or null when it was refused because something else was running. */
function runUnlessBusy(terminal: TestTerminal, line: string): Promise<Value | null> {
  return terminal.run(line).catch(error => {
    if (isCottyError(error, 'session_busy')) return null;
    throw error;
  });
}

/** Of a session that stays busy for so long it is told why. */
const FREE_MS = 30_000;

/** The session is usable as soon as what others typed is done. */
async function proofWhenFree(terminal: TestTerminal): Promise<Value> {
  for (const until = performance.now() + FREE_MS; ; ) {
    try {
      const {output, exit_code, state, via} = await terminal.run('echo still-here');
      return {output, exit_code, state, via};
    } catch (error) {
      if (!isCottyError(error, 'session_busy')) throw error;
      if (performance.now() > until) throw new Error(await whatIsSeen(terminal.session), {cause: error});
    }
  }
}

/** The command ran as it was given, or it did not and nobody says that it did. */
function expectWhole(order: string, typed: string, {output, exit_code, state, via, mixed_output}: Value): void {
  // With Ctrl+C the kernel drops what was printed and not yet read, be it output or marks.
  const isDropped = typed.includes('\x03') && mixed_output === true;
  if (state === 'completed' && via === 'prompt') {
    expect([order, exit_code, isDropped]).toEqual([order, null, true]);
  } else if (state === 'completed') {
    expect([order, exit_code]).toEqual([order, 6]);
    if (output !== 'whole' && !isDropped)
      expect([order, output, mixed_output]).toEqual([order, expect.stringContaining('whole'), true]);
  } else {
    expect([order, state, output, exit_code]).toEqual([
      order,
      expect.stringMatching(/^(lost|interrupted)$/),
      expect.any(String),
      expect.toSatisfy(code => code === null || code === 130),
    ]);
  }
}

describe.each(terminals(fullShells))('$backend, $shell', ({backend, shell}) => {
  hardCase('E07', 'a line that the shell takes late is neither lost nor another one', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    for (const ms of [350, 1000]) {
      const stopped = await Stopped.at(terminal);
      const running = terminal.outcome("echo late; sh -c 'exit 5'");
      await sleep(ms);
      stopped[Symbol.dispose]();
      expect(await running).toEqual(completed('late', 5));
      expect(await terminal.proof()).toEqual(stillHere);
    }
  });

  hardCase('E07', 'after Ctrl+C behind a line that the shell has not taken, the next one is whole', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    for (const ms of [0, 50, 350, 700]) {
      const stopped = await Stopped.at(terminal);
      const started = await terminal.run('echo >>ran; sleep 300', {wait_for_completion: false});
      const interrupted = terminal.call('send_control', {character: 'C'});
      await sleep(ms);
      stopped[Symbol.dispose]();
      await interrupted;
      // Where the shell took the line after the ^C it runs on, and after a while the next one is refused.
      const next = await terminal.run('echo next', {timeout: 3}).catch(error => ({refused: String(error.code)}));
      if ('refused' in next) {
        expect(next).toEqual({refused: 'session_busy'});
        await terminal.call('send_control', {character: 'C'});
      } else expect(await finished(terminal, next['command_id'])).toEqual(completed('next'));
      expect(await over(terminal, started)).toMatchObject({state: 'interrupted'});
      expect(await terminal.proof()).toEqual(stillHere);
    }
  });

  hardCase('E07', 'Ctrl+C at the prompt of a shell that does not run leaves the next command whole', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    for (const ms of [0, 50, 400]) {
      const stopped = await Stopped.at(terminal);
      await type(terminal, anna, 'half');
      await type(terminal, anna, '\x03');
      const next = terminal.outcome('echo next');
      await sleep(ms);
      stopped[Symbol.dispose]();
      expect(await next).toEqual(completed('next'));
      expect(await terminal.proof()).toEqual(stillHere);
    }
  });

  hardCase('E07', 'lines typed ahead of a shell that does not run are told from the command behind them', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    const stopped = await Stopped.at(terminal);
    await type(terminal, anna, "sh -c 'exit 9'\r");
    const mine = runUnlessBusy(terminal, "echo mine; sh -c 'exit 4'");
    await sleep(600);
    stopped[Symbol.dispose]();
    // On a busy machine the typed line may still run when it is looked at.
    const outcome = await mine;
    if (outcome) expect(outcome).toMatchObject(completed('mine', 4));
    expect(await proofWhenFree(terminal)).toEqual(stillHere);
    expect(terminal.session.tracker.recentCommands(9)).toContainEqual(expect.objectContaining({exitStatus: 9}));
  });

  hardCase('E08', 'a paste that Ctrl+C cuts off leaves the next command whole', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    for (const by of [anna, other]) {
      await type(terminal, by, '\x1b[200~echo pa');
      await expect.poll(async () => (await terminal.session.look()).probe.unreadBytes).toBe(0);
      await type(terminal, by, '\x03');
      expect(await terminal.proof()).toEqual(stillHere);
      expect(await terminal.proof()).toEqual(stillHere);
    }
  });

  hardCase(
    'E08',
    'a line that another agent submits meanwhile is judged and takes nothing of the command',
    async () => {
      const policies = {at: async () => new Policy({...defaultPolicy, mode: 'permissive'})};
      await using terminal = await TestTerminal.open(backend, shell, {guard: {policies}});
      await terminal.run('true');
      const line = "echo whole; sh -c 'exit 6'";
      for (let round = 0; round < 3; round++) {
        const stopped = await Stopped.at(terminal);
        const running = terminal.run(line);
        await terminal.until(({tracker}) => tracker.recentCommands(1)[0]?.commandLine === line);
        const typing = terminal.call('send_text', {text: "sh -c 'exit 9'", submit: true}, {actor: other});
        await sleep(50);
        stopped[Symbol.dispose]();
        expect(await running).toMatchObject({
          state: 'completed',
          exit_code: 6,
          output: expect.stringContaining('whole'),
        });
        await typing;
        await terminal.until(({tracker}) => tracker.recentCommands(1)[0]?.exitStatus === 9);
        expect(await terminal.proof()).toEqual(stillHere);
      }
    },
  );

  hardCase.for<[string, string]>([
    ['half a line', 'echo ha'],
    ['half a line that is killed', 'echo ha\x15'],
    ['Ctrl+C', '\x03'],
    ['half a line and Ctrl+C', 'abc\x03'],
    ['a whole line', 'true\r'],
    ['a paste', '\x1b[200~echo pasted\x1b[201~'],
    ['a search', '\x12tru'],
    ['an escape', '\x1b'],
  ])(
    'E08',
    '%s that others type at the moment of delivery: the command is whole or it did not run',
    async ([, typed]) => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run('true');
      const line = "echo whole; sh -c 'exit 6'";
      for (const by of [anna, other])
        for (const order of ['before', 'after', 'stopped before', 'stopped after'] as const) {
          const stopped = order.startsWith('stopped') ? await Stopped.at(terminal) : undefined;
          if (order.endsWith('before')) await type(terminal, by, typed);
          const running = runUnlessBusy(terminal, line);
          if (order.endsWith('after')) {
            await terminal.until(({tracker}) => tracker.recentCommands(1)[0]?.commandLine === line);
            await type(terminal, by, typed);
          }
          if (stopped) await sleep(50);
          stopped?.[Symbol.dispose]();
          const outcome = await running;
          if (outcome) expectWhole(order, typed, outcome);
          await terminal.call('send_control', {character: 'C'});
          expect([order, await proofWhenFree(terminal)]).toEqual([order, stillHere]);
        }
    },
  );
});
