/** Programs that hold the tty in an event loop: they poll it for a key, and just as well while they wait for something else. */
import {expect, test} from 'vitest';
import {lookUntil} from '../conformance/programs.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needsLinux} from '../support/needs.ts';

const node = `'${process.execPath}'`;

test('a statement of node that waits for something else is running, asks for nothing, and is over when node is at its prompt', async () => {
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  expect(await terminal.run(node)).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl'}});
  await terminal.run('fs.writeFileSync("pid", String(process.pid))');
  const waits = await terminal.run('await new Promise(go => process.once("SIGUSR2", () => go(6 * 7)))', {timeout: 3});
  expect(waits).toMatchObject({state: 'running', exit_code: null, timed_out: true, output: ''});
  await expect(terminal.run('1 + 1')).rejects.toMatchObject({code: 'session_busy'});
  terminal.processIn('pid').signal('SIGUSR2');
  const over = await lookUntil(terminal, waits, look => look['state'] !== 'running');
  expect(over).toMatchObject({state: 'completed', exit_code: null, text: '42'});
  expect(await terminal.run('6 * 8')).toMatchObject({state: 'awaiting_input', output: '48'});
});

test('a program that polls for keys and shows nothing is told as unsure: it may as well be at work', async () => {
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  const polls = await terminal.run(`${node} -e 'process.stdin.setRawMode(true).on("data", () => process.exit(3))'`);
  expect(polls).toMatchObject({state: 'awaiting_input', waiting_for: {program: 'node', tail: '', unsure: true}});
  await terminal.call('send_keys', {keys: ['x']});
  // At work it is while it ends.
  const ended = await lookUntil(terminal, polls, look => look['state'] === 'completed');
  expect(ended).toMatchObject({state: 'completed', exit_code: 3});
});
