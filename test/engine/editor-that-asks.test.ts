/** Line editors that do as fish 4 does: it asks its terminal something at each prompt, and takes no key before it has the answer. */
import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';

/** Keeps what is typed meanwhile. The screen has much to draw before it can tell. */
const asking = String.raw`
zle-line-init() {
  local key all
  yes | head -c 8000000 >/dev/tty
  printf '\033[H\033[2J%% \033[6n' >/dev/tty
  until [[ $all == (#b)(*)$'\e['<->';'<->R(*) ]]; do read -sk 1 key; all+=$key; done
  zle -U "$match[1]$match[2]"
}
zle -N zle-line-init
setopt extended_glob
`;

test('a line that is given before the answer is taken behind it', async () => {
  needs('zsh');
  await using terminal = await TestTerminal.open('pty', 'zsh', {home: {'.zshrc': asking}});
  expect(await terminal.run("echo one; sh -c 'exit 3'")).toMatchObject({
    state: 'completed',
    output: 'one',
    exit_code: 3,
  });
  expect(await terminal.run('echo two')).toMatchObject({state: 'completed', output: 'two', exit_code: 0});
});

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
