import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {describe, expect, test} from 'vitest';
import type {Actor} from '../../src/core/index.ts';
import {servicesOf, typeRaw} from '../../src/engine/index.ts';
import {defaultPolicy, Policy} from '../../src/guard/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {Gate} from '../conformance/gate.ts';
import {begin} from '../conformance/programs.ts';
import {completed, fullShells, type ShellName, stillHere, TestTerminal} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';

const INTERRUPT = Buffer.from('\x03');
const NEVER = new AbortController().signal;

const slowPrompts: Partial<Record<ShellName, readonly [file: string, text: string]>> = {
  bash: ['.bashrc', 'PROMPT_COMMAND="sleep 0.5"'],
  zsh: ['.zshrc', 'precmd() { sleep 0.5 }'],
  fish: ['.config/fish/config.fish', "function fish_prompt; sleep 0.5; echo '> '; end"],
};

test.each(['bash', 'zsh', 'fish'] as const)(
  'in %s Ctrl+C ends a command that was begun this very moment',
  async shell => {
    await using terminal = await TestTerminal.open('pty', shell);
    await terminal.run('true');
    for (let i = 0; i < 15; i++) {
      const {command_id} = await terminal.run('sleep 300', {wait_for_completion: false});
      if (i % 3 === 0) await terminal.call('send_control', {character: 'C'});
      else if (i % 3 === 1) await terminal.call('send_keys', {keys: ['C-c']});
      else await terminal.call('send_text', {text: '\x03', paste: false});
      expect(await terminal.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({
        state: 'interrupted',
        exit_code: 130,
      });
    }
  },
);

test.each<[string, string, Record<string, unknown>]>([
  ['Ctrl+C', 'cat', {character: 'C'}],
  ['Ctrl+D', 'cat', {character: 'D'}],
  ['an answer', 'read -p "go? " x', {text: 'yes', submit: true}],
])('the next command after %s that ends a program is not typed into that program', async (_, command, ending) => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  for (let i = 0; i < 15; i++) {
    expect((await terminal.run(command, {timeout: 0.2}))['completed']).toBe(false);
    await terminal.call('character' in ending ? 'send_control' : 'send_text', ending);
    if ('character' in ending && i % 3 === 0) await terminal.call('send_keys', {keys: ['text:echo typed', 'Enter']});
    expect(await terminal.outcome(`echo next${i}`)).toEqual(completed(`next${i}`));
  }
});

/**
 * Readline looks for signals before it waits for a key. A SIGINT that comes between its prompt and that look is kept until a key comes, and
 * no new prompt is shown before (rl_getc in its input.c).
 */
test('Ctrl+C that bash has missed is repeated, and takes nothing from the next command', async () => {
  needs('strace');
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  await using late = await Late.writer(terminal.session.facts.pid, 300_000);
  const before = terminal.session.tracker.outputEnd;
  await terminal.call('send_keys', {keys: ['Enter']});
  await terminal.until(({tracker}) => tracker.outputEnd > before && tracker.phase === 'prompt' && !tracker.lineDirty);
  await terminal.call('send_control', {character: 'C'});
  await expect.poll(async () => (await terminal.session.look()).claim.type).toBe('shellReads');
  await late.stop();
  expect(await terminal.proof()).toEqual(stillHere);
});

test.each<[string, (terminal: TestTerminal) => Promise<unknown>]>([
  ['a tool', terminal => terminal.call('send_control', {character: 'C'})],
  [
    'who types as a terminal does',
    ({session, caller: {actor: by}}) => typeRaw(session, INTERRUPT, {by, signal: NEVER}),
  ],
])(
  'Ctrl+C of %s that fish has missed is repeated: it ends the half line, and nothing is merged with that',
  async (_, interrupt) => {
    needs('strace');
    await using terminal = await TestTerminal.open('pty', 'fish');
    await terminal.run('true');
    await terminal.call('send_text', {text: 'echo hal'});
    await terminal.until(session => session.lastLine().endsWith('echo hal'));
    await using late = await Late.writer(terminal.session.facts.pid, 200_000);
    const before = terminal.session.tracker.outputEnd;
    await terminal.call('send_keys', {keys: ['f']});
    await terminal.until(({tracker}) => tracker.outputEnd > before);
    await interrupt(terminal);
    await terminal.until(({tracker}) => tracker.phase === 'prompt' && !tracker.lineDirty && !tracker.interrupted);
    await late.stop();
    expect(await terminal.outcome('echo whole')).toEqual(completed('whole'));
  },
);

