import {CottyError} from '../../core/index.ts';
import type {TmuxServer} from './tmux-server.ts';

/**
 * Sets a pane's size: its window's where it has one to itself, its share of it otherwise. Errors: `not_supported` for the only pane of a
 * window that somebody looks at, whose size is that of their terminal.
 */
export async function resizePane(
  server: TmuxServer,
  pane: string,
  {cols, rows}: {readonly cols: number; readonly rows: number},
): Promise<void> {
  const format = '#{window_id} #{window_panes}';
  const [told = ''] = await server.run('display-message', '-p', '-t', pane, format);
  const [window = '', panes] = told.split(' ');
  const size = ['-x', String(cols), '-y', String(rows)];
  if (panes !== '1') {
    await server.run('resize-pane', '-t', pane, ...size);
    return;
  }
  const clients = await server.run('list-clients', '-F', '#{client_control_mode} #{window_id}');
  if (clients.some(client => client === `0 ${window}`))
    throw new CottyError(
      'not_supported',
      `Somebody looks at ${pane} by tmux: it has the size of their terminal.`,
      'Leave its size as it is, or use a session of your own.',
    );
  await server.run('resize-window', '-t', window, ...size);
}
