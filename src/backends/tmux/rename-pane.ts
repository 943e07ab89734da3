import {unexpanded} from './command-line.ts';
import type {TmuxServer} from './tmux-server.ts';

/** Renames the window of a pane that has it to itself; of several in one window the pane gets the title. */
export async function renamePane(server: TmuxServer, pane: string, name: string): Promise<void> {
  const [panes] = await server.run('display-message', '-p', '-t', pane, '#{window_panes}');
  const rename = panes === '1' ? ['rename-window', '-t', pane, '--'] : ['select-pane', '-t', pane, '-T'];
  await server.run(...rename, unexpanded(name, server.version));
}