test('Ctrl+C waits for a program of which the shell has begun no more than a copy of itself', async () => {
  needs('strace');
  await using terminal = await TestTerminal.open('pty', 'bash');
  await using _late = await Late.starters(terminal.session.facts.pid, 600_000);
  await terminal.run('true');
  const {command_id} = await terminal.run('sleep 300', {wait_for_completion: false});
  await expect.poll(async () => (await terminal.session.look()).probe.shellInForeground, {interval: 10}).toBe(false);
  await terminal.call('send_control', {character: 'C'});
  const ended = await terminal.call('read_output', {command_id, wait_ms: 20_000});
  expect(ended).toMatchObject({state: 'interrupted', exit_code: 130});
});

test('an Enter that the shell took for text does not hold up the next command', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  await terminal.call('send_keys', {keys: ['text:echo half', 'C-v', 'Enter']});
  expect(await terminal.outcome('echo whole')).toEqual(completed('whole'));
});

test.each(Object.entries(slowPrompts))(
  'in %s a paste of several lines that comes before the prompt waits for it, and runs nothing',
  async (shell, [file, text]) => {
    await using terminal = await TestTerminal.open('pty', shell as ShellName, {home: {[file]: text}});
    await terminal.run('true');
    await terminal.call('send_text', {text: 'echo >ran\necho >ran\n'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.outcome('test -e ran')).toEqual(completed('', 1));
  },
);

test('half lines that two agents send at the same moment are not merged', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  const claude = {actor: {type: 'agent', name: 'claude'} satisfies Actor};
  const codex = {actor: {type: 'agent', name: 'codex'} satisfies Actor};
  const first = terminal.call('send_text', {text: 'echo from claude'}, claude);
  const second = terminal.call('send_text', {text: 'echo from codex'}, codex);
  await first;
  await terminal.call('send_keys', {keys: ['Enter']}, claude);
  await second;
  await terminal.call('send_keys', {keys: ['Enter']}, codex);
  await terminal.until(
    ({tracker}) => tracker.recentCommands(3).filter(record => record.phase === 'ended').length === 3,
  );
  expect(await terminal.call('read_output', {grep: '^from '})).toMatchObject({text: 'from claude\nfrom codex'});
});

test('a request that is sent again while it waits for its turn runs once', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {engine, caller, sessionId} = terminal;
  const run = findTool(selectTools(['terminal']), 'run_command');
  const {signal} = new AbortController();
  const send = () =>
    run.call(
      {command: 'echo once >>runs; cat runs', session_id: sessionId},
      {services: servicesOf(engine), caller, signal, requestId: 'request-1234'},
    );
  using gate = new Gate(terminal);
  const busy = terminal.run(gate.wait);
  await terminal.until(session => session.tracker.phase === 'running');
  const sent = [send(), send()];
  gate.open();
  const outcomes = await Promise.all([...sent, busy]);
  expect(outcomes.slice(0, 2)).toMatchObject([{value: {output: 'once'}}, {value: {output: 'once'}}]);
});

test.each(fullShells)('%s: lines typed ahead run first, and a command behind them has its own result', async shell => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.call('send_text', {text: 'true\n:\n\ntrue\n\n', paste: false, submit: true});
  expect(await terminal.outcome('echo mine; false')).toEqual(completed('mine', 1));
  await terminal.call('send_text', {text: 'true\n:\n\ntrue\n\n', paste: false, submit: true});
  expect(await terminal.outcome('echo mine again')).toEqual(completed('mine again'));
});

test.each(['nobody', 'a policy'])(
  'judged by %s, no way of typing Ctrl+D ends the shell at an empty prompt',
  async judge => {
    const policies = {at: async () => new Policy({...defaultPolicy, mode: 'permissive'})};
    const options = judge === 'a policy' ? {guard: {policies}} : {};
    await using terminal = await TestTerminal.open('pty', 'bash', options);
    await terminal.run('true');
    const ways: readonly (readonly [string, Record<string, unknown>])[] = [
      ['send_control', {character: 'D'}],
      ['send_keys', {keys: ['C-d']}],
      ['send_keys', {keys: ['C-a', 'C-d']}],
      ['send_text', {text: '\x04', paste: false}],
    ];
    for (const [tool, input] of ways) await expect(terminal.call(tool, input)).rejects.toMatchObject({code: 'denied'});
    await begin(terminal, 'echo go; cat');
    await terminal.call('send_keys', {keys: ['C-d']});
    await terminal.until(session => session.tracker.phase === 'prompt');
    expect(await terminal.outcome('echo alive')).toEqual(completed('alive'));
  },
);

