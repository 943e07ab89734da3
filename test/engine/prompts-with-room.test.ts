import {expect, test} from 'vitest';
import {ending} from '../conformance/ending.ts';
import {program} from '../conformance/programs.ts';
import {stillHere, TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';

test('a REPL that keeps rows free below its prompt, as prompt_toolkit does, takes line after line, and its prompt is in no output', async () => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  const started = await terminal.run(program('room-below.py'));
  expect(started).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl', tail: 'In [1]:'}});
  for (const [count, statement, answer] of [
    [1, '6 * 7', '42'],
    [2, '6 * 8', '48'],
    [3, '"x" * 3', 'xxx'],
  ] as const)
    expect(await terminal.run(statement)).toMatchObject({
      state: 'awaiting_input',
      via: 'foreground',
      exit_code: null,
      // The empty row above the prompt is the prompt's: the REPL has its line editor on before it.
      output: `Out[${count}]: ${answer}`,
    });
  await terminal.run('quit');
  expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 3});
  expect(await terminal.proof()).toEqual(stillHere);
});
