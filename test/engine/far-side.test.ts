/** On the far side of `ssh` only what is printed can be seen: a line typed there is not over before a prompt stands again. */
import {expect, test} from 'vitest';
import {SshServer} from '../conformance/ssh-server.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

test('text without a line feed, and then work, is not the end of a remote line', async () => {
  await using server = await SshServer.start();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(server.login('plain', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']));
  const line = 'printf "Working... "; sleep 0.6; echo finished';
  expect(await terminal.run(line)).toMatchObject({
    state: 'completed',
    via: 'foreground',
    output: 'Working... finished',
  });
  const changed = await terminal.run('cd /; PS1="root$ "');
  expect(changed).toMatchObject({state: 'completed', output: ''});
  expect(await terminal.run('read x', {timeout: 1.5})).toMatchObject({state: 'running', timed_out: true});
});
