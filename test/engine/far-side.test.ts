/** On the far side of `ssh` only what is printed can be seen: a line typed there is not over before its prompt stands again. */

import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {Stand} from '../conformance/bench.ts';
import {noSshServer, SshServer} from '../conformance/ssh-server.ts';

const lacking = noSshServer === null ? '' : ` (skipped: ${noSshServer})`;

describe.skipIf(lacking !== '')(`on a far side${lacking}`, () => {
  let folder: string;
  let server: SshServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-ssh-'));
    server = await SshServer.start(join(folder, 'ssh'));
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, {recursive: true, force: true});
  });

  async function login(
    prompt: string,
    shown = prompt.trimEnd(),
    command = 'bash --norc --noprofile -i',
  ): Promise<Stand> {
    const stand = await Stand.open({shell: 'bash'});
    await stand.run(server.login('plain', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']));
    await stand.call('send_text', {text: `exec env PS1='${prompt}' ${command}`, submit: true});
    await stand.until(session => session.lastLine() === shown);
    return stand;
  }

  test('text without a line feed, and then work, is not the end of a remote line', async () => {
    await using stand = await login('remote$ ');
    const line = 'printf "Working... "; sleep 0.6; echo finished';
    expect(await stand.run(line)).toMatchObject({state: 'completed', via: 'foreground', output: 'Working... finished'});
    expect(await stand.run('read x', {timeout: 1.5})).toMatchObject({state: 'running', timed_out: true});
  });

  test.each([
    ['% ', 'printf "45%%"'],
    ['# ', 'printf "####"'],
    ['% ', 'printf "%% "'],
    ['remote$ ', 'printf "\\$ "'],
    ['remote$ ', 'printf "notremote\\$ "'],
  ])('E04 at the prompt %j a line that has printed by %s is not over', async (prompt, print) => {
    await using stand = await login(prompt);
    const result = await stand.run(`${print}; read gate; echo; echo finished`, {timeout: 2.5});
    expect(['running', 'awaiting_input']).toContain(result['state']);
    expect(result).toMatchObject({completed: false, exit_code: null});
    if (result['state'] === 'awaiting_input') expect(result['waiting_for']).toMatchObject({unsure: true});
    await expect(stand.run('echo swallowed')).rejects.toMatchObject({code: 'session_busy'});
    await stand.call('send_text', {text: '', submit: true});
    const over = await stand.call('read_output', {command_id: result['command_id'], wait_ms: 10_000});
    expect(over).toMatchObject({text: expect.stringContaining('finished')});
    expect(await stand.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
  });

  test('E04 a prompt that nobody has seen before is named as unsure, and the next line tells', async () => {
    await using stand = await login('remote$ ');
    const changed = await stand.run('cd /; PS1="root$ "');
    expect(changed).toMatchObject({state: 'awaiting_input', waiting_for: {unsure: true, tail: 'root$'}});
    expect(changed['hint']).toContain('integrate');
    expect(await stand.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
    const earlier = await stand.call('read_output', {command_id: changed['command_id']});
    expect(earlier).toMatchObject({state: 'completed', exit_code: null});
  });

  test('E04 a prompt may differ in the directory once two of them have', async () => {
    await using stand = await login('\\w> ', '~>');
    expect(await stand.run('cd /usr')).toMatchObject({state: 'awaiting_input', waiting_for: {unsure: true}});
    expect(await stand.run('echo in usr')).toMatchObject({state: 'completed', output: 'in usr'});
    expect(await stand.run('cd /etc')).toMatchObject({state: 'completed', output: ''});
    expect(await stand.run('cd')).toMatchObject({state: 'completed', output: ''});
  });
});
