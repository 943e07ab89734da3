/** Command lines for the small programs that stand in for ones a test machine may not have, and what tests ask of them. */
import {execFile} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {needsProgramOf} from '../support/needs.ts';
import type {Stand, Value} from './bench.ts';

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

/** Starts a command that prints a line `go` before it goes on; resolves with its id once that line is there. */
export async function begin(stand: Stand, command: string): Promise<string> {
  const {state, via, command_id} = await stand.run(command, {until: '^go$'});
  if (state !== 'running' || via !== 'until') throw new Error(`${command} is ${state} via ${via}, not running`);
  return String(command_id);
}

/** Output, exit code, state and evidence of a command that was started before, once it has ended. */
export async function finished(stand: Stand, commandId: unknown): Promise<Value> {
  await stand.until(session => session.command(commandId as never)?.phase === 'ended');
  return settled(stand, commandId);
}

/** The same as soon as it is no longer plainly running: it may wait for something. */
export async function settled(stand: Stand, commandId: unknown): Promise<Value> {
  const {text, exit_code, state} = await stand.call('read_output', {command_id: commandId, wait_ms: 15_000});
  return {output: text, exit_code, state, via: stand.session.command(commandId as never)?.via ?? null};
}

/** What something in the background wrote into a file. Asks the shell, whose own wait notices it: a file has no event here. */
export async function fileAppears(stand: Stand, name: string): Promise<string> {
  await stand.run(`sh -c 'until [ -s ${name} ]; do sleep 0.01; done'`);
  return readFileSync(join(stand.home, 'home', name), 'utf8');
}

/** False for a process that is dead, also when nobody has waited for it yet. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resolves when a process, nobody's child of ours, is dead. */
export async function ended(pid: number): Promise<void> {
  if (isAlive(pid)) await promisify(execFile)('tail', [`--pid=${pid}`, '-f', '/dev/null']);
}