describe.each([
  ['bash', 'nobody'],
  ['zsh', 'nobody'],
  ['fish', 'nobody'],
  ['dash', 'nobody'],
  ['bash', 'a policy'],
  ['zsh', 'a policy'],
  ['fish', 'a policy'],
] as const)('%s, judged by %s', (shell, judge) => {
  test('a Ctrl+D behind a Ctrl+C that has ended the program ends no shell that is on its way to its prompt', async () => {
    const {[shell]: slow} = slowPrompts;
    const policies = {at: async () => new Policy({...defaultPolicy, mode: 'permissive'})};
    await using terminal = await TestTerminal.open('pty', shell, {
      ...(slow && {home: {[slow[0]]: slow[1]}}),
      ...(judge === 'a policy' && {guard: {policies}}),
    });
    await terminal.run('true');
    const ways: readonly {readonly tool: string; readonly input: Record<string, unknown>; readonly isBoth?: true}[] = [
      {tool: 'send_control', input: {character: 'D'}},
      {tool: 'send_keys', input: {keys: ['C-d']}},
      {tool: 'send_keys', input: {keys: ['C-c', 'C-d']}, isBoth: true},
    ];
    for (const {tool, input, isBoth} of ways) {
      const command_id = await begin(terminal, 'echo go; cat');
      if (!isBoth) await terminal.call('send_control', {character: 'C', timeout: 0});
      // Where the end is said with the prompt, it is the command that is told of, or the shell at its prompt that is left alone.
      const answer = await terminal.call(tool, {...input, timeout: 0}).catch(error => error);
      expect(answer).toSatisfy(({state, code}) => code === 'denied' || state === 'running' || state === 'interrupted');
      if (shell === 'fish' || shell === 'dash') expect(answer).toMatchObject({code: 'denied'});
      expect(await terminal.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({state: 'interrupted'});
      expect(await terminal.proof()).toEqual(stillHere);
    }
  });
});

test('a Ctrl+D is for what a hook reads with before the prompt', async () => {
  const home = {'.bashrc': `hook() { if [ -e asks ]; then rm asks; cat; fi; }; PROMPT_COMMAND=hook`};
  await using terminal = await TestTerminal.open('pty', 'bash', {home});
  await terminal.run('true');
  const {command_id} = await terminal.run('echo > asks', {wait_for_completion: false});
  await terminal.until(session => session.tracker.phase !== 'prompt');
  for (;;) if ((await terminal.session.look()).claim.type === 'blockedOnRead') break;
  await terminal.call('send_control', {character: 'D'});
  expect(await terminal.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({state: 'completed'});
  expect(await terminal.proof()).toEqual(stillHere);
});

test('of a shell that has ended by what was typed it is not said to be ready', async () => {
  await using terminal = await TestTerminal.open('pty', 'dash');
  await terminal.run('true');
  expect(await terminal.call('send_text', {text: 'exit 7', submit: true, timeout: 40})).toMatchObject({
    state: 'shell_exited',
    exit_code: 7,
    via: 'exit',
  });
});

describe.each(fullShells)('%s', shell => {
  test('a lone Ctrl+U of one agent leaves the line to others', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    await terminal.run('true');
    await terminal.call('send_control', {character: 'U'}, {actor: {type: 'agent', name: 'other'}});
    expect(await terminal.outcome('echo mine')).toEqual(completed('mine'));
  });

  test('of a shell that has stopped itself it is said so, and what has it go on', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    const {pid} = terminal.session.facts;
    const line = shell === 'fish' ? 'kill -STOP $fish_pid; echo on' : 'kill -STOP $$; echo on';
    const {state, command_id} = await terminal.run(line, {timeout: 1});
    expect(state).toBe('running');
    await expect(terminal.run('true', {timeout: 5})).rejects.toMatchObject({
      code: 'session_busy',
      hint: expect.stringContaining(`kill -CONT ${pid}`),
    });
    process.kill(pid ?? 0, 'SIGCONT');
    expect(await terminal.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({
      state: 'completed',
      text: 'on',
    });
  });
});

/** A program goes on late after what it does: what comes meanwhile comes before it waits for more. */
class Late implements AsyncDisposable {
  readonly #tracer: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(tracer: ChildProcess) {
    this.#tracer = tracer;
    this.#ended = once(tracer, 'exit');
  }

  /** After each write. */
  static writer(pid: number | null, delayUs: number): Promise<Late> {
    return Late.#traced(pid, ['-e', 'trace=write', '-e', `inject=write:delay_exit=${delayUs}`]);
  }

  /** What it starts goes on late after it has taken the terminal, and before it has become the program that it is to be. */
  static starters(pid: number | null, delayUs: number): Promise<Late> {
    return Late.#traced(pid, ['-f', '-e', 'trace=ioctl', '-e', `inject=ioctl:delay_exit=${delayUs}:when=1`]);
  }

  static async #traced(pid: number | null, options: readonly string[]): Promise<Late> {
    const tracer = spawn('strace', ['-p', `${pid}`, ...options], {stdio: ['ignore', 'ignore', 'pipe']});
    await once(tracer.stderr, 'data');
    return new Late(tracer);
  }

  async stop(): Promise<void> {
    this.#tracer.kill('SIGINT');
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
