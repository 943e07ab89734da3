/** Line editors that do as fish 4 does. */
import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

/** Its line editor's keys are told by the kitty keyboard protocol while it reads, as those of fish 4. */
const keysTold = String.raw`
PS0='\e[=0u'
PS1='\[\e[=5u\]> '
`;

test('what the prompt behind a command has switched on was not left on by the command', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {home: {'.bashrc': keysTold}});
  for (const line of ['true', 'echo two']) expect(await terminal.run(line)).not.toHaveProperty('repaired');
  await terminal.until(({tracker}) => tracker.phase === 'prompt' && tracker.mode('kittyKeyboard') === 5);
});
