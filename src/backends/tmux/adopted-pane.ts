/** A pane that cotty takes over: what its program is, and what stands on its screen. */
import {basename} from 'node:path';
import type {SessionId} from '../../core/index.ts';
import type {SessionJournal} from '../recording/session-journal.ts';
import {familyOf} from '../shell/index.ts';
import {processFacts, workingDirectory} from '../system/processes.ts';
import type {PaneFacts} from './pane-facts.ts';
import type {PaneRow} from './pane-row.ts';
import type {TmuxServer} from './tmux-server.ts';

export async function adoptedFacts(sessionId: SessionId, row: PaneRow): Promise<PaneFacts> {
  const {pid, tty, cols, rows, windowName} = row;
  const leader = await processFacts(pid, tty);
  // A login shell calls itself `-bash`.
  const argv = (leader?.argv ?? []).map((word, index) => (index === 0 ? word.replace(/^-/, '') : word));
  const program = argv[0] ?? leader?.name ?? windowName;
  return {
    sessionId,
    backend: 'tmux',
    name: basename(program),
    argv: argv.length > 0 ? argv : [program],
    pid,
    tty,
    cols,
    rows,
    cwd: workingDirectory(pid) ?? '/',
    shellFamily: familyOf(program),
    integration: 'none',
    alive: true,
  };
}

/** Puts what stands on the pane's screen into the log, as a program that draws it anew would: whoever reads it sees what the person sees. */
export async function drawScreen(server: TmuxServer, pane: string, journal: SessionJournal): Promise<void> {
  const [told] = await server.run('display-message', '-p', '-t', pane, '#{alternate_on} #{cursor_x} #{cursor_y}');
  const [alternate, column, row] = (told ?? '').split(' ').map(Number);
  const lines = await server.run('capture-pane', '-p', '-e', '-t', pane);
  const enter = alternate === 1 ? '\x1b[?1049h' : '';
  const cursor = `\x1b[${(row ?? 0) + 1};${(column ?? 0) + 1}H`;
  journal.appendOutput(Buffer.from(`${enter}\x1b[m\x1b[H\x1b[2J${trimmed(lines).join('\r\n')}\x1b[m${cursor}`));
}

function trimmed(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex(line => line !== '') + 1);
}
