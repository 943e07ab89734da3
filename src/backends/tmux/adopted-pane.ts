/** A pane that cotty takes over: what its program is, and what stands on its screen. */
import type {SessionId} from '../../core/index.ts';
import {type ApplicationFacts, adoptedFacts} from '../application/application-facts.ts';
import type {SessionJournal} from '../recording/session-journal.ts';
import {processFacts} from '../system/processes.ts';
import {commandLine} from './command-line.ts';
import type {PaneRow} from './pane-row.ts';
import type {TmuxServer} from './tmux-server.ts';

export async function adoptedPaneFacts(sessionId: SessionId, row: PaneRow): Promise<ApplicationFacts> {
  const leader = await processFacts(row.pid, row.tty);
  return adoptedFacts({sessionId, backend: 'tmux'}, row, {leader, title: row.windowName});
}

/**
 * Puts what stands on the pane's screen into the log, as a program that draws it anew would: whoever reads it sees what the person sees. It is asked
 * for by the client that hears of the pane, so that it comes behind what was printed before, and all of it at one moment.
 */
export async function drawScreen(server: TmuxServer, pane: string, journal: SessionJournal): Promise<void> {
  const asked = [
    commandLine('display-message', '-p', '-t', pane, '#{alternate_on} #{cursor_x} #{cursor_y}'),
    commandLine('capture-pane', '-p', '-e', '-t', pane),
  ];
  const [told, ...lines] = await server.runAt(pane, asked.join(' ; '), asked.length);
  const [alternate, column, row] = (told ?? '').split(' ').map(Number);
  const enter = alternate === 1 ? '\x1b[?1049h' : '';
  const cursor = `\x1b[${(row ?? 0) + 1};${(column ?? 0) + 1}H`;
  journal.appendOutput(Buffer.from(`${enter}\x1b[m\x1b[H\x1b[2J${trimmed(lines).join('\r\n')}\x1b[m${cursor}`));
}

function trimmed(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex(line => line !== '') + 1);
}
