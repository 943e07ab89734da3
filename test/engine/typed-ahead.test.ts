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

describe.each(fullShells)('in %s', shell => {
  test.each([
    ['text', (text: string) => ({tool: 'send_text', args: {text, submit: true, timeout: 40}})],
    ['keys', (text: string) => ({tool: 'send_keys', args: {keys: [`text:${text}`, 'Enter'], timeout: 40}})],
  ] as const)('%s of four agents, typed while a command runs', async (_, call) => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    for (const round of [10, 20]) {
      using gate = new Gate(terminal);
      const running = terminal.run(`${gate.wait}; sh -c 'exit 9'`, {timeout: 40});
      await terminal.until(({tracker}) => tracker.current?.phase === 'running');
      const from = terminal.session.gate.typedLines;
      const answers: Promise<Value>[] = [];
      for (const [place, actor] of agents.entries()) {
        const {tool, args} = call(`sleep 0.2; echo out${round + place}; sh -c 'exit ${round + place}'`);
        answers.push(terminal.call(tool, args, {actor}));
        await typed(terminal, place + 1, from);
      }
      gate.open();
      expect(await running).toMatchObject({state: 'completed', exit_code: 9});
      const own = (await Promise.all(answers)).map(({state, exit_code, via}) => ({state, exit_code, via}));
      expect(own).toEqual(agents.map((_, place) => ({state: 'completed', exit_code: round + place, via: 'mark'})));
    }
  });
});
