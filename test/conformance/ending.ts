import {parseCommandId} from '../../src/core/index.ts';
import type {TestTerminal, Value} from './test-terminal.ts';

/** State, exit code and text of a command that was seen unfinished, once it has ended. */
export async function ending(terminal: TestTerminal, unfinished: Value): Promise<Value> {
  const id = parseCommandId(String(unfinished['command_id']));
  if (id === undefined) throw new Error('The result names no command.');
  await terminal.until(session => session.tracker.command(id)?.phase === 'ended');
  return terminal.call('read_output', {command_id: id});
}
