/** On the far side of `ssh` only what is printed can be seen: a line typed there is not over before its prompt stands again. */

import {beforeEach, describe, expect, test} from 'vitest';
import {SshServer} from '../conformance/ssh-server.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';

describe('on a far side', () => {
  async function login(
    server: SshServer,
    prompt: string,
    shown = prompt.trimEnd(),
    command = 'bash --norc --noprofile -i',
  ): Promise<TestTerminal> {
    const terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(server.login('plain', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']));
    await terminal.call('send_text', {text: `exec env PS1='${prompt}' ${command}`, submit: true});
    await terminal.until(session => session.lastLine() === shown);
    return terminal;
  }

  test('text without a line feed, and then work, is not the end of a remote line', async () => {
    await using server = await SshServer.start();
    await using terminal = await login(server, 'remote$ ');
    const line = 'printf "Working... "; sleep 0.6; echo finished';
    expect(await terminal.run(line)).toMatchObject({
      state: 'completed',
      via: 'foreground',
      output: 'Working... finished',
    });
    expect(await terminal.run('read x', {timeout: 1.5})).toMatchObject({state: 'running', timed_out: true});
  });

  test.each([
    ['% ', 'printf "45%%"'],
    ['# ', 'printf "####"'],
    ['% ', 'printf "%% "'],
    ['remote$ ', 'printf "\\$ "'],
    ['remote$ ', 'printf "notremote\\$ "'],
  ])('E04 at the prompt %j a line that has printed by %s is not over', async (prompt, print) => {
    await using server = await SshServer.start();
    await using terminal = await login(server, prompt);
    const result = await terminal.run(`${print}; read gate; echo; echo finished`, {timeout: 2.5});
    expect(['running', 'awaiting_input']).toContain(result['state']);
    expect(result).toMatchObject({completed: false, exit_code: null});
    if (result['state'] === 'awaiting_input') expect(result['waiting_for']).toMatchObject({unsure: true});
    await expect(terminal.run('echo swallowed')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: '', submit: true});
    const over = await terminal.call('read_output', {command_id: result['command_id'], wait_ms: 40_000});
    expect(over).toMatchObject({text: expect.stringContaining('finished')});
    expect(await terminal.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
  });

  test('output without a line feed is over when the line editor draws the prompt behind it', async () => {
    await using server = await SshServer.start();
    await using terminal = await login(server, 'remote$ ');
    for (const output of ['a', 'b', 'c'])
      expect(await terminal.run(`printf ${output}`)).toMatchObject({state: 'completed', via: 'foreground', output});
  });

  test('an ssh that shares the connection of another takes lines as any other does', async () => {
    await using server = await SshServer.start();
    await using terminal = await TestTerminal.open('pty', 'bash');
    const options = ['StrictHostKeyChecking=no', 'LogLevel=ERROR', 'ControlPath=./shared'];
    await terminal.run(`${server.login('plain', [...options, 'ControlMaster=yes'])} -f -N`);
    const login = await terminal.run(server.login('plain', options));
    expect(login).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'shell', program: 'ssh'}});
    expect(await terminal.run('echo inside; false')).toMatchObject({
      state: 'completed',
      exit_code: null,
      output: 'inside',
    });
    expect(await terminal.run('exit 6')).toMatchObject({state: 'shell_exited'});
    const ended = await terminal.call('read_output', {command_id: login['command_id'], wait_ms: 40_000});
    expect(ended).toMatchObject({state: 'completed', exit_code: 6});
    await terminal.run(`${server.login('plain', options)} -O exit`);
  });

  test('E04 a prompt that nobody has seen before is named as unsure, and the next line tells', async () => {
    await using server = await SshServer.start();
    await using terminal = await login(server, 'remote$ ');
    const changed = await terminal.run('cd /; PS1="root$ "');
    expect(changed).toMatchObject({state: 'awaiting_input', waiting_for: {unsure: true, tail: 'root$'}});
    expect(changed['hint']).toContain('integrate');
    expect(await terminal.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
    const earlier = await terminal.call('read_output', {command_id: changed['command_id']});
    expect(earlier).toMatchObject({state: 'completed', exit_code: null});
  });

  test('E04 a prompt may differ in the directory once two of them have', async () => {
    await using server = await SshServer.start();
    await using terminal = await login(server, '\\w> ', '~>');
    expect(await terminal.run('cd /usr')).toMatchObject({state: 'awaiting_input', waiting_for: {unsure: true}});
    expect(await terminal.run('echo in usr')).toMatchObject({state: 'completed', output: 'in usr'});
    expect(await terminal.run('cd /etc')).toMatchObject({state: 'completed', output: ''});
    expect(await terminal.run('cd')).toMatchObject({state: 'completed', output: ''});
  });
});

describe.each([
  ['script', 'script -qc "bash --norc --noprofile" /dev/null'],
  ['expect', 'expect -c "spawn bash --norc --noprofile; interact"'],
  ['python3', `/usr/bin/python3 -c 'import pty; pty.spawn(["bash", "--norc", "--noprofile"])'`],
])('a shell on a terminal of its own, that %s carries', (program, command) => {
  beforeEach(() => {
    needs(program);
    needsLinux();
  });

  test('a command there that works in silence is not told as waiting, and takes no other one', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    const carrier = await terminal.run(command);
    expect(carrier).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'shell', program}});
    const works = await terminal.run('sleep 1000; echo slept', {timeout: 1});
    expect(works).toMatchObject({state: 'running', timed_out: true});
    await expect(terminal.run('echo no')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
  });

  test('it is exact once it is asked for, and nothing of it is its carrier’s', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    const carrier = await terminal.run(command);
    expect(await terminal.call('manage_session', {action: 'integrate'})).toMatchObject({shell_integration: 'full'});
    expect(await terminal.run("printf x; sh -c 'exit 3'")).toMatchObject({
      state: 'completed',
      exit_code: 3,
      output: 'x',
    });
    expect(await terminal.run('exit 6')).toMatchObject({state: 'shell_exited', exit_code: null});
    expect(await terminal.call('read_output', {command_id: carrier['command_id'], wait_ms: 40_000})).toMatchObject({
      state: 'completed',
    });
    expect(await terminal.run("echo out; sh -c 'exit 4'")).toMatchObject({exit_code: 4, output: 'out'});
  });
});
