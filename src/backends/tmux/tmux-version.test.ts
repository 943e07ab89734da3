import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {TmuxOnTest} from './testing/tmux-on-test.ts';
import {isBefore32, isTooOld} from './tmux-version.ts';

test('versions before 3.0 are too old, releases, letters and development sources alike', () => {
  expect(['1.8', '2.9a', '2.9', 'next-2.9'].filter(version => !isTooOld(version))).toEqual([]);
  expect(['3.0', '3.0a', '3.1c', '3.2', '3.10', 'next-3.8', '4.0', 'master'].filter(isTooOld)).toEqual([]);
});

test('before 3.2 tmux has neither hooks of panes nor flags of clients', () => {
  const versions = ['3.0', '3.0a', '3.1c', 'next-3.1', '3.2', '3.2a', '3.10', 'next-3.8', '4.0', 'master', ''];
  expect(versions.filter(isBefore32)).toEqual(['3.0', '3.0a', '3.1c', 'next-3.1']);
});

test('whoever is in a tmux that is too old gets no pane there unasked, and asking says why', async () => {
  await using tmux = new TmuxOnTest();
  const folder = join(tmux.folder, 'bin');
  mkdirSync(folder);
  // A tmux of that age, of which nothing is asked but its version.
  writeFileSync(join(folder, 'tmux'), '#!/bin/sh\n[ "$1" = -V ] && echo tmux 2.9a\n', {mode: 0o755});
  const backend = tmux.backend({env: {...tmux.env, PATH: `${folder}:/usr/bin:/bin`}});
  expect(await backend.suits({baseEnv: {TMUX: `${tmux.socket},1,0`, TMUX_PANE: '%0'}})).toBe(false);
  await expect(backend.open({cwd: tmux.folder})).rejects.toMatchObject({
    code: 'not_supported',
    message: expect.stringContaining('2.9a'),
  });
  expect(existsSync(tmux.socket)).toBe(false);
});
