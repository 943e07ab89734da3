import type {Exit} from '../application/application-facts.ts';
import {readExit, takeExit} from './pane-memory.ts';
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
  const lines = await server.run('capture-pane', '-p', '-J', '-S', `-${MOST_LINES}`, '-t', pane).catch(() => []);
  const {shown, signal} = withoutEpitaph(lines);
  const exit = readExit(how) ?? (signal === undefined ? null : readExit(`/${signal}`));
  if (!exit) {
    remind(Number(pid));
    return null;
  }
  if (!stays) await server.run('kill-pane', '-t', pane).catch(() => undefined);
  // What its hook has kept of it nobody needs any more.
  await takeExit(server, pane);
  return {exit, shown};
}

export interface Buried {
  readonly exit: Exit;
  /** The newest lines of what stood in it. */
  readonly shown: readonly string[];
}

const MOST_LINES = 200;

/**
 * What the program itself has left in a pane that is dead: tmux writes a last line of its own into it, the only place where one before 3.3
 * says which signal it was (tmux server-fn.c, `server_destroy_pane`).
 */
function withoutEpitaph(lines: readonly string[]): {
  readonly shown: readonly string[];
  readonly signal?: string | undefined;
} {
  const at = lines.findLastIndex(line => line.trim() !== '');
  const [epitaph, , signal] = /^Pane is dead \((?:(signal (\d+))|status \d+), .*\)\s*$/.exec(lines[at] ?? '') ?? [];
  return epitaph === undefined ? {shown: lines} : {shown: lines.slice(0, at), signal};
}

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
