import type {Exit} from '../application/application-facts.ts';
import {readExit} from './pane-memory.ts';
import type {PaneRow} from './pane-row.ts';
import type {CommandRunner} from './run-commands.ts';

/**
 * Removes a pane whose program has ended and that was kept until somebody asks how, unless it `stays`. Null while tmux does not know that itself: it misses
 * the end of a program where it waits for a helper at that moment (libutempter), until it is reminded.
 */
export async function buryPane(
  server: CommandRunner,
  {pane}: PaneRow,
  {stays}: {readonly stays: boolean},
): Promise<Buried | null> {
  const format = '#{pid} #{pane_dead_status}/#{pane_dead_signal}';
  const [told = ''] = await server.run('display-message', '-p', '-t', pane, format).catch(() => []);
  const [pid, how = ''] = told.split(' ');
  const exit = readExit(how);
  if (!exit) {
    remind(Number(pid));
    return null;
  }
  const shown = await server.run('capture-pane', '-p', '-J', '-S', `-${MOST_LINES}`, '-t', pane).catch(() => []);
  if (!stays) await server.run('kill-pane', '-t', pane).catch(() => undefined);
  return {exit, shown};
}

export interface Buried {
  readonly exit: Exit;
  /** The newest lines of what stood in it. */
  readonly shown: readonly string[];
}

const MOST_LINES = 200;

/**
 * What a pane shows behind the text that was heard of it last: tmux tells its clients nothing of what a program prints right before its
 * end. Undefined where that text is not found.
 */
export function unheardOf(heard: string, shown: readonly string[]): string | undefined {
  const last =
    heard
      .split('\n')
      .findLast(line => line.trim() !== '')
      ?.trimEnd() ?? '';
  const at = shown.findLastIndex(line => line.startsWith(last));
  if (at < 0) return undefined;
  const rest = [shown[at]?.slice(last.length) ?? '', ...shown.slice(at + 1)];
  const end = rest.findLastIndex(line => line.trim() !== '');
  return rest
    .slice(0, end + 1)
    .map(line => line.trimEnd())
    .join('\r\n');
}

/** The server asks the system for all children that have ended, whichever has this signal sent. */
function remind(serverPid: number): void {
  try {
    if (serverPid > 1) process.kill(serverPid, 'SIGCHLD');
  } catch {
    // It is gone, or another user's.
  }
}
