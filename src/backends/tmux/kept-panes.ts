import {CottyError} from '../../core/index.ts';
import type {CommandRunner} from './run-commands.ts';

/**
 * tmux 3.2 and 3.2a crash, with all that runs in them, when a program ends in a pane that is kept (`remain-on-exit`) and a client in
 * control mode has not been told yet what it printed last (tmux control.c, `control_append_data`; mended in 3.3). `version` as tmux tells
 * it, e.g. `3.2a`.
 */
export function crashesByKeptPanes(version: string): boolean {
  return /^(?:next-)?3\.2[a-z]?$/.test(version);
}

/** Throws `denied` where a client of cotty's would put such a server at risk: the person has panes of this session kept. */
export async function requireNoKeptPanes(server: CommandRunner, session: string): Promise<void> {
  const format = '#{version} #{remain-on-exit}';
  const panes = await server.run('list-panes', '-s', '-t', session, '-F', format).catch(() => []);
  const isAtRisk = panes.some(pane => {
    const [version = '', kept] = pane.split(' ');
    return kept !== 'off' && crashesByKeptPanes(version);
  });
  if (!isAtRisk) return;
  throw new CottyError(
    'denied',
    'Cotty does not attach to this tmux session: tmux 3.2 crashes when a program ends in a pane that is kept (remain-on-exit) while cotty listens.',
    'Have the person switch remain-on-exit off, or start a server of tmux 3.3 or newer; or use backend=pty.',
  );
}
