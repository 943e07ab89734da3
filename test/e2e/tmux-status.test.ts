/** tmux's status line when the server of cotty that wrote into it is killed. */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';
import {endTmux} from '../support/end-tmux.ts';
import {needs} from '../support/needs.ts';

test('kill -9 of the server leaves the person their own status line; the next server shows its sessions in it again', async () => {
  needs('tmux');
  const folder = mkdtempSync(join(tmpdir(), 'cotty-tmux-'));
  const socket = join(folder, 'sock');
  const tmux = (...words: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {encoding: 'utf8', stdio: 'pipe'});
  try {
    tmux('new-session', '-d', '--', 'sleep', '300');
    tmux('set-option', '-g', 'status-right', 'mine');
    const kept = (): string => [tmux('show-options', '-g'), tmux('show-hooks', '-g')].join('\n');
    const before = kept();
    const env = {COTTY_BACKENDS_TMUX_STATUS: 'true', COTTY_BACKENDS_TMUX_SOCKET: socket, SHELL: '/bin/bash'};
    await using home = await TestHome.make(env);
    await home.verb('new', 'build', '--backend', 'tmux');
    const shown = () => tmux('display-message', '-p', '-t', 'cotty:', '#{E:status-right}').trim();
    await expect.poll(shown).toBe('mine Agent: Ready');
    expect(kept()).not.toBe(before);
    await home.killServer();
    await expect.poll(kept).toBe(before);
    expect(shown()).toBe('mine');
    await home.run('ls');
    await expect.poll(shown).toBe('mine Agent: Ready');
    await home.run('server', 'stop', '--sessions');
    await expect.poll(kept).toBe(before);
  } finally {
    endTmux(socket);
    rmSync(folder, {recursive: true, force: true, maxRetries: 5});
  }
});
