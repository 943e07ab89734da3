import {basename} from 'node:path';
import {CottyError, type OpenOptions, type SplitDirection} from '../../core/index.ts';
import {
  OF_TERMINAL,
  type OpeningContext,
  type PreparedOpening,
  prepareOpening,
} from '../application/prepare-opening.ts';
import type {PreparedProgram} from '../opening/prepare-program.ts';
import {unexpanded} from './command-line.ts';
import {PANE_FORMAT, type PaneRow, readPaneRow} from './pane-row.ts';
import type {TmuxServer} from './tmux-server.ts';
import {isBefore31} from './tmux-version.ts';

/** Where the new pane goes: a window of its own in a session, or a part of another pane. */
export type PanePlace =
  | {readonly type: 'window'; readonly session: string}
  | {readonly type: 'split'; readonly session: string; readonly pane: string; readonly direction: SplitDirection};

export interface OpenedPane extends PreparedOpening {
  readonly row: PaneRow;
}

/**
 * Starts a shell with our marks, or a program, in a new pane that does not take the keys. Errors: those of its preparation, and
 * `spawn_failed` with what tmux says.
 */
export async function openPane(
  server: TmuxServer,
  place: PanePlace,
  options: OpenOptions,
  {signal, ...context}: OpeningContext & {readonly signal?: AbortSignal | undefined},
): Promise<OpenedPane> {
  const opening = await prepareOpening(options, context);
  const {program, cwd} = opening;
  try {
    signal?.throwIfAborted();
    const row = await start(server, place, {program, cwd, ...(options.name ? {name: options.name} : {})});
    return {...opening, row};
  } catch (error) {
    opening.giveUp();
    throw error;
  }
}

/**
 * A window opened while windows have no size of their own ends tmux 3.3 to 3.6, and all that runs in it (tmux pull request 4849).
 * Error: `spawn_failed`.
 */
export async function requireSizes(server: TmuxServer): Promise<void> {
  const [size] = await server.run('show-options', '-g', '-w', '-v', 'window-size').catch(() => []);
  if (size === 'manual')
    throw new CottyError(
      'spawn_failed',
      'No window is opened while tmux has `window-size manual` for all: tmux itself would crash.',
      'Have the person set it for single windows (set -w), or split a pane that is there, or use backend=pty.',
    );
}

async function start(
  server: TmuxServer,
  place: PanePlace,
  {program, cwd, name}: {readonly program: PreparedProgram; readonly cwd: string; readonly name?: string},
): Promise<PaneRow> {
  const env: Readonly<Record<string, string>> = {...program.env, PWD: cwd};
  const removed = (await namesSetByTmux(server, place.session)).filter(variable => !(variable in env));
  const lines = await server.run(
    ...(place.type === 'window'
      ? ['new-window', '-d', '-t', `${place.session}:`, ...(name ? ['-n', named(name, server.version)] : [])]
      : ['split-window', '-d', place.direction === 'horizontal' ? '-h' : '-v', '-t', place.pane]),
    ...['-P', '-F', PANE_FORMAT, '-c', unexpanded(cwd, server.version)],
    ...Object.entries(env).flatMap(([variable, value]) => ['-e', `${variable}=${value}`]),
    ...['--', 'env', ...removed.flatMap(variable => ['-u', variable]), ...program.argv],
  );
  const row = readPaneRow(lines[0] ?? '');
  if (row) return row;
  throw new CottyError(
    'spawn_failed',
    `tmux made no pane for ${basename(program.argv[0] ?? '')}.`,
    'Look at tmux itself.',
  );
}

/** tmux 3.0 takes the name of a new window as it is (tmux spawn.c). */
function named(name: string, version: string): string {
  return isBefore31(version) ? name : unexpanded(name, version);
}

/** Variables that programs in new panes of this session have by tmux's own account. A value of several lines may look like more of them. */
async function namesSetByTmux(server: TmuxServer, session: string): Promise<readonly string[]> {
  const answers = await Promise.all([
    server.run('show-environment', '-g'),
    server.run('show-environment', '-t', session).catch(() => []),
  ]);
  const names = answers.flat().flatMap(line => /^([A-Za-z_]\w*)=/.exec(line)?.[1] ?? []);
  return [...new Set(names)].filter(name => !OF_TERMINAL.includes(name));
}
