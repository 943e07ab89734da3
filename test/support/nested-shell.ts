/** A shell without marks inside of one with marks, and a person who types into it. */

import type {Actor} from '../../src/core/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

const anna: Actor = {type: 'person', name: 'anna'};

/** A person types, and lets go of the keyboard. */
export async function type(terminal: TestTerminal, bytes: string): Promise<void> {
  await terminal.session.gate.write(anna, Buffer.from(bytes), {kind: 'typed'});
  terminal.session.gate.lease.release(anna);
}

/** Starts it by this line, and has one command behind it. */
export async function openNested(line: string): Promise<TestTerminal> {
  const terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(line);
  await terminal.run('echo warm');
  return terminal;
}
