import type {BackendDriver, BackendName} from './driver.ts';
import {iterm2Driver} from './iterm2-driver.ts';
import {ptyDriver} from './pty-driver.ts';
import {tmuxDriver} from './tmux-driver.ts';

/** Every backend that the cases run on. */
export const drivers: Readonly<Record<BackendName, BackendDriver>> = {
  pty: ptyDriver,
  tmux: tmuxDriver,
  iterm2: iterm2Driver,
};
