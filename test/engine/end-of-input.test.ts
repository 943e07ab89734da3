/** Ctrl+D is for a program that reads. One that no program has read ends a shell without line editor, and with it the session. */
import {writeFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {type ShellName, TestTerminal} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';

interface Row {
  readonly shell: ShellName;
  /** Rc file that leaves its line editor off. */
  readonly home?: Readonly<Record<string, string>>;
  /** Puts another shell in its place, which says no marks. */
  readonly instead?: string;
}

const withoutEditor: readonly (readonly [string, Row])[] = [
  ['bash without line editor', {shell: 'bash', home: {'.bashrc': 'set +o emacs\n'}}],
  ['zsh without line editor', {shell: 'zsh', home: {'.zshrc': 'unsetopt zle\n'}}],
  ['dash', {shell: 'dash'}],
  ['bash --noediting in the place of the shell', {shell: 'bash', instead: 'exec bash --noediting --norc'}],
  ['zsh +Z in the place of the shell', {shell: 'zsh', instead: 'exec zsh -f +Z'}],
  ['dash in the place of the shell', {shell: 'bash', instead: 'exec dash'}],
];
const withEditor: readonly (readonly [string, Row])[] = [
  ['bash', {shell: 'bash'}],
  ['zsh', {shell: 'zsh'}],
  ['bash in the place of the shell', {shell: 'bash', instead: 'exec bash --norc'}],
  ['zsh in the place of the shell', {shell: 'zsh', instead: 'exec zsh -f'}],
];

async function open({shell, home, instead}: Row): Promise<TestTerminal> {
  const terminal = await TestTerminal.open('pty', shell, {...(home && {home}), env: {PS1: 'mine$ '}});
  if (instead) expect(await terminal.run(instead)).toMatchObject({state: 'completed', via: 'foreground'});
  await terminal.run('mkfifo gate');
  return terminal;
}

/** A program that reads nothing until `gate` is written, and ends then. */
async function waitAtGate(terminal: TestTerminal): Promise<string> {
  const {command_id} = await terminal.run('echo u""p; : <gate', {until: '^up'});
  return String(command_id);
}

const pressed = (terminal: TestTerminal) => terminal.call('send_control', {character: 'D'}).catch(error => error);

describe.each(withoutEditor)('%s', (_, row) => {
  test('a Ctrl+D that no program reads is refused', async () => {
    await using terminal = await open(row);
    for (let i = 0; i < 3; i++) {
      const command_id = await waitAtGate(terminal);
      expect(await pressed(terminal)).toMatchObject({code: 'session_busy'});
      writeFileSync(terminal.file('gate'), '');
      const over = await terminal.call('read_output', {command_id, wait_ms: 40_000});
      expect(over).toMatchObject({state: 'completed'});
    }
    expect(await terminal.run('echo alive')).toMatchObject({state: 'completed', output: 'alive'});
  });
});

describe.each([...withoutEditor, ...withEditor])('%s', (_, row) => {
  test('a Ctrl+D beside the end of a program ends no shell', async () => {
    await using terminal = await open(row);
    for (let i = 0; i < 10; i++) {
      const command_id = await waitAtGate(terminal);
      const over = terminal.call('read_output', {command_id, wait_ms: 40_000});
      const before = i % 2 ? pressed(terminal) : undefined;
      writeFileSync(terminal.file('gate'), '');
      const answer = await (before ?? pressed(terminal));
      expect(answer).toSatisfy(
        ({state, code}) => code === 'denied' || code === 'session_busy' || state === 'completed',
      );
      expect(await over).toMatchObject({state: 'completed'});
    }
    expect(await terminal.run('echo alive')).toMatchObject({state: 'completed', output: 'alive'});
  });

  test('a Ctrl+D ends the input of a program that reads, or waits for it together with other things', async () => {
    needs('python3');
    await using terminal = await open(row);
    const polls = 'python3 -c "import select,sys;select.select([0],[],[]);print(len(sys.stdin.read()))"';
    for (const [line, output] of [
      ['cat; echo end', 'end'],
      ['read x; echo "got $x"', 'got'],
      [polls, '0'],
    ] as const) {
      const {command_id} = await terminal.run(line, {timeout: 0.2});
      await expect
        .poll(async () => (await terminal.session.look()).probe.foreground?.map(({blockedOn}) => blockedOn))
        .toEqual([line === polls ? 'tty_poll' : 'tty_read']);
      await terminal.call('send_control', {character: 'D'});
      const over = await terminal.call('read_output', {command_id, wait_ms: 40_000});
      expect(over).toMatchObject({state: 'completed', text: expect.stringContaining(output)});
    }
  });
});
