/** Command lines for the small programs that terminal in for ones a test machine may not have, and what tests ask of them. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {needsProgramOf} from '../support/needs.ts';
import type {TestTerminal, Value} from './test-terminal.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'programs');
const interpreters: Readonly<Record<string, string>> = {
  py: existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3',
  mjs: process.execPath,
  sh: 'sh',
};

/** A command line for any shell that runs a program of `test/fixtures/programs`. */
export function program(file: string, ...args: readonly string[]): string {
  const interpreter = interpreters[file.slice(file.lastIndexOf('.') + 1)] ?? 'sh';
  needsProgramOf(interpreter);
  return [interpreter, join(folder, file), ...args].map(word => `'${word}'`).join(' ');
}

/** What floods repeat: to a tty and to whoever reads it a line feed costs as much as a hundred letters, and most claims are about bytes. */
export const floodLine: string = 'y'.repeat(63);

/** Starts a command that prints a line `go` before it goes on; resolves with its id once that line is there. */
export async function begin(terminal: TestTerminal, command: string): Promise<string> {
  const {state, via, command_id} = await terminal.run(command, {until: '^go$'});
  if (state !== 'running' || via !== 'until') throw new Error(`${command} is ${state} via ${via}, not running`);
  return String(command_id);
}

/** Output, exit code, state and evidence of a command that was started before, once it has ended. */
export async function finished(terminal: TestTerminal, commandId: unknown): Promise<Value> {
  await terminal.until(session => session.tracker.command(commandId as never)?.phase === 'ended');
  return settled(terminal, commandId);
}

/** The same as soon as it is no longer plainly running: it may wait for something. */
export async function settled(terminal: TestTerminal, commandId: unknown): Promise<Value> {
  const {text, exit_code, state} = await terminal.call('read_output', {command_id: commandId, wait_ms: 40_000});
  return {output: text, exit_code, state, via: terminal.session.tracker.command(commandId as never)?.via ?? null};
}

/**
 * Looks at a command again and again until `isSeen`: at what the system does by and by, and tells nobody. There is no limit
 * but the test's.
 */
export async function lookUntil(
  terminal: TestTerminal,
  {command_id}: Value,
  isSeen: (look: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const look = await terminal.call('read_output', {command_id, wait_ms: 50});
    if (isSeen(look)) return look;
  }
}

/**
 * Resolves once that program has the terminal. A Ctrl+C or Ctrl+Z before then may reach the shell while it starts the program, and bash forgets
 * it: it is waiting for the program by the time it would act on it.
 */
export async function runs({session}: TestTerminal, name: string): Promise<void> {
  while (!(await session.look()).probe.foreground?.some(process => process.name === name));
}

/**
 * Seconds in which a case lets the product jump to a conclusion about what is still going on. On a slow machine less
 * happens in them, so that none of these cases fails by slowness.
 */
export const aWhile = 1;

/**
 * Runs a program that reads without asking, until a look that found it at that. On a busy machine the program may not have
 * come so far when the wait is over: then it is ended, and run for longer.
 */
export async function runSilentReader(terminal: TestTerminal, command: string): Promise<Value> {
  for (let timeout = aWhile; ; timeout *= 4) {
    const reading = await terminal.run(command, {timeout});
    if (reading['blocked_on_tty_read'] === true || timeout > 15) return reading;
    await terminal.call('send_control', {character: 'C'});
    await finished(terminal, reading['command_id']);
  }
}
