import {describe, expect} from 'vitest';
import {needs} from '../support/needs.ts';
import {hardCase} from './hard-case.ts';
import {isLeftOut} from './not-applicable.ts';
import {aWhile, finished, program, runSilentReader, settled} from './programs.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

const question: Record<string, string> = {
  bash: "read -p 'Continue? [y/N] ' x",
  zsh: "read 'x?Continue? [y/N] '",
  fish: "read -P 'Continue? [y/N] ' x",
};

describe.each(terminals(fullShells))('$backend, $shell: secrets and questions', ({backend, shell}) => {
  hardCase(
    'D36',
    'a password prompt (a program that asks as sudo does) is secret_wanted; the right word runs the command',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const asked = await terminal.run(`${program('ask-secret.py')} echo granted`);
      expect(asked).toMatchObject({
        state: 'secret_wanted',
        via: 'foreground',
        exit_code: null,
        completed: false,
        timed_out: false,
        waiting_for: {kind: 'secret', tail: '[sudo] password for case:'},
      });
      await terminal.call('send_text', {text: 'open sesame', submit: true});
      expect(await finished(terminal, asked['command_id'])).toEqual(completed('[sudo] password for case: \ngranted'));
      expect(await terminal.outcome(`${program('ask-secret.py')} echo cached`)).toEqual(completed('cached'));
      expect(await terminal.proof()).toEqual(stillHere);
      expect(terminal.driver.everythingWritten(terminal.cottyHome)).not.toContain('open sesame');
    },
  );

  hardCase(
    'D36',
    'a wrong password three times gives the exit code of the program and is nowhere in the log',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const {command_id} = await terminal.run(`${program('ask-secret.py')} echo granted`);
      for (const attempt of [1, 2, 3]) {
        const refused = terminal.call('watch_output', {pattern: `try again .${attempt}.`, timeout: 40});
        await terminal.call('send_text', {text: `wrong-word-${attempt}`, submit: true});
        expect(await refused).toMatchObject({matched: true});
        if (attempt < 3)
          expect(await settled(terminal, command_id)).toMatchObject({state: 'secret_wanted', exit_code: null});
      }
      const lines = [1, 2, 3].map(attempt => `[sudo] password for case: \nSorry, try again (${attempt}).`);
      expect(await finished(terminal, command_id)).toEqual(completed(lines.join('\n'), 1));
      expect(await terminal.proof()).toEqual(stillHere);
      expect(terminal.driver.everythingWritten(terminal.cottyHome)).not.toContain('wrong-word');
    },
  );

  hardCase.for([
    ['send_control', {character: 'C'}],
    ['send_keys', {keys: ['C-c']}],
  ])('D36', 'Ctrl-C at a password prompt (%s) is interrupted with 130', async ([tool, input]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    const {command_id} = await terminal.run(`${program('ask-secret.py')} echo granted`);
    await terminal.call(tool, input);
    expect(await finished(terminal, command_id)).toMatchObject({state: 'interrupted', exit_code: 130, via: 'mark'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D37', 'a question is awaiting_input with its text, not completed', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const asked = await terminal.run(question[shell] ?? '');
    expect(asked).toMatchObject({
      state: 'awaiting_input',
      via: 'foreground',
      exit_code: null,
      completed: false,
      waiting_for: {kind: 'prompt', program: shell, tail: 'Continue? [y/N]'},
    });
    await terminal.call('send_text', {text: 'y', submit: true});
    expect(await finished(terminal, asked['command_id'])).toMatchObject({
      exit_code: 0,
      state: 'completed',
      via: 'mark',
    });
    expect(await terminal.outcome('echo "<$x>"')).toEqual(completed('<y>'));
  });

  hardCase('D37', 'a command is no answer: it is refused with the question, which stays open', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const asked = await terminal.run(`sh -c 'printf "Delete it all? [y/N] "; read x; echo "answer=$x"'`);
    await expect(terminal.run('echo ls')).rejects.toMatchObject({
      code: 'session_busy',
      message: expect.stringContaining('Delete it all? [y/N]'),
      hint: expect.stringContaining('send_text'),
    });
    await terminal.call('send_text', {text: 'n', submit: true});
    expect(await finished(terminal, asked['command_id'])).toMatchObject({
      exit_code: 0,
      output: expect.stringMatching(/answer=n$/),
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D37', 'read -s is a wanted secret (fish reads it with its line editor: awaiting_input)', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const asked = await terminal.run('read -s x');
    expect(asked).toMatchObject({
      state: shell === 'fish' ? 'awaiting_input' : 'secret_wanted',
      exit_code: null,
      completed: false,
    });
    await terminal.call('send_text', {text: 'hush', submit: true});
    expect(await finished(terminal, asked['command_id'])).toMatchObject({
      exit_code: 0,
      state: 'completed',
      via: 'mark',
    });
    expect(terminal.driver.everythingWritten(terminal.cottyHome)).not.toContain('hush');
    expect(await terminal.outcome('test "$x" = hush')).toEqual(completed(''));
  });

  hardCase('D37', 'a question of a package manager is awaiting_input; the answer decides the exit code', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const asked = await terminal.run(program('ask.sh'));
    expect(asked).toMatchObject({
      state: 'awaiting_input',
      via: 'foreground',
      exit_code: null,
      waiting_for: {kind: 'prompt', tail: '*** case.conf (Y/I/N/O/D/Z) [default=N] ?'},
    });
    await terminal.call('send_text', {text: 'N', submit: true});
    const answered = await finished(terminal, asked['command_id']);
    expect(answered).toMatchObject({exit_code: 1, state: 'completed', via: 'mark'});
    expect(answered['output']).toMatch(/\? N\nanswer: N$/);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D37', 'npm init is awaiting_input at its first question, and ends with Ctrl-C', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {
      env: {NO_UPDATE_NOTIFIER: '1', npm_config_update_notifier: 'false'},
    });
    const asked = await terminal.run('npm init');
    expect(asked).toMatchObject({
      state: 'awaiting_input',
      via: 'foreground',
      exit_code: null,
      waiting_for: {tail: expect.stringMatching(/^package name:/)},
    });
    await terminal.call('send_control', {character: 'C'});
    expect(await finished(terminal, asked['command_id'])).toMatchObject({exit_code: expect.any(Number), via: 'mark'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D37', 'git rebase -i waits in the editor; leaving it with an error is the exit code', async () => {
    needs('vim');
    await using terminal = await TestTerminal.open(backend, shell, {
      home: {'.gitconfig': '[user]\nname=c\nemail=c@c\n'},
      env: {GIT_EDITOR: 'vim'},
    });
    await terminal.run(
      'git init -q r && cd r && git commit -q --allow-empty -m one && git commit -q --allow-empty -m two',
    );
    const asked = await terminal.run('git rebase -i --root');
    expect(asked).toMatchObject({
      state: 'tui',
      via: 'foreground',
      exit_code: null,
      waiting_for: {program: expect.stringMatching(/^vi/)},
    });
    expect(asked['screen_snapshot']).toContain('pick');
    await terminal.call('send_keys', {keys: ['text::cq', 'Enter']});
    expect(await finished(terminal, asked['command_id'])).toMatchObject({
      exit_code: 1,
      state: 'completed',
      via: 'mark',
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D38', 'a program that reads without asking is running, with blocked_on_tty_read as evidence', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const reading = await runSilentReader(terminal, 'cat');
    expect(reading).toMatchObject({
      state: 'running',
      exit_code: null,
      completed: false,
      timed_out: true,
      blocked_on_tty_read: true,
    });
    await terminal.call('send_text', {text: 'hello', submit: true});
    const echoed = await terminal.call('read_output', {
      session_id: terminal.sessionId,
      cursor: reading['cursor'],
      wait_ms: 40_000,
    });
    expect(echoed['text']).toContain('hello');
    await terminal.call('send_control', {character: 'D'});
    expect(await finished(terminal, reading['command_id'])).toEqual(completed('hello\nhello'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  if (!isLeftOut(backend, 'D38', shell))
    hardCase('D38', 'read without a prompt is running, with blocked_on_tty_read (fish always prompts)', async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const reading = await runSilentReader(terminal, 'read x');
      expect(reading).toMatchObject({
        state: 'running',
        exit_code: null,
        completed: false,
        timed_out: true,
        blocked_on_tty_read: true,
      });
      await terminal.call('send_text', {text: 'in', submit: true});
      expect(await finished(terminal, reading['command_id'])).toEqual(completed('in'));
      expect(await terminal.outcome('echo $x')).toEqual(completed('in'));
    });

  hardCase('D39', 'a password prompt that is only printed is not secret_wanted', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const printed = await terminal.run("printf 'go\\nPassword: '; sleep 300", {timeout: aWhile});
    expect(printed).toMatchObject({state: 'running', exit_code: null, timed_out: true, output: 'go\nPassword: '});
    await terminal.call('send_control', {character: 'C'});
    expect(await finished(terminal, printed['command_id'])).toMatchObject({
      state: 'interrupted',
      exit_code: 130,
      via: 'mark',
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D40', 'echo switched off by a program that asks nothing is not a secret prompt', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const silent = await terminal.run('stty -echo; sleep 300', {timeout: aWhile});
    expect(silent).toMatchObject({state: 'running', exit_code: null, timed_out: true});
    expect(silent).not.toHaveProperty('waiting_for');
    await terminal.call('send_control', {character: 'C'});
    expect(await finished(terminal, silent['command_id'])).toMatchObject({state: 'interrupted', exit_code: 130});
    expect(await terminal.outcome('stty -echo')).toEqual(completed(''));
    expect(await terminal.proof()).toEqual(stillHere);
    expect(await terminal.outcome('stty echo')).toEqual(completed(''));
  });

  hardCase('D40', 'vim switches echo off and is a full-screen program, not a secret prompt', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const edited = await terminal.run('vim -u NONE note');
    expect(edited).toMatchObject({state: 'tui', via: 'foreground', exit_code: null, waiting_for: {kind: 'prompt'}});
    await terminal.call('send_keys', {keys: ['text::q!', 'Enter']});
    expect(await finished(terminal, edited['command_id'])).toEqual(completed(''));
  });
});
