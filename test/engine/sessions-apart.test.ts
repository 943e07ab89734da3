import {expect, test} from 'vitest';
import {ending} from '../conformance/ending.ts';
import {lookUntil} from '../conformance/programs.ts';
import {stillHere, TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux, skipUnless} from '../support/needs.ts';

const isRoot = process.getuid?.() === 0;

test.each(['setsid -w python3 -q', "su nobody -s /bin/sh -c 'python3 -q'"])(
  '`%s` gives its program a POSIX session of its own: who reads the terminal there is told, and takes lines',
  async command => {
    needs('python3');
    needsLinux();
    skipUnless(isRoot || !command.startsWith('su '), 'needs root: su asks everybody else for a password');
    await using terminal = await TestTerminal.open('pty', 'bash');
    const started = await terminal.run(command);
    expect(started).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl', tail: '>>>'}});
    expect(await terminal.run('6 * 7')).toMatchObject({state: 'awaiting_input', exit_code: null, output: '42'});
    const asks = await terminal.run('input("name? ")');
    expect(asks).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt', tail: 'name?'}});
    await terminal.call('send_text', {text: 'anna', submit: true});
    const answered = await lookUntil(
      terminal,
      asks,
      look => look['state'] !== 'awaiting_input' && look['state'] !== 'running',
    );
    expect(answered).toMatchObject({state: 'completed', text: expect.stringContaining("'anna'")});
    await terminal.run('exit(3)');
    expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 3});
    expect(await terminal.proof()).toEqual(stillHere);
  },
);
