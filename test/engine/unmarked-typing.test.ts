/** Keys, half lines and `read` in shells that say no marks: what was typed there, and by whom, decides who gets the next line. */

import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {completed, TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';
import {openNested, type} from '../support/nested-shell.ts';

test.each(['bash --norc --noprofile', 'dash'])(
  'in a nested %s Ctrl+C at any moment of a line completes none that it threw away, and takes nothing from the next',
  async nested => {
    await using terminal = await openNested(nested);
    for (let round = 0; round < 30; round++) {
      const run = terminal.run(`echo first-${round}`);
      await sleep((round % 20) / 4);
      await type(terminal, '\x03');
      const {state, output} = await run;
      if (state !== 'interrupted')
        expect({state, output}).toEqual({state: 'completed', output: expect.stringContaining(`first-${round}`)});
      expect(await terminal.run(`echo next-${round}`)).toMatchObject({state: 'completed', output: `next-${round}`});
    }
  },
);

test.each(['dash', 'bash --norc --noediting', 'zsh -f +Z', 'zsh -f', 'bash --norc', 'mksh'])(
  'in a nested %s a line behind Ctrl+C runs, and one that goes on is thrown away by it',
  async nested => {
    needs(nested.split(' ')[0] ?? '');
    needsLinux();
    await using terminal = await openNested(nested);
    for (let round = 0; round < 5; round++) {
      await type(terminal, '\x03');
      expect(await terminal.run(`echo ran-${round} | tee -a ran`)).toMatchObject({
        state: 'completed',
        output: `ran-${round}`,
      });
      await terminal.run('echo "abc', {timeout: 2});
      await terminal.call('send_control', {character: 'C'});
      expect(await terminal.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
    }
    expect(terminal.read('ran')).toBe('ran-0\nran-1\nran-2\nran-3\nran-4\n');
  },
);

test.each(['dash', 'zsh -f', 'bash --norc'])(
  'half a line that the same agent has typed in a nested %s is not gone on with',
  async nested => {
    needs(nested.split(' ')[0] ?? '');
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(nested);
    const line = 'echo 6';
    expect(await terminal.run(line)).toMatchObject({output: '6'});
    await terminal.call('send_text', {text: 'xx', paste: false});
    await expect(terminal.run(line)).rejects.toMatchObject({code: 'input_held'});
    const waiting = terminal.run(line);
    await terminal.call('send_control', {character: 'C'});
    expect(await waiting).toMatchObject({output: '6'});
    // What a program reads key by key is none.
    const keys = await terminal.run("sh -c 'stty -icanon; head -c 2 >/dev/null; stty icanon'", {timeout: 1});
    await terminal.call('send_text', {text: 'xx', paste: false});
    await terminal.call('read_output', {command_id: keys['command_id'], wait_ms: 20_000});
    expect(await terminal.run(line)).toMatchObject({output: '6'});
  },
);

test.each([
  ['zsh -f', 'while :; do :; done; echo no'],
  ['zsh -f', 'sh -c "exit 5"; while :; do :; done; echo no'],
  ['fish --no-config', 'while true; true; end; echo no'],
  ['fish --no-config', 'sh -c "exit 5"; while true; true; end; echo no'],
])(
  'Ctrl+C that meets a nested %s with marks between two commands leaves no exit code but that of the interrupt: %s',
  async (nested, line) => {
    needs(nested.split(' ')[0] ?? '');
    await using terminal = await openNested(nested);
    await terminal.call('manage_session', {action: 'integrate'});
    const running = await terminal.run(line, {timeout: 1});
    expect(running).toMatchObject({state: 'running'});
    await terminal.call('send_control', {character: 'C'});
    const ended = await terminal.call('read_output', {command_id: running['command_id'], wait_ms: 60_000});
    expect(ended).toMatchObject({
      state: expect.stringMatching(/^(interrupted|completed)$/),
      exit_code: expect.toSatisfy(code => code === null || code === 130),
    });
    expect(await terminal.outcome('echo next; false')).toEqual(completed('next', 1));
  },
);

test.each(['Z', '\\', 'C'])(
  'Ctrl+%s at a shell that says no marks leaves its line empty, and what runs next alone',
  async character => {
    needs('tcsh');
    await using terminal = await TestTerminal.open('pty', 'tcsh');
    expect(await terminal.outcome('echo one')).toMatchObject({state: 'completed', output: 'one'});
    await terminal.call('send_control', {character});
    const two = await terminal.run('echo two');
    expect(two).toMatchObject({state: 'completed', output: 'two'});
    expect(two).not.toHaveProperty('mixed_output');
  },
);

test('half a line at the prompt of a shell without marks is waited for a moment, and refused when it stays', async () => {
  needs('tcsh');
  await using terminal = await TestTerminal.open('pty', 'tcsh');
  await terminal.run('echo one');
  await terminal.call('send_text', {text: 'xx', paste: false});
  await expect(terminal.run('echo two')).rejects.toMatchObject({code: 'input_held'});
  const waiting = terminal.run('echo two');
  await terminal.call('send_control', {character: 'C'});
  expect(await waiting).toMatchObject({state: 'completed', output: 'two'});
});

test('what somebody types while a line of a nested shell runs may be in its output, which says so', async () => {
  needsLinux();
  await using terminal = await openNested('dash');
  const begun = terminal.call('watch_output', {pattern: '^begun', timeout: 20});
  const run = terminal.run('echo begun; while ! test -e go; do sleep 0.05; done', {timeout: 20});
  await begun;
  await type(terminal, 'true\r');
  terminal.write('go', '');
  expect(await run).toMatchObject({state: 'completed', mixed_output: true});
});

test.each([
  ['fish --no-config', 'read x'],
  ['fish --no-config', "read --prompt-str '' x"],
  ['zsh -f', 'vared -c x'],
  ['bash --norc --noprofile', 'read -e x'],
])('in a %s, nested or in the place of the own shell, no command is the answer to `%s`', async (shell, reads) => {
  needs(shell.split(' ')[0] ?? '');
  for (const line of [shell, `exec ${shell}`]) {
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(line);
    expect(await terminal.run('echo before')).toMatchObject({state: 'completed', output: 'before'});
    await terminal.call('send_text', {text: reads, submit: true});
    for (let i = 0; i < 2; i++) await expect(terminal.run('echo no')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('echo between')).toMatchObject({state: 'completed', output: 'between'});
    expect(await terminal.run(reads)).toMatchObject({state: 'awaiting_input'});
    await expect(terminal.run('echo no')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: 'answer', submit: true});
    expect(await terminal.run('echo after $x')).toMatchObject({state: 'completed', output: 'after answer'});
  }
});

test.each(['bash --norc --noprofile', 'zsh -f', 'fish --no-config'])(
  'below the prompt of a %s without marks a background job may have printed: it takes commands all the same',
  async shell => {
    needs(shell.split(' ')[0] ?? '');
    for (const line of [shell, `exec ${shell}`]) {
      await using terminal = await TestTerminal.open('pty', 'bash');
      await terminal.run(line);
      await terminal.run("sh -c 'while ! test -e go; do sleep 0.01; done; echo late' &");
      const last = await terminal.run('echo before');
      terminal.write('go', '');
      // fish says at once that the job is over; the others with their next prompt.
      const pattern = shell.startsWith('fish') ? 'has ended' : '^(.*[^ ] )?late';
      const news = {pattern, cursor: last['cursor'], timeout: 20};
      expect(await terminal.call('watch_output', news)).toMatchObject({matched: true});
      const after = await terminal.run('echo after');
      expect(after).toMatchObject({state: 'completed', output: expect.stringMatching(/^after(\n\[1\].*)?$/)});
    }
  },
);

test.each([
  ['tcsh', 'true'],
  ['bash', 'exec bash --norc --noprofile'],
  ['bash', 'exec dash'],
] as const)('%s, %s: what is typed at a prompt without marks runs as long as it is seen to', async (shell, first) => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.run(first);
  await terminal.run('true');
  const control = (character: string) => terminal.call('send_control', {character});
  const enter = (text: string) => terminal.call('send_text', {text, submit: true});
  expect(await enter('true')).toMatchObject({state: 'ready'});
  await expect(control('D')).rejects.toMatchObject({code: 'denied'});
  expect(await enter('sleep 300')).toMatchObject({state: 'running', via: 'foreground'});
  await expect(control('D')).rejects.toMatchObject({code: 'denied'});
  expect(await control('C')).toMatchObject({state: 'ready'});
  expect(await enter('cat >got')).toMatchObject({state: 'running'});
  expect(await enter('typed')).toMatchObject({state: 'running'});
  expect(await control('D')).toMatchObject({state: 'ready'});
  expect(terminal.read('got')).toBe('typed\n');
  expect(await enter("sh -c 'printf Name?; read x'")).toMatchObject({
    state: 'awaiting_input',
    waiting_for: {kind: 'prompt', tail: 'Name?'},
  });
  expect(await enter('anna')).toMatchObject({state: 'ready'});
  expect(await terminal.run('echo mine')).toMatchObject({state: 'completed', output: 'mine'});
});

