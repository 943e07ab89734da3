/** What somebody has begun to type goes on with nothing else, also where no shell's own line editor can be asked; and a line ends where it ends. */
import {describe, expect, test} from 'vitest';
import {fullShells, TestTerminal, type TestTerminalOptions, terminals} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';

async function nested(inner: string, options?: TestTerminalOptions): Promise<TestTerminal> {
  needs(inner.split(' ')[0] ?? '');
  const terminal = await TestTerminal.open('pty', 'bash', options);
  await terminal.run(inner);
  return terminal;
}

const withLineEditor = ['bash --norc --noprofile -i', 'zsh -f', 'mksh', 'ksh'];

test.each([...withLineEditor, 'dash'])(
  'half a line that stands at the first prompt of a nested %s is not run together with what is run there',
  async inner => {
    await using terminal = await nested(inner);
    await terminal.call('send_text', {text: 'echo half ', paste: false});
    await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'input_held'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('touch mine; echo done')).toMatchObject({state: 'completed', output: 'done'});
  },
);

describe.each([
  ['half a line', ['text:echo half ']],
  ['half a line that keys have edited', ['text:echo half ', 'Left']],
  ['a key that waits for the next one', ['Escape']],
] as const)('%s at the first prompt', (_, keys) => {
  test.each(withLineEditor)('of a nested %s holds the line', async inner => {
    await using terminal = await nested(inner);
    await terminal.call('send_keys', {keys});
    await expectHeld(terminal);
  });

  test.each(withLineEditor)('of a nested %s holds the line for the next server', async inner => {
    const first = await nested(inner, {outlivesEngine: true});
    await first.call('send_keys', {keys});
    await first.engine[Symbol.asyncDispose]();
    await using second = await first.adoptedByNext();
    await expectHeld(second);
  });

  async function expectHeld(terminal: TestTerminal): Promise<void> {
    await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'input_held'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('echo done')).toMatchObject({state: 'completed', output: 'done'});
  }
});

test.each(withLineEditor)('a key that waits for the next one takes nothing of a line for a nested %s', async inner => {
  await using terminal = await nested(inner);
  await terminal.call('send_keys', {keys: ['Escape']});
  await expect(terminal.run('echo one')).rejects.toMatchObject({code: 'input_held'});
  await terminal.call('send_control', {character: 'C'});
  await terminal.call('send_control', {character: 'V'});
  await expect(terminal.run('echo one')).rejects.toMatchObject({code: 'input_held'});
  await terminal.call('send_control', {character: 'C'});
  await terminal.call('send_control', {character: 'C'});
  expect(await terminal.run('echo one')).toMatchObject({state: 'completed', output: 'one'});
});

test.each([
  ['bash', {'.bashrc': 'set +o emacs\nset +o vi\n'}],
  ['zsh', {'.zshrc': 'unsetopt zle\n'}],
] as const)(
  'half a line at a %s that has its line editor switched off holds the line until it is dropped',
  async (shell, home) => {
    await using terminal = await TestTerminal.open('pty', shell, {home, outlivesEngine: true});
    await terminal.run('true');
    await terminal.call('send_text', {text: 'touch dropped; '});
    await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'input_held'});
    await terminal.call('send_control', {character: 'C'});
    await terminal.run('touch mine');
    await terminal.call('send_text', {text: 'touch entered'});
    await expect(terminal.run('touch merged')).rejects.toMatchObject({code: 'input_held'});
    await terminal.call('send_keys', {keys: ['Enter']});
    expect(await terminal.run('ls -1')).toMatchObject({output: 'entered\nmine'});
  },
);

