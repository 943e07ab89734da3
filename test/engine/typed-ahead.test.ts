/** Lines that several agents type while a command runs: each is answered by its own, in whatever order the shell comes to them. */
import {describe, expect, test} from 'vitest';
import type {WriteJudge} from '../../src/engine/index.ts';
import {Gate} from '../conformance/gate.ts';
import {fullShells, TestTerminal, type Value} from '../conformance/test-terminal.ts';

/** As in a server: what an agent types is judged at each Enter. */
const judge: WriteJudge = {judges: ({type}) => type === 'agent', decide: () => Promise.resolve()};

const agents = ['one', 'two', 'three', 'four'].map(name => ({type: 'agent', name}) as const);

/** Resolves once so many line ends were typed. */
async function typed(terminal: TestTerminal, lines: number, from: number): Promise<void> {
  await terminal.until(({gate}) => gate.typedLines >= from + lines);
}

const calls = [
  ['text', (text: string) => ({tool: 'send_text', args: {text, submit: true, timeout: 40}})],
  ['keys', (text: string) => ({tool: 'send_keys', args: {keys: [`text:${text}`, 'Enter'], timeout: 40}})],
] as const;

const lineOf = (code: number): string => `sleep 0.2; echo out${code}; sh -c 'exit ${code}'`;

const wanted = (round: number) =>
  agents.map((_, place) => ({state: 'completed', exit_code: round + place, via: 'mark'}));

async function toldOf(answers: readonly Promise<Value>[]): Promise<Value[]> {
  return (await Promise.all(answers)).map(({state, exit_code, via}) => ({state, exit_code, via}));
}

