/**
 * Vitest's global setup: HOME and the folder for temporary files are the test run's own. So no test reads or writes the
 * files of whoever runs it, runs do not meet, and what a failed test leaves behind goes away with the rest.
 */
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export function setup(): () => void {
  // Short, as paths of sockets below it may have about 100 bytes.
  const place = mkdtempSync(join(realpathSync(tmpdir()), 'cotty-'));
  const home = join(place, 'home');
  mkdirSync(home);
  // Without one, zsh asks a newcomer what to write into it.
  writeFileSync(join(home, '.zshrc'), '');
  process.env['TMPDIR'] = join(place, 'tmp');
  mkdirSync(process.env['TMPDIR']);
  process.env['HOME'] = home;
  return () => rmSync(place, {recursive: true, force: true, maxRetries: 5});
}
