import {expect, test} from 'vitest';
import {completed, stillHere, TestTerminal} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';

/**
 * What our integration does when it says that a line has wrong syntax. fish cancels the function that Ctrl+C meets, and may go on in the one that
 * called it.
 */
const steps = [
  {after: '__cotty_emit', of: 'C;err=1*', exitCode: 127},
  {before: '__cotty_end_failed', of: '*', exitCode: 127},
  // The mark itself is lost: nothing else tells the exit code.
  {before: '__cotty_emit', of: 'D;127*', exitCode: null},
  {after: '__cotty_emit', of: 'D;127*', exitCode: 127},
  {before: '__cotty_emit', of: 'A', exitCode: 127},
  {after: '__cotty_end_failed', of: '*', exitCode: 127},
];

test.each(steps)(
  'in fish a line with wrong syntax is over, and the next ones are told, when Ctrl+C meets %o',
  async step => {
    needs('fish');
    await using terminal = await TestTerminal.open('pty', 'fish');
    await terminal.run(heldOnce(step));
    const {command_id} = await terminal.run('echo hi)', {wait_for_completion: false});
    await terminal.until(session => session.lastLine().endsWith('held'));
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.call('read_output', {command_id, wait_ms: 30_000})).toMatchObject({
      state: 'completed',
      exit_code: step.exitCode,
    });
    expect(await terminal.outcome('echo next')).toEqual(completed('next'));
    expect(await terminal.outcome('sh -c "exit 7"')).toMatchObject({exit_code: 7, via: 'mark'});
    expect(await terminal.proof()).toEqual(stillHere);
  },
);

/** Has a function of our integration wait for Ctrl+C before or after it is called with such an argument, once. */
function heldOnce({
  before,
  after,
  of,
}: {
  readonly before?: string;
  readonly after?: string;
  readonly of: string;
}): string {
  const name = before ?? after;
  const hold = `string match -q '${of}' -- "$argv[1]"; and set -q unheld; and set -e unheld; and printf '\\nheld' >/dev/tty; and command sleep 300`;
  const asItWas = `${name}_as_it_was`;
  const body = before ? `${hold}; ${asItWas} $argv` : `${asItWas} $argv; ${hold}`;
  return `functions --copy ${name} ${asItWas}; function ${name}; ${body}; end; set -g unheld`;
}
