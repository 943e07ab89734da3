/** A tmux server that does not answer, seen from the command line. */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';
import {endTmux} from '../support/end-tmux.ts';
import {needs} from '../support/needs.ts';
import {RecordedProcess} from '../support/processes.ts';

test('a command line is told that tmux does not answer, which is no server of cotty’s that is gone: nothing is asked again', async () => {
  needs('tmux');
  const folder = mkdtempSync(join(tmpdir(), 'cotty-tmux-'));
  const socket = join(folder, 'sock');
  try {
    await using home = await TestHome.make({COTTY_BACKENDS_TMUX_SOCKET: socket, SHELL: '/bin/bash'});
    await home.verb('new', 'build', '--backend', 'tmux');
    expect(await home.run('run', '-s', 'build', '--', 'true')).toMatchObject({exitCode: 0});
    const pid = execFileSync('tmux', ['-S', socket, 'display-message', '-p', '#{pid}'], {encoding: 'utf8'});
    const server = RecordedProcess.of(pid);
    server.signal('SIGSTOP');
    try {
      const told = await home.run('run', '-s', 'build', '--timeout', '15', '--', 'echo stopped');
      expect(told).toMatchObject({
        exitCode: 125,
        stdout: '',
        stderr: expect.stringContaining('tmux server does not answer'),
      });
    } finally {
      server.signal('SIGCONT');
    }
    await expect.poll(() => home.run('run', '-s', 'build', '--', 'echo again; (exit 3)')).toMatchObject({exitCode: 3});
  } finally {
    endTmux(socket);
    rmSync(folder, {recursive: true, force: true, maxRetries: 5});
  }
}, 60_000);
