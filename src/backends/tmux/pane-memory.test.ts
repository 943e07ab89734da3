import {expect, test} from 'vitest';
import {needs, skipUnless} from '../../../test/support/needs.ts';
import {buryPane} from './bury-pane.ts';
import {keepExit, takeExit} from './pane-memory.ts';
import {TmuxOnTest} from './testing/tmux-on-test.ts';
import {TmuxServer} from './tmux-server.ts';

test.each([
  {ends: 'exit 3', exit: {exitStatus: 3, signal: null}},
  {ends: 'kill -9 $$', exit: {exitStatus: null, signal: 'SIGKILL'}},
])(
  'how a program ended in a divided window is known when nobody was there ($ends), and nothing of that stays',
  async ({ends, exit}) => {
    needs('tmux');
    await using tmux = new TmuxOnTest();
    skipUnless(tmux.keepsPanes, 'tmux 3.2 may crash by a pane that is kept');
    const other = tmux.start('sleep', '300');
    const kept = () => tmux.tmux('show-options', '-s') + tmux.tmux('show-hooks', '-g');
    const before = kept();
    const pane = tmux.tmux('split-window', '-d', '-P', '-F', '#{pane_id}', '-t', other, 'sh').trim();
    await using server = new TmuxServer(tmux.socket, tmux.program);
    await keepExit(server, pane);
    tmux.tmux('send-keys', '-t', pane, ends, 'Enter');
    const ended = async () => {
      const row = await server.row(pane);
      if (!row) return takeExit(server, pane);
      return row.isDead ? ((await buryPane(server, row, {stays: false}))?.exit ?? null) : null;
    };
    await expect.poll(ended).toEqual(exit);
    expect(tmux.tmux('list-panes', '-F', '#{pane_id}').trim()).toBe(other);
    expect(kept()).toBe(before);
  },
);
