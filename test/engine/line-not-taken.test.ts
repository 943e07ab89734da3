import {expect, test} from 'vitest';
import {type Actor, CottyError} from '../../src/core/index.ts';
import {isDelivering, lineEditor} from '../../src/engine/write/line-editor.ts';
import {completed, fullShells, TestTerminal} from '../conformance/test-terminal.ts';

test.each([
  ['zsh', 'bindkey -d'],
  ['fish', 'bind --erase --all'],
] as const)('%s takes lines also after its key bindings were reset', async (shell, reset) => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.run(reset);
  expect(await terminal.outcome('echo "hi!"')).toEqual(completed('hi!'));
});

test.each([
  ['bash', 'unset -f __cotty_line'],
  ['zsh', '__cotty_line() { :; }'],
  ['fish', 'function __cotty_line; end'],
] as const)('a line that %s does not take has not completed', async (shell, sabotage) => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.run(sabotage);
  const lost = await terminal.run('echo never');
  const hint = expect.stringContaining('nothing of it ran');
  expect(lost).toMatchObject({state: 'lost', exit_code: null, completed: false, output: '', hint});
});

test('whoever waits behind a line that was not taken, and hears that this cannot be logged, waits for nothing any more', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('unset -f __cotty_line');
  await terminal.run('echo never', {wait_for_completion: false});
  const {link, waiters} = terminal.session;
  link.conclude = async () => {
    throw new CottyError('internal', 'The disk is full.', 'Make room.');
  };
  const waiting = waiters.size;
  await expect(terminal.run('echo next')).rejects.toThrow('The disk is full.');
  expect(waiters.size).toBe(waiting);
});

test.each([
  ['zsh', 'zle -D __cotty_line'],
  ['fish', 'functions --erase __cotty_line'],
] as const)('%s says at its prompt that it takes no delivered lines, and gets them typed', async (shell, sabotage) => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.run(sabotage);
  expect(await terminal.outcome('echo typed')).toEqual(completed('typed'));
});

test.each(['bash', 'zsh', 'fish'] as const)(
  'an empty line in %s has nothing to run, and that is no loss',
  async shell => {
    await using terminal = await TestTerminal.open('pty', shell);
    expect(await terminal.run('')).toMatchObject({state: 'completed', exit_code: null, output: ''});
  },
);

test.each(fullShells)('%s that asks for the rest of a line has taken what there is of it', async shell => {
  await using terminal = await TestTerminal.open('pty', shell);
  expect(await terminal.run('echo "abc')).toMatchObject({waiting_for: {kind: 'continuation'}});
  const {tracker} = terminal.session;
  // Else whatever is typed now, ^C too, would wait ten seconds for the line to be taken, and be judged without the shell's word.
  expect(isDelivering(tracker)).toBe(false);
  expect(lineEditor(tracker)).toMatchObject({family: shell});
});

test.each(["read -p 'sure? ' x; echo got $x", 'echo one\nread -p "sure? " x\necho got $x'])(
  'what the first line asks after a person has unset all prompts and hooks of bash is told, and its end is exact: %j',
  async line => {
    const anna: Actor = {type: 'person', name: 'anna'};
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run('true');
    await terminal.session.gate.write(anna, Buffer.from('unset PS0 PS1 PROMPT_COMMAND\r'), {kind: 'typed'});
    terminal.session.gate.lease.release(anna);
    expect(await terminal.run(line)).toMatchObject({
      state: 'awaiting_input',
      waiting_for: {kind: 'prompt', tail: 'sure?'},
    });
    const answered = await terminal.call('send_text', {text: 'hello', submit: true, timeout: 60});
    expect(answered).toMatchObject({state: 'completed', exit_code: 0, via: 'mark', output: 'hello\ngot hello'});
    expect(await terminal.outcome('echo next; false')).toEqual(completed('next', 1));
  },
);