describe.each(fullShells)('in %s', shell => {
  test.each(calls)('%s of four agents, typed while a command runs', async (_, call) => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    for (const round of [10, 20]) {
      using gate = new Gate(terminal);
      const running = terminal.run(`${gate.wait}; sh -c 'exit 9'`, {timeout: 40});
      await terminal.until(({tracker}) => tracker.current?.phase === 'running');
      const from = terminal.session.gate.typedLines;
      const answers: Promise<Value>[] = [];
      for (const [place, actor] of agents.entries()) {
        const {tool, args} = call(lineOf(round + place));
        answers.push(terminal.call(tool, args, {actor}));
        await typed(terminal, place + 1, from);
      }
      gate.open();
      expect(await running).toMatchObject({state: 'completed', exit_code: 9, mixed_output: true});
      expect(await toldOf(answers)).toEqual(wanted(round));
    }
  });

  test.each(calls)('%s of four agents at the same instant, at the prompt and while a command runs', async (_, call) => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    for (const round of [10, 20, 30, 40]) {
      using gate = new Gate(terminal);
      const running = round > 20 ? terminal.run(`${gate.wait}; sh -c 'exit 9'`, {timeout: 40}) : null;
      if (running) await terminal.until(({tracker}) => tracker.current?.phase === 'running');
      const answers = agents.map((actor, place) => {
        const {tool, args} = call(lineOf(round + place));
        return terminal.call(tool, args, {actor});
      });
      gate.open();
      if (running) expect(await running).toMatchObject({state: 'completed', exit_code: 9});
      expect(await toldOf(answers)).toEqual(wanted(round));
    }
  });

  test.each(['text', 'keys'])('several lines in %s of each of two agents, behind those of a third', async way => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    for (const round of [10, 20, 30, 40]) {
      using up = new Gate(terminal, 'up');
      using gate = new Gate(terminal);
      // The last two begin alike, and hold an empty line; of the second's lines one is read with the queue empty, and one behind the third's.
      const texts = [
        [`echo >${up.path}; ${gate.wait}`, lineOf(round)],
        ['sleep 0.2; echo same', lineOf(round + 1)],
        ['sleep 0.2; echo same', lineOf(round + 2), ''],
      ];
      const answers: Promise<Value>[] = [];
      for (const [place, lines] of texts.entries()) {
        const actor = {type: 'agent', name: `agent ${place}`} as const;
        const {tool, args} =
          way === 'text'
            ? {tool: 'send_text', args: {text: lines.join('\n'), submit: true, paste: false, timeout: 40}}
            : {tool: 'send_keys', args: {keys: lines.flatMap(text => [`text:${text}`, 'Enter']), timeout: 40}};
        answers.push(terminal.call(tool, args, {actor}));
        if (place === 0) await up.line();
      }
      gate.open();
      const told = await Promise.all(answers);
      for (const [place, {state, exit_code}] of told.entries()) {
        // bash tells no text: behind lines of others it may not know whose are read.
        if (shell === 'bash' && state === 'running') expect(exit_code).toBe(null);
        else expect({place, state, exit_code}).toEqual({place, state: 'completed', exit_code: round + place});
      }
    }
  });

  test.each(['text', 'keys'])('several lines in %s, typed while a hook runs behind those of another', async way => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    using held = new Gate(terminal, 'held');
    using gate = new Gate(terminal);
    await terminal.run(hookOf(shell, `echo >${held.path}; ${gate.wait}`));
    for (const round of [10, 20]) {
      using up = new Gate(terminal, 'up');
      using first = new Gate(terminal, 'first');
      const others = [`echo >${up.path}; ${first.wait}`, `touch hold; ${lineOf(round)}`];
      const other = {actor: {type: 'agent', name: 'other'}} as const;
      const own = {actor: {type: 'agent', name: 'own'}} as const;
      const text = others.join('\n');
      const before = terminal.call('send_text', {text, submit: true, paste: false, timeout: 40}, other);
      await up.line();
      first.open();
      // All of these are read and over, and the prompt behind them has not come.
      await held.line();
      const from = terminal.session.gate.typedLines;
      const lines = ['echo one', lineOf(round + 1)];
      const {tool, args} =
        way === 'text'
          ? {tool: 'send_text', args: {text: lines.join('\n'), submit: true, paste: false, timeout: 40}}
          : {tool: 'send_keys', args: {keys: lines.flatMap(line => [`text:${line}`, 'Enter']), timeout: 40}};
      const after = terminal.call(tool, args, own);
      await terminal.until(session => session.gate.typedLines > from);
      gate.open();
      expect(await before).toMatchObject({state: 'completed', exit_code: round});
      expect(await after).toMatchObject({state: 'completed', exit_code: round + 1});
    }
  });

  test('what others type while a line runs is said to be in its output', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    const [one, two] = [{actor: {type: 'agent', name: 'one'}} as const, {actor: {type: 'agent', name: 'two'}} as const];
    using gate = new Gate(terminal);
    const first = terminal.call('send_text', {text: `${gate.wait}; echo out`, submit: true, timeout: 40}, one);
    await terminal.until(({tracker}) => tracker.current?.phase === 'running');
    const from = terminal.session.gate.typedLines;
    const second = terminal.call('send_text', {text: 'echo other', submit: true, timeout: 40}, two);
    await typed(terminal, 1, from);
    gate.open();
    expect(await first).toMatchObject({state: 'completed', mixed_output: true, output: expect.stringMatching(/out$/)});
    const own = await second;
    expect(own).toMatchObject({state: 'completed', output: 'other'});
    expect(own).not.toHaveProperty('mixed_output');
  });
});

/** What makes the shell run this behind a command that leaves a file `hold`, once. */
function hookOf(shell: string, act: string): string {
  if (shell === 'fish') return `function held --on-event fish_prompt; if test -e hold; rm hold; ${act}; end; end`;
  // bash has told of the end before it makes its prompt, and not before its hooks.
  if (shell === 'bash') return `PS1='$(if [ -e hold ]; then rm hold; ${act}; fi)$ '`;
  return `held() { if [ -e hold ]; then rm hold; ${act}; fi; }; precmd_functions+=(held)`;
}
