import {describe, expect} from 'vitest';
import type {EventOf} from '../../src/core/index.ts';
import {eventSeq} from '../../src/core/index.ts';
import {toAsciicast} from '../../src/log/index.ts';
import {needs} from '../support/needs.ts';
import {hardCase} from './hard-case.ts';
import {finished, program} from './programs.ts';
import {fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

const SECRET = 'open sesame';

/** Prompts that read key by key, with echo off, outside of the alternate screen. */
const prompts: readonly (readonly [string, string])[] = [
  ['sudo with pwfeedback', program('ask-starred.py', '[sudo] password for case: ')],
  ['a PIN', program('ask-starred.py', 'Enter PIN for key 3? ')],
  ['a question in another language', program('ask-starred.py', 'Mot de passe : ')],
  ['a painted line', program('ask-painted.mjs', 'line')],
  ['a painted box', program('ask-painted.mjs', 'box')],
  ['a prompt behind a terminal of its own', `script -qec "${program('ask-secret.py')} echo granted" /dev/null`],
  ['a prompt that paints nothing', program('ask-painted.mjs', 'silent')],
];

describe.each(terminals(fullShells))('$backend, $shell: secrets at rest', ({backend, shell}) => {
  hardCase.for(prompts)(
    'E15',
    '%s wants a secret, and nothing of it is at rest or in an answer',
    async ([, command]) => {
      await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
      const answers: unknown[] = [];
      const asked = await terminal.run(command);
      expect(asked).toMatchObject({state: 'secret_wanted', waiting_for: {kind: 'secret'}, exit_code: null});
      answers.push(asked, await terminal.call('wait_for_events', {after: 0, timeout: 1}));
      expect(JSON.stringify(answers)).toContain('secret_wanted');
      // Whole, with a mistake in it, and key by key.
      answers.push(await terminal.call('send_text', {text: SECRET.slice(0, 6)}));
      answers.push(await terminal.call('send_keys', {keys: ['text:x', 'BSpace']}));
      for (const key of SECRET.slice(6)) answers.push(await terminal.call('send_keys', {keys: [`text:${key}`]}));
      answers.push(await terminal.call('read_screen', {}));
      answers.push(await terminal.call('send_keys', {keys: ['Enter']}));
      const over = await finished(terminal, asked['command_id']);
      expect(over).toMatchObject({exit_code: 0, output: expect.stringContaining('granted')});
      answers.push(
        over,
        await terminal.call('get_context', {}),
        await terminal.call('wait_for_events', {after: 0, timeout: 0.1}),
      );
      expect(await terminal.proof()).toEqual(stillHere);
      for await (const line of toAsciicast(terminal.session.log, {tellsInput: true})) answers.push(line);
      for (const part of [SECRET, SECRET.slice(0, 6), 'sesame']) {
        expect(JSON.stringify(answers)).not.toContain(part);
        expect(terminal.driver.everythingWritten(terminal.cottyHome)).not.toContain(part);
      }
      expect((await inputs(terminal)).join('')).not.toMatch(/[a-z]/);
    },
  );

  hardCase.for([
    ['a sign of its own below the question', 'Master Password:\\r\\n> '],
    ['no sign at all', 'PASSWORD'],
    ['a frame', 'Password\\r\\n+--------+\\r\\n| '],
    ['words of its own', 'Enter your recovery phrase - '],
    ['a form with help below it', '\\e[2J\\e[HUser: joe\\e[3;1HPassword: \\e[10;1Hhelp: F1\\e[3;11H'],
  ] as const)('E15', 'in doubt, at a prompt with %s, nothing of what is typed is at rest', async ([, prompt]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    const printed = prompt.replaceAll('\\e', '\x1b').replaceAll('\\r', '\r').replaceAll('\\n', '\n');
    terminal.write('prompt', printed);
    const asked = await terminal.run(`${program('ask-starred.py').trimEnd()} "$(cat prompt)"`);
    await terminal.call('send_text', {text: SECRET, submit: true});
    expect(await finished(terminal, asked['command_id'])).toMatchObject({exit_code: 0});
    expect(terminal.driver.everythingWritten(terminal.cottyHome)).not.toContain('sesame');
  });

  hardCase('E15', 'a secret that is typed in one go with Enter is not at rest either', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const asked = await terminal.run(program('ask-starred.py', 'Passphrase: '));
    await terminal.call('send_text', {text: SECRET, submit: true});
    expect(await finished(terminal, asked['command_id'])).toMatchObject({
      exit_code: 0,
      output: expect.stringContaining('granted'),
    });
    expect(terminal.driver.everythingWritten(terminal.cottyHome)).not.toContain('sesame');
  });

  hardCase('E15', 'a raw program that asks for no secret has its input in the log, and wants none', async () => {
    needs('vim');
    await using terminal = await TestTerminal.open(backend, shell);
    const repl = await terminal.run(`${program('ask-starred.py', 'Name: ')}`);
    expect(repl).toMatchObject({state: 'awaiting_input'});
    await terminal.call('send_text', {text: 'kept-name', submit: true});
    await finished(terminal, repl['command_id']);
    const edited = await terminal.run('vim -u NONE note');
    expect(edited).toMatchObject({state: 'tui'});
    await terminal.call('send_keys', {keys: ['text:ipassword: ']});
    await terminal.call('send_keys', {keys: ['text:kept-text', 'Escape', 'text::q!', 'Enter']});
    await finished(terminal, edited['command_id']);
    const logged = (await inputs(terminal)).join('');
    expect(logged).toContain('kept-name');
    expect(logged).toContain('kept-text');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('E15', 'the shell’s own prompt is none, whatever words stand in it', async () => {
    const home =
      shell === 'fish' ? {'.config/fish/config.fish': 'function fish_prompt; printf "password: "; end\n'} : {};
    await using terminal = await TestTerminal.open(backend, shell, {
      home: {...home, '.bashrc': "PS1='password: '\n", '.zshrc': "PS1='password: '\n"},
    });
    await terminal.run('true');
    await terminal.call('send_text', {text: 'echo kept-line', submit: true});
    await terminal.until(({tracker}) => tracker.recentCommands(9).length === 2 && tracker.phase === 'prompt');
    expect((await inputs(terminal)).join('')).toContain('kept-line');
  });
});

describe.each(terminals(['dash']))('$backend, $shell', ({backend, shell}) => {
  hardCase('E15', 'the same in dash, which does not say when it runs something', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const asked = await terminal.run(program('ask-starred.py', '[sudo] password for case: '));
    expect(asked).toMatchObject({state: 'secret_wanted'});
    await terminal.call('send_text', {text: SECRET, submit: true});
    expect(await finished(terminal, asked['command_id'])).toMatchObject({exit_code: 0});
    expect(terminal.driver.everythingWritten(terminal.cottyHome)).not.toContain('sesame');
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

/** What was typed, as far as the log keeps it. */
async function inputs(terminal: TestTerminal): Promise<string[]> {
  const found: EventOf<'input'>[] = [];
  for await (const event of terminal.session.log.events(eventSeq(0), {output: false}))
    if (event.type === 'input' && event.by.type === 'agent' && event.kind !== 'command') found.push(event);
  return found.map(({bytes}) => Buffer.from(bytes ?? []).toString());
}
