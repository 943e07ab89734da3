import {basename} from 'node:path';
import {CottyError, type ForeignTerminal} from '../../core/index.ts';
import {readForegroundNow, readProcessRow} from '../system/process-table.ts';
import {workingDirectory} from '../system/processes.ts';
import type {PaneRow} from './pane-row.ts';

export interface NamedPane {
  readonly socket: string;
  readonly pane: string;
}

/** `%5`; on another server than the one that sessions are opened on `%5@SOCKET`. */
export function foreignId({socket, pane}: NamedPane, ownSocket: string): string {
  return socket === ownSocket ? pane : `${pane}@${socket}`;
}

/** The same read back; undefined for what is no such id. */
export function readPlaceName(id: string): (Pick<NamedPane, 'pane'> & Partial<NamedPane>) | undefined {
  const [, pane, socket] = /^(%\d+)(?:@(\/.+))?$/s.exec(id) ?? [];
  return pane === undefined ? undefined : {pane, ...(socket === undefined ? {} : {socket})};
}

/** Error: `unknown_session` for what is no such id. */
export function placeNamed(id: string, ownSocket: string): NamedPane {
  const place = readPlaceName(id);
  if (place) return {socket: ownSocket, ...place};
  throw new CottyError(
    'unknown_session',
    `${JSON.stringify(id)} names no tmux pane.`,
    'Panes are called %5, or %5@SOCKET on another server; manage_session action=list names them.',
  );
}

export function foreignTerminal(row: PaneRow, id: string): ForeignTerminal {
  const {pid, sessionName, windowName, title} = row;
  const foreground = readForegroundNow(pid);
  const where = `${sessionName}:${windowName}`;
  return {
    id,
    backend: 'tmux',
    title: title === '' || title === windowName ? where : `${where} ${title}`,
    cwd: workingDirectory(pid),
    program: (process.platform === 'linux' && readProcessRow(foreground ?? pid)?.name) || basename(windowName) || null,
  };
}
