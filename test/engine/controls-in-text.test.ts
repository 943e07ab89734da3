/** Control characters do what they do, by whichever call they are typed. */
import {describe, expect, test} from 'vitest';
import {eventSeq, type InputEvent} from '../../src/core/index.ts';
import {type ShellName, TestTerminal} from '../conformance/test-terminal.ts';

describe.each(['bash', 'zsh', 'fish', 'dash'] as const satisfies readonly ShellName[])('%s', shell => {
  test.each([false, true])('a Ctrl+D in a text ends no shell at its empty prompt (submit: %s)', async submit => {
    await using terminal = await TestTerminal.open('pty', shell);
    await terminal.run('true');
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    for (const text of ['\x04', '\x01\x04', '\x15\x04', '\x03\x04', '\x1a\x04'])
      await expect(terminal.call('send_text', {text, paste: false, submit})).rejects.toMatchObject({code: 'denied'});
    expect(await terminal.run('echo alive')).toMatchObject({state: 'completed', output: 'alive'});
  });
});

test('a command that ends by a Ctrl+C in a text is interrupted, also by a shell that takes long to start it', async () => {
  // To start a program means to copy that.
  await using terminal = await TestTerminal.open('pty', 'bash', {
    home: {'.bashrc': "printf -v much '%0150000000d' 0\n"},
  });
  await terminal.run('true');
  for (let i = 0; i < 20; i++) {
    const {command_id} = await terminal.run('sleep 300', {wait_for_completion: false});
    await terminal.call('send_text', {text: '\x03', paste: false});
    const ended = await terminal.call('read_output', {command_id, wait_ms: 40_000});
    expect(ended).toMatchObject({state: 'interrupted', exit_code: 130});
  }
});

test('the log tells a paste from typed text, also where Enter is pressed behind it', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  const kinds: InputEvent['kind'][] = [];
  for (const paste of [true, false])
    for (const submit of [true, false]) {
      await terminal.until(({tracker}) => tracker.phase === 'prompt' && !tracker.lineTaken);
      await terminal.call('send_text', {text: ' :', paste, submit});
    }
  for await (const event of terminal.session.log.events(eventSeq(-1), {output: false}))
    if (event.type === 'input' && Buffer.from(event.bytes ?? []).includes(' :')) kinds.push(event.kind);
  expect(kinds).toEqual(['paste', 'paste', 'text', 'text']);
});
