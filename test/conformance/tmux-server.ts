import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {Stand} from './bench.ts';

/** Ends the tmux server that a case leaves behind at the socket `~/tmux`. */
export function tmuxServer(stand: Stand): Disposable {
  const socket = join(stand.home, 'home', 'tmux');
  return {
    [Symbol.dispose]: () => {
      if (existsSync(socket)) execFileSync('tmux', ['-S', socket, 'kill-server'], {stdio: 'ignore'});
    },
  };
}
