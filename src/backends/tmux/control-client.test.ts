import {expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {RecordedProcess} from '../../../test/support/processes.ts';
import {TmuxOnTest} from './testing/tmux-on-test.ts';
import {TmuxProgram} from './tmux-program.ts';

test('a client that is attached has its session, however early it was asked', async () => {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  tmux.start('sleep', '300');
  const listener = {wants: () => false, onOutput() {}, onNotification() {}};
  for (let times = 0; times < 60; times++) {
    using client = tmux.program.attach(tmux.socket, '$0', {
      version: await tmux.program.version(),
      listener,
      onEnd() {},
    });
    await client.attached();
    expect(await client.run('list-clients -F "#{client_name}"')).toContain(client.name);
    client[Symbol.dispose]();
    await client.ended;
  }
});

test('a client that leaves gets the answers to all that it was asked before', async () => {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  tmux.start('sleep', '300');
  const listener = {wants: () => false, onOutput() {}, onNotification() {}};
  const client = tmux.program.attach(tmux.socket, '$0', {version: await tmux.program.version(), listener, onEnd() {}});
  await client.attached();
  const asked = Array.from({length: 200}, (_, index) => client.run(`display-message -p ${index}`));
  client[Symbol.dispose]();
  expect((await Promise.all(asked)).flat()).toEqual(Array.from({length: 200}, (_, index) => String(index)));
  await client.ended;
});

test('a server that stands still is asked nothing more until it goes on, and does nothing of that later', async () => {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  tmux.start('sleep', '300');
  const program = new TmuxProgram(process.env, {limits: {mostSilentMs: 500}});
  const listener = {wants: () => false, onOutput() {}, onNotification() {}};
  using client = program.attach(tmux.socket, '$0', {version: await program.version(), listener, onEnd() {}});
  await client.attached();
  const server = RecordedProcess.of(tmux.tmux('display-message', '-p', '#{pid}'));
  server.signal('SIGSTOP');
  try {
    await expect(client.run('set-option -g @first 1')).rejects.toMatchObject({code: 'server_unavailable'});
    await expect(client.run('set-option -g @second 1')).rejects.toMatchObject({code: 'server_unavailable'});
  } finally {
    server.signal('SIGCONT');
  }
  await expect.poll(() => client.run('show-options -g -q -v @first').catch(String)).toEqual(['1']);
  expect(await client.run('show-options -g -q -v @second')).toEqual([]);
});