test.each(['dash', 'bash --norc --noprofile --noediting', 'zsh -f +Z'])(
  'half a line that the tty has for a nested %s, typed behind a whole one, holds the line until it is dropped',
  async inner => {
    await using terminal = await nested(inner);
    await terminal.run('true');
    await terminal.call('send_text', {text: 'touch first\rtouch theirs; ', paste: false});
    await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'input_held'});
    await terminal.call('send_control', {character: 'C'});
    await terminal.run('touch mine');
    expect(await terminal.run('ls -1')).toMatchObject({output: 'first\nmine'});
    // What a program reads by keys it has read.
    await terminal.run('bash -c "read -n 1 key"', {timeout: 2});
    await terminal.call('send_keys', {keys: ['text:q']});
    expect(await terminal.run('echo read')).toMatchObject({output: 'read'});
  },
);

test.each([
  ...[...withLineEditor, 'dash', 'busybox sh', 'fish'].flatMap(inner => [
    [inner, "echo 'open"],
    [inner, 'read answer'],
  ]),
  ['sqlite3', 'select 11'],
  ['lua', 'x = (1 +'],
  ['gdb -q -nx', 'if 1'],
  ['python3 -q', 'x = (1 +'],
])('the very first line that is typed at %s, and goes on or reads (%s), takes no command', async (inner, line) => {
  await using terminal = await nested(inner);
  await terminal.call('send_text', {text: line, paste: false, submit: true, timeout: 2});
  await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'session_busy'});
  expect(terminal.session.isClosed).toBe(false);
});

test.each([...withLineEditor, 'dash', 'python3 -q', 'bc -q'])(
  'a line feed at the end of what %s is given takes nothing of the output',
  async inner => {
    await using terminal = await nested(inner);
    const line = inner.startsWith('python')
      ? 'print(41)\nprint(42)'
      : inner.startsWith('bc')
        ? '41; 42'
        : 'echo 41; echo 42';
    for (const end of ['\n', '\n\n'])
      expect(await terminal.run(line.replace('\n', '; ') + end)).toMatchObject({output: '41\n42'});
  },
);

describe.each(terminals(fullShells))('$backend, $shell: an unfinished line', ({backend, shell}) => {
  test.each([
    ['a resize', []],
    ['a resize and Enter', ['Enter']],
  ] as const)('stays one behind %s, takes no other, and is finished or dropped as it was', async (_, keys) => {
    await using terminal = await TestTerminal.open(backend, shell);
    const begun = async (): Promise<void> => {
      expect(await terminal.run("echo 'abc")).toMatchObject({state: 'awaiting_input'});
      await terminal.call('manage_session', {action: 'resize', cols: 91, rows: 30});
      if (keys.length > 0) await terminal.call('send_keys', {keys});
      await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('manage_session', {action: 'resize', cols: 80, rows: 24});
    };
    await begun();
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.outcome('test -e mine')).toMatchObject({exit_code: 1});
    await begun();
    // fish takes a paste between quotes for text, quotes and all.
    const finished = await terminal.call('send_text', {text: "def'; sh -c 'exit 4'", paste: false, submit: true});
    expect(finished).toMatchObject({state: 'completed', exit_code: 4});
    expect(await terminal.outcome('echo one')).toMatchObject({exit_code: 0, output: 'one'});
  });
});

describe.each(terminals(['dash']))('$backend, $shell', ({backend, shell}) => {
  test.each(['L', 'A', 'E'])('Ctrl+%s, which some take for text, is no part of the next line', async character => {
    needs(shell);
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    await terminal.call('send_control', {character});
    expect(await terminal.outcome('echo one; (exit 3)')).toMatchObject({
      state: 'completed',
      exit_code: 3,
      output: 'one',
    });
  });

  test('a line feed at the end of a command takes nothing of its output', async () => {
    needs(shell);
    await using terminal = await TestTerminal.open(backend, shell);
    for (const end of ['\n', '\n\n'])
      for (const line of ['echo 1; echo 2', 'echo 1\necho 2'])
        expect(await terminal.run(line + end)).toMatchObject({state: 'completed', exit_code: 0, output: '1\n2'});
  });
});