test('Ctrl+U at an empty prompt without marks leaves no half-typed line', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('exec bash --norc --noprofile');
  expect(await terminal.run('echo one')).toMatchObject({state: 'completed', output: 'one'});
  await terminal.call('send_control', {character: 'U'});
  expect(await terminal.run('echo two')).toMatchObject({state: 'completed', output: 'two'});
  await type(terminal, 'half');
  await terminal.call('send_control', {character: 'U'});
  await expect(terminal.run('echo three')).rejects.toMatchObject({code: 'input_held'});
});

test.each(['dash', 'bash --norc --noprofile --noediting'])(
  'a nested %s whose echo was switched off reads commands on, and what its `read` takes then is a secret',
  async shell => {
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(shell);
    expect(await terminal.run('stty -echo')).toMatchObject({state: 'completed', via: 'foreground'});
    expect(await terminal.run('echo unseen')).toMatchObject({state: 'completed', output: 'unseen'});
    expect(await terminal.run('printf "Password: "; read word')).toMatchObject({
      state: 'secret_wanted',
      waiting_for: {kind: 'secret', tail: 'Password:'},
    });
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('stty echo')).toMatchObject({state: 'completed', via: 'foreground'});
    expect(await terminal.run('echo seen')).toMatchObject({state: 'completed', output: 'seen'});
  },
);

describe.each(['bash --norc --noprofile -i', 'zsh -f', 'dash -i', 'mksh', 'fish --no-config'])(
  'in a nested %s',
  nested => {
    test.each([false, true])(
      'a typed line that asks, or goes on, is not told as its prompt (a command was run before: %s)',
      async runs => {
        needs(nested.split(' ')[0] ?? '');
        await using terminal = await TestTerminal.open('pty', 'bash');
        await terminal.run('true');
        expect(await terminal.run(nested, {timeout: 5})).toMatchObject({
          state: 'awaiting_input',
          waiting_for: {kind: 'shell'},
        });
        if (runs) await terminal.run('true', {timeout: 5});
        const enter = (text: string) => terminal.call('send_text', {text, paste: false, submit: true, timeout: 5});
        for (const [begins, ends] of [
          ['read q', 'abc'],
          ['echo "', '"'],
        ] as const) {
          expect(await enter(begins)).toMatchObject({
            state: 'awaiting_input',
            waiting_for: {kind: expect.stringMatching(/^(?:prompt|continuation)$/)},
          });
          expect(await enter(ends)).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'shell'}});
        }
      },
    );
  },
);
