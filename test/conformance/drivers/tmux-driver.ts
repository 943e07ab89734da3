import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {TmuxBackend} from '../../../src/backends/index.ts';
import {endTmux} from '../../support/end-tmux.ts';
import {RecordedProcess} from '../../support/processes.ts';
import type {BackendDriver} from './driver.ts';
import {ptyDriver} from './pty-driver.ts';

/** Panes of a tmux server of the case's own, without anybody's configuration. */
export const tmuxDriver: BackendDriver = {
  ...ptyDriver,
  backend: 'tmux',
  async connect({cottyHome, env, clock, maxLogBytes}) {
    const args = ['-f', '/dev/null'];
    return new TmuxBackend({home: cottyHome, env, socket: socketOf(cottyHome), args, clock, maxLogBytes});
  },
  carrier: cottyHome => RecordedProcess.of(askTmux(cottyHome, 'display-message', '-p', '#{pid}')),
  async pendingInput(session) {
    const probe = await session.link.probe();
    return probe?.unreadBytes ?? 0;
  },
  tidyUp: cottyHome => endTmux(socketOf(cottyHome)),
};

/** Runs a command of tmux's on the case's own server. */
export function askTmux(cottyHome: string, ...words: readonly string[]): string {
  return execFileSync('tmux', ['-S', socketOf(cottyHome), ...words], {encoding: 'utf8', stdio: 'pipe'});
}

export function socketOf(cottyHome: string): string {
  return join(cottyHome, '..', 'tmux.sock');
}
