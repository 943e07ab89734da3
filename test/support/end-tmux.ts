import {execFileSync} from 'node:child_process';
import {RecordedProcess} from './processes.ts';

/**
 * Ends the tmux server at this socket and all that runs in it; does nothing where there is none. It is not asked to end: tmux 3.4 to 3.6
 * waits then for each client in control mode, for ever for one whose reader was killed (server-client.c, `server_client_check_exit`).
 */
export function endTmux(socket: string): void {
  serverAt(socket)?.signal('SIGKILL');
}

function serverAt(socket: string): RecordedProcess | undefined {
  try {
    return RecordedProcess.of(execFileSync('tmux', ['-S', socket, 'display-message', '-p', '#{pid}'], {stdio: 'pipe'}));
  } catch {
    // It has ended with its last pane.
    return undefined;
  }
}
