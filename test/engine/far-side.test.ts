/** On the far side of `ssh` only what is printed can be seen: a line typed there is not over before a prompt stands again. */

import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {Stand} from '../conformance/bench.ts';
import {noSshServer, SshServer} from '../conformance/ssh-server.ts';
import {skipUnless} from '../support/needs.ts';

test('text without a line feed, and then work, is not the end of a remote line', async () => {
  skipUnless(noSshServer === null, noSshServer ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'cotty-ssh-'));
  await using server = await SshServer.start(join(folder, 'ssh'));
  await using stand = await Stand.open({shell: 'bash'});
  await stand.run(server.login('plain', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']));
  const line = 'printf "Working... "; sleep 0.6; echo finished';
  expect(await stand.run(line)).toMatchObject({state: 'completed', via: 'foreground', output: 'Working... finished'});
  const changed = await stand.run('cd /; PS1="root$ "');
  expect(changed).toMatchObject({state: 'completed', output: ''});
  expect(await stand.run('read x', {timeout: 1.5})).toMatchObject({state: 'running', timed_out: true});
  rmSync(folder, {recursive: true, force: true});
});
