/**
 * The part of tmux's `status-right` that is cotty's, behind what the person has there. It shows an option that only cotty's panes have, so
 * that it is nothing elsewhere. Where the person has that option in their status line themselves, nothing of it is touched.
 */
import {commandLine} from './command-line.ts';
import type {CommandRunner} from './run-commands.ts';

/** What stands in the status line; of the pane that is looked at, or else of its tmux session. */
export const STATUS_OPTION = '@cotty_status';

/** The options that it is put into: those of all tmux sessions, or of the one that has a `status-right` of its own. */
export type SegmentScope = readonly ['-g'] | readonly ['-t', string];

/** For whom it is placed: a client of ours that is attached to `session`, which has these panes of cotty's. */
export interface SegmentUse {
  readonly client: string;
  readonly session: string;
  readonly panes: readonly string[];
  /** A shell command that prints the names of the server's clients, for a tmux that does not tell them to its hooks (before 3.2). */
  readonly listClients?: string | undefined;
}

/**
 * Puts it into the status line of this tmux session, unless it is there. First of all tmux is told to take it out when the client goes:
 * whenever we are killed, nothing stays.
 */
export async function placeSegment(server: CommandRunner, use: SegmentUse): Promise<SegmentScope> {
  const {session} = use;
  const [own = ''] = await server.run('show-options', '-q', '-v', '-t', session, RIGHT);
  const scope: SegmentScope = own === '' ? ['-g'] : ['-t', session];
  await removeWithClient(server, scope, use);
  const [right = own] = await server.run('show-options', '-q', '-v', ...scope, RIGHT);
  if (right.includes(STATUS_OPTION)) return scope;
  const [length = '0'] = await server.run('display-message', '-p', '-t', session, `#{${LENGTH}}`);
  await keep(server, scope, BEFORE, right);
  await keep(server, scope, LENGTH_BEFORE, length);
  await keep(server, scope, OURS, right + SEGMENT);
  // The hook knows by this that the length is ours too.
  await server.run('set-option', ...scope, RIGHT, right + SEGMENT);
  await server.run('set-option', ...scope, LENGTH, String(Number(length) + MOST_CELLS));
  return scope;
}

/** Takes it out again; what the person has made of their status line meanwhile stays. */
export async function removeSegment(server: CommandRunner, scope: SegmentScope): Promise<void> {
  const [right = ''] = await server.run('show-options', '-q', '-v', ...scope, RIGHT);
  const [length] = await server.run('show-options', '-q', '-v', ...scope, LENGTH);
  const [before] = await server.run('show-options', '-q', '-v', ...scope, LENGTH_BEFORE);
  if (right.includes(SEGMENT)) await server.run('set-option', ...scope, RIGHT, right.replaceAll(SEGMENT, ''));
  if (before !== undefined && before !== '' && Number(length) === Number(before) + MOST_CELLS)
    await server.run('set-option', ...scope, LENGTH, before);
  for (const option of [BEFORE, LENGTH_BEFORE, OURS]) await server.run('set-option', ...scope, '-q', '-u', option);
}

/**
 * Has tmux take it out by itself when this client of ours goes without having done so: with a server of cotty's that was killed. A
 * status line that the person has changed meanwhile stays as it is, with a segment that shows nothing.
 */
async function removeWithClient(
  server: CommandRunner,
  scope: SegmentScope,
  {client, session, panes, listClients}: SegmentUse,
): Promise<void> {
  const where = scope.map(word => (word.startsWith('$') ? `"\\${word}"` : word)).join(' ');
  const set = (option: string, kept: string): string => `set-option ${where} -F ${option} "#{${kept}}"`;
  // With its last pane the session may have ended by then; that of all is known to any other.
  const target = scope.length > 1 ? ` -t "\\${session}"` : '';
  const isOurs = `if-shell${target} -F "#{==:#{${RIGHT}},#{${OURS}}}"`;
  const commands = [
    `${isOurs} { ${set(RIGHT, BEFORE)} ; ${set(LENGTH, LENGTH_BEFORE)} }`,
    ...[BEFORE, LENGTH_BEFORE, OURS].map(option => `set-option ${where} -q -u ${option}`),
    ...panes.map(pane => `set-option -p -q -u -t "${pane}" ${STATUS_OPTION}`),
    `set-option -q -u -t "\\${session}" ${STATUS_OPTION}`,
    `set-hook -g -u "${hookOf(client)}"`,
  ];
  // tmux 3.2 does not say which client has gone: it is one that no session has. For older ones it still has its session then.
  const isThere =
    listClients === undefined
      ? `-F "#{m:*#,${client}#,*,#{S:#,#{session_attached_list}#,}}"`
      : commandLine(`${listClients.replaceAll('#', '##')} | grep -qx ${client}`);
  await server.run('set-hook', '-g', hookOf(client), `if-shell ${isThere} {} { ${commands.join(' ; ')} }`);
}

/** The client has nothing to take out any more. */
export async function forgetClient(server: CommandRunner, client: string): Promise<void> {
  await server.run('set-hook', '-g', '-u', hookOf(client));
}

/** Each client has an index of its own, far behind those that people give. */
function hookOf(client: string): string {
  return `client-detached[${client.replace(/\D/g, '')}]`;
}

function keep(server: CommandRunner, scope: SegmentScope, option: string, value: string): Promise<readonly string[]> {
  return server.run('set-option', ...scope, option, value);
}

const RIGHT = 'status-right';
const LENGTH = 'status-right-length';
/** What the person had, and what was made of it. */
const BEFORE = '@cotty_status_before';
const LENGTH_BEFORE = '@cotty_status_length';
const OURS = '@cotty_status_ours';
const SEGMENT = `#{?${STATUS_OPTION}, #{${STATUS_OPTION}},}`;
/** More of a status line is cotty's at no time. */
const MOST_CELLS = 50;
