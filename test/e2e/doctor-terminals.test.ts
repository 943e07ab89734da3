/** What `cotty doctor` says of tmux and iTerm2 on a machine that has neither. */
import {mkdtempSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';

test('on a machine with neither tmux nor iTerm2 doctor says so, and what there is instead', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-bare-'));
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const name of ['sh', 'bash', 'env']) symlinkSync(`/usr/bin/${name}`, join(folder, name));
  try {
    const nowhere = {TMUX: undefined, TMUX_PANE: undefined, ITERM_SESSION_ID: undefined, ITERM2_COOKIE: undefined};
    await using home = await TestHome.make({PATH: folder, HOME: folder, SHELL: '/bin/bash', ...nowhere});
    const {stdout} = await home.run('doctor');
    expect(stdout).toMatch(/tmux: [^\n]*not installed/);
    expect(stdout).toMatch(/iTerm2: [^\n]+/);
    expect(await home.json('new', 'built-in')).toMatchObject({session_id: expect.stringMatching(/^pty:/)});
  } finally {
    rmSync(folder, {recursive: true, force: true, maxRetries: 5});
  }
});
