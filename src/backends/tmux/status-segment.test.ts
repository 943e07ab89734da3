import {expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {commandLine} from './command-line.ts';
import type {CommandRunner} from './run-commands.ts';
import {forgetClient, placeSegment, removeSegment} from './status-segment.ts';
import {TmuxOnTest} from './testing/tmux-on-test.ts';

test('whichever of its commands is the last before cotty is killed, nothing stands in tmux that tmux would not take out', async () => {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  const pane = tmux.start('sleep', '300');
  const session = tmux.tmux('display-message', '-p', '#{session_id}').trim();
  tmux.tmux('set-option', '-g', 'status-right', 'mine');
  const kept = (): string => ['show-options -g', 'show-hooks -g'].map(words => tmux.tmux(...words.split(' '))).join();
  const before = kept();
  const listener = {wants: () => false, onOutput() {}, onNotification() {}};
  using client = tmux.program.attach(tmux.socket, session, {
    version: await tmux.program.version(),
    listener,
    onEnd() {},
  });
  const all: CommandRunner = {run: (...words) => client.run(commandLine(...words))};
  let isPlaced = false;
  for (let most = 0; !isPlaced; most++) {
    let left = most;
    const killed: CommandRunner = {
      run: (...words) => (left-- > 0 ? all.run(...words) : Promise.reject(new Error('killed'))),
    };
    isPlaced = await placeSegment(killed, {client: client.name, session, panes: [pane]}).then(
      () => true,
      () => false,
    );
    if (isPlaced) expect(kept()).toContain('@cotty_status');
    if (kept() !== before) expect(kept()).toContain('client-detached[');
    await removeSegment(all, ['-g']);
    await forgetClient(all, client.name);
    expect(kept()).toBe(before);
  }
});
