/** The newest line of a session, as lists and questions tell it. */
import {expect, test} from 'vitest';
import {Gate} from '../conformance/gate.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

/** Of a terminal that nobody has given a size. */
const COLUMNS = 80;

test.each(['bash', 'zsh', 'fish'] as const)(
  'what a command has printed is the last line, however many rows its echo has: %s',
  async shell => {
    await using terminal = await TestTerminal.open('pty', shell);
    using gate = new Gate(terminal);
    const begin = `echo begun; ${gate.wait}; : `;
    // Each number of columns in the last of its rows, also none.
    for (let length = begin.length + 1; length <= begin.length + COLUMNS; length += shell === 'bash' ? 1 : 13) {
      const running = terminal.run(begin.padEnd(length, 'x'), {timeout: 25});
      await terminal.until(session => session.lastLine() === 'begun');
      gate.open();
      expect(await running).toMatchObject({state: 'completed', output: 'begun'});
    }
  },
);

test('before anything is printed the prompt is the last line, with the command behind it', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  using gate = new Gate(terminal);
  const running = terminal.run(gate.wait, {timeout: 25});
  await terminal.until(session => session.tracker.phase === 'running');
  expect(terminal.session.lastLine()).toContain(gate.wait);
  gate.open();
  await running;
});
