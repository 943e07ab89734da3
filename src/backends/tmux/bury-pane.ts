import {type Exit, readExit} from './pane-memory.ts';
import type {PaneRow} from './pane-row.ts';
import type {TmuxServer} from './tmux-server.ts';

/**
 * Removes a pane whose program has ended and that was kept until somebody asks how. Null while tmux does not know that itself: it misses
 * the end of a program where it waits for a helper at that moment (libutempter), until it is reminded.
 */
export async function buryPane(server: TmuxServer, {pane}: PaneRow): Promise<Exit | null> {
  const format = '#{pid} #{pane_dead_status}/#{pane_dead_signal}';
  const [told = ''] = await server.run('display-message', '-p', '-t', pane, format).catch(() => []);
  const [pid, how = ''] = told.split(' ');
  const exit = readExit(how);
  if (exit) await server.run('kill-pane', '-t', pane).catch(() => undefined);
  else remind(Number(pid));
  return exit;
}

/** The server asks the system for all children that have ended, whichever has this signal sent. */
function remind(serverPid: number): void {
  try {
    if (serverPid > 1) process.kill(serverPid, 'SIGCHLD');
  } catch {
    // It is gone, or another user's.
  }
}
