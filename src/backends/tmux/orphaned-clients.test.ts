import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {endOrphanedClients} from './orphaned-clients.ts';
import {TmuxOnTest} from './tmux-on-test.ts';

/** Attaches as cotty does, says so, and listens. */
const LISTENING = `
const [, socket] = process.argv;
const client = require('node:child_process').spawn('tmux', ['-S', socket, '-C', 'attach-session', '-f', 'ignore-size,pause-after=60']);
client.stdout.on('data', bytes => process.send?.(String(bytes.includes('%session-changed'))));
`;

test('a client whose cotty was killed in the midst of a flood is gone when the next one begins, and no living one is', async () => {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  const printing = join(tmux.folder, 'printing');
  writeFileSync(printing, '');
  tmux.start('sh', '-c', `while [ -e ${printing} ]; do seq 100; done; sleep 300`);
  const listener = {wants: () => false, onOutput() {}, onNotification() {}};
  using living = tmux.program.attach(tmux.socket, '$0', {listener, onEnd() {}});
  await living.attached();
  const killed = spawn(process.execPath, ['-e', LISTENING, tmux.socket], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  while ((await once(killed, 'message'))[0] !== 'true');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  rmSync(printing);
  await endOrphanedClients({run: (...words) => tmux.program.run(tmux.socket, words.map(String))});
  const clients = () => tmux.tmux('list-clients', '-F', '#{client_name}').trim();
  await expect.poll(clients).toBe(living.name);
});
