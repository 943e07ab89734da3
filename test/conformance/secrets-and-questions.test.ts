import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {needs} from '../support/needs.ts';
import {completed, fullShells, Stand, stillHere} from './bench.ts';
import {isLeftOut} from './not-applicable.ts';
import {finished, program, settled} from './programs.ts';

const question: Record<string, string> = {
  bash: "read -p 'Continue? [y/N] ' x",
  zsh: "read 'x?Continue? [y/N] '",
  fish: "read -P 'Continue? [y/N] ' x",
};

describe.each(fullShells)('%s: secrets and questions', shell => {
  test('D36 a password prompt (a program that asks as sudo does) is secret_wanted; the right word runs the command', async () => {
    await using stand = await Stand.open({shell});
    const asked = await stand.run(`${program('ask-secret.py')} echo granted`);
    expect(asked).toMatchObject({
      state: 'secret_wanted',
      via: 'foreground',
      exit_code: null,
      completed: false,
      timed_out: false,
      waiting_for: {kind: 'secret', tail: '[sudo] password for case:'},
    });
    await stand.call('send_text', {text: 'open sesame', submit: true});
    expect(await finished(stand, asked['command_id'])).toEqual(completed('[sudo] password for case: \ngranted'));
    expect(await stand.outcome(`${program('ask-secret.py')} echo cached`)).toEqual(completed('cached'));
    expect(await stand.proof()).toEqual(stillHere);
    expect(everythingWritten(stand)).not.toContain('open sesame');
  });

  test('D36 a wrong password three times gives the exit code of the program and is nowhere in the log', async () => {
    await using stand = await Stand.open({shell});
    const {command_id} = await stand.run(`${program('ask-secret.py')} echo granted`);
    for (const attempt of [1, 2, 3]) {
      const refused = stand.call('watch_output', {pattern: `try again .${attempt}.`, timeout: 10});
      await stand.call('send_text', {text: `wrong-word-${attempt}`, submit: true});
      expect(await refused).toMatchObject({matched: true});
      if (attempt < 3)
        expect(await settled(stand, command_id)).toMatchObject({state: 'secret_wanted', exit_code: null});
    }
    const lines = [1, 2, 3].map(attempt => `[sudo] password for case: \nSorry, try again (${attempt}).`);
    expect(await finished(stand, command_id)).toEqual(completed(lines.join('\n'), 1));
    expect(await stand.proof()).toEqual(stillHere);
    expect(everythingWritten(stand)).not.toContain('wrong-word');
  });

  test.each([
    ['send_control', {character: 'C'}],
    ['send_keys', {keys: ['C-c']}],
  ])('D36 Ctrl-C at a password prompt (%s) is interrupted with 130', async (tool, input) => {
    await using stand = await Stand.open({shell});
    const {command_id} = await stand.run(`${program('ask-secret.py')} echo granted`);
    await stand.call(tool, input);
    expect(await finished(stand, command_id)).toMatchObject({state: 'interrupted', exit_code: 130, via: 'mark'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D37 a question is awaiting_input with its text, not completed', async () => {
    await using stand = await Stand.open({shell});
    const asked = await stand.run(question[shell] ?? '');
    expect(asked).toMatchObject({
      state: 'awaiting_input',
      via: 'foreground',
      exit_code: null,
      completed: false,
      waiting_for: {kind: 'prompt', program: shell, tail: 'Continue? [y/N]'},
    });
    await stand.call('send_text', {text: 'y', submit: true});
    expect(await finished(stand, asked['command_id'])).toMatchObject({exit_code: 0, state: 'completed', via: 'mark'});
    expect(await stand.outcome('echo "<$x>"')).toEqual(completed('<y>'));
  });

  test('D37 a command is no answer: it is refused with the question, which stays open', async () => {
    await using stand = await Stand.open({shell});
    const asked = await stand.run(`sh -c 'printf "Delete it all? [y/N] "; read x; echo "answer=$x"'`);
    await expect(stand.run('echo ls')).rejects.toMatchObject({
      code: 'session_busy',
      message: expect.stringContaining('Delete it all? [y/N]'),
      hint: expect.stringContaining('send_text'),
    });
    await stand.call('send_text', {text: 'n', submit: true});
    expect(await finished(stand, asked['command_id'])).toMatchObject({
      exit_code: 0,
      output: expect.stringMatching(/answer=n$/),
    });
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D37 read -s is a wanted secret (fish reads it with its line editor: awaiting_input)', async () => {
    await using stand = await Stand.open({shell});
    const asked = await stand.run('read -s x');
    expect(asked).toMatchObject({
      state: shell === 'fish' ? 'awaiting_input' : 'secret_wanted',
      exit_code: null,
      completed: false,
    });
    await stand.call('send_text', {text: 'hush', submit: true});
    expect(await finished(stand, asked['command_id'])).toMatchObject({exit_code: 0, state: 'completed', via: 'mark'});
    expect(everythingWritten(stand)).not.toContain('hush');
    expect(await stand.outcome('test "$x" = hush')).toEqual(completed(''));
  });

  test('D37 a question of a package manager is awaiting_input; the answer decides the exit code', async () => {
    await using stand = await Stand.open({shell});
    const asked = await stand.run(program('ask.sh'));
    expect(asked).toMatchObject({
      state: 'awaiting_input',
      via: 'foreground',
      exit_code: null,
      waiting_for: {kind: 'prompt', tail: '*** case.conf (Y/I/N/O/D/Z) [default=N] ?'},
    });
    await stand.call('send_text', {text: 'N', submit: true});
    const answered = await finished(stand, asked['command_id']);
    expect(answered).toMatchObject({exit_code: 1, state: 'completed', via: 'mark'});
    expect(answered['output']).toMatch(/\? N\nanswer: N$/);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D37 npm init is awaiting_input at its first question, and ends with Ctrl-C', async () => {
    await using stand = await Stand.open({shell, env: {NO_UPDATE_NOTIFIER: '1', npm_config_update_notifier: 'false'}});
    const asked = await stand.run('npm init');
    expect(asked).toMatchObject({
      state: 'awaiting_input',
      via: 'foreground',
      exit_code: null,
      waiting_for: {tail: expect.stringMatching(/^package name:/)},
    });
    await stand.call('send_control', {character: 'C'});
    expect(await finished(stand, asked['command_id'])).toMatchObject({exit_code: expect.any(Number), via: 'mark'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D37 git rebase -i waits in the editor; leaving it with an error is the exit code', async () => {
    needs('vim');
    await using stand = await Stand.open({
      shell,
      home: {'.gitconfig': '[user]\nname=c\nemail=c@c\n'},
      env: {GIT_EDITOR: 'vim'},
    });
    await stand.run(
      'git init -q r && cd r && git commit -q --allow-empty -m one && git commit -q --allow-empty -m two',
    );
    const asked = await stand.run('git rebase -i --root');
    expect(asked).toMatchObject({
      state: 'tui',
      via: 'foreground',
      exit_code: null,
      waiting_for: {program: expect.stringMatching(/^vi/)},
    });
    expect(asked['screen_snapshot']).toContain('pick');
    await stand.call('send_keys', {keys: ['text::cq', 'Enter']});
    expect(await finished(stand, asked['command_id'])).toMatchObject({exit_code: 1, state: 'completed', via: 'mark'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D38 a program that reads without asking is running, with blocked_on_tty_read as evidence', async () => {
    await using stand = await Stand.open({shell});
    const reading = await stand.run('cat', {timeout: 1});
    expect(reading).toMatchObject({
      state: 'running',
      exit_code: null,
      completed: false,
      timed_out: true,
      blocked_on_tty_read: true,
    });
    await stand.call('send_text', {text: 'hello', submit: true});
    const echoed = await stand.call('read_output', {
      session_id: stand.sessionId,
      cursor: reading['cursor'],
      wait_ms: 5000,
    });
    expect(echoed['text']).toContain('hello');
    await stand.call('send_control', {character: 'D'});
    expect(await finished(stand, reading['command_id'])).toEqual(completed('hello\nhello'));
    expect(await stand.proof()).toEqual(stillHere);
  });

  if (!isLeftOut('D38', shell))
    test('D38 read without a prompt is running, with blocked_on_tty_read (fish always prompts)', async () => {
      await using stand = await Stand.open({shell});
      const reading = await stand.run('read x', {timeout: 1});
      expect(reading).toMatchObject({state: 'running', exit_code: null, timed_out: true, blocked_on_tty_read: true});
      await stand.call('send_text', {text: 'in', submit: true});
      expect(await finished(stand, reading['command_id'])).toEqual(completed('in'));
      expect(await stand.outcome('echo $x')).toEqual(completed('in'));
    });

  test('D39 a password prompt that is only printed is not secret_wanted', async () => {
    await using stand = await Stand.open({shell});
    const printed = await stand.run("printf 'go\\nPassword: '; sleep 300", {timeout: 1});
    expect(printed).toMatchObject({state: 'running', exit_code: null, timed_out: true, output: 'go\nPassword: '});
    await stand.call('send_control', {character: 'C'});
    expect(await finished(stand, printed['command_id'])).toMatchObject({
      state: 'interrupted',
      exit_code: 130,
      via: 'mark',
    });
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D40 echo switched off by a program that asks nothing is not a secret prompt', async () => {
    await using stand = await Stand.open({shell});
    const silent = await stand.run('stty -echo; sleep 300', {timeout: 1});
    expect(silent).toMatchObject({state: 'running', exit_code: null, timed_out: true});
    expect(silent).not.toHaveProperty('waiting_for');
    await stand.call('send_control', {character: 'C'});
    expect(await finished(stand, silent['command_id'])).toMatchObject({state: 'interrupted', exit_code: 130});
    expect(await stand.outcome('stty -echo')).toEqual(completed(''));
    expect(await stand.proof()).toEqual(stillHere);
    expect(await stand.outcome('stty echo')).toEqual(completed(''));
  });

  test('D40 vim switches echo off and is a full-screen program, not a secret prompt', async () => {
    await using stand = await Stand.open({shell});
    const edited = await stand.run('vim -u NONE note');
    expect(edited).toMatchObject({state: 'tui', via: 'foreground', exit_code: null, waiting_for: {kind: 'prompt'}});
    await stand.call('send_keys', {keys: ['text::q!', 'Enter']});
    expect(await finished(stand, edited['command_id'])).toEqual(completed(''));
  });
});

/** Every byte under COTTY_HOME, logs included. */
function everythingWritten(stand: Stand): string {
  const root = join(stand.home, 'cotty');
  const files = readdirSync(root, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
  return files.map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
}
