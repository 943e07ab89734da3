import {setTimeout as delay} from 'node:timers/promises';
import {CottyError} from '../../core/index.ts';
import {readSize, tellSize} from '../system/libc.ts';
import type {PaneRow} from './pane-row.ts';
import type {TmuxServer} from './tmux-server.ts';
import {isBefore31} from './tmux-version.ts';

/**
 * Resolves when the programs in the pane have been told the size that it has: tmux tells them of a second change only a quarter of a second
 * behind the first (tmux server-client.c, `server_client_check_pane_resize`), and what is typed before would come before.
 */
export async function toldSize(
  server: TmuxServer,
  {pane, tty}: {readonly pane: string; readonly tty: string},
): Promise<void> {
  const [size] = await server.run('display-message', '-p', '-t', pane, '#{pane_width} #{pane_height}');
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const told = readSize(tty);
    if (!told || `${told.cols} ${told.rows}` === size) return;
    await delay(LOOK_MS);
  }
}

/**
 * tmux 3.0 tells the programs of a pane no size while nobody but clients in control mode looks at its window, and none later either if they
 * have been told it by then (tmux server-client.c, `server_client_check_redraw`).
 */
export function tellUnseen({version}: TmuxServer, {tty, cols, rows}: PaneRow): void {
  const told = isBefore31(version) ? readSize(tty) : null;
  if (told && (told.cols !== cols || told.rows !== rows)) tellSize(tty, {cols, rows});
}

const LOOK_MS = 10;
const MOST_LOOKS = 100;

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
