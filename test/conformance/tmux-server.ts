import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import type {TestTerminal} from './test-terminal.ts';

/** Ends the tmux server that a case leaves behind at the socket `~/tmux`. */
export function tmuxServer(terminal: TestTerminal): Disposable {
  const socket = terminal.file('tmux');
  return {
    [Symbol.dispose]: () => {
      if (existsSync(socket)) execFileSync('tmux', ['-S', socket, 'kill-server'], {stdio: 'ignore'});
    },
  };
}
