import {randomBytes} from 'node:crypto';
import {basename} from 'node:path';
import {
  CottyError,
  encodeId,
  type OpenOptions,
  parseSessionId,
  type SessionId,
  type SplitDirection,
} from '../../core/index.ts';
import {newNonce} from '../../log/index.ts';
import {checkedOpening} from '../opening/opening.ts';
import {type PreparedProgram, prepareProgram} from '../opening/prepare-program.ts';
import {programEnvironment} from '../opening/program-environment.ts';
import {packageVersion} from '../pty/package-version.ts';
import {createSessionDirectory, removeSessionDirectory, sessionDirectory} from '../recording/session-directory.ts';
import type {TerminalMemory} from '../recording/terminal-memory.ts';
import {unexpanded} from './command-line.ts';
import {PANE_FORMAT, type PaneRow, readPaneRow} from './pane-row.ts';
import type {TmuxServer} from './tmux-server.ts';

/** Where the new pane goes: a window of its own in a session, or a part of another pane. */
export type PanePlace =
  | {readonly type: 'window'; readonly session: string}
  | {readonly type: 'split'; readonly session: string; readonly pane: string; readonly direction: SplitDirection};

export interface OpenedPane {
  readonly row: PaneRow;
  readonly memory: TerminalMemory;
  readonly program: PreparedProgram;
  readonly cwd: string;
  readonly name: string;
}

export interface OpenPaneContext {
  /** COTTY_HOME. */
  readonly home: string;
  /** What the program's environment starts from when the opening says nothing. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts a shell with our marks, or a program, in a new pane that does not take the keys. Errors: those of the shell's preparation, and
 * `spawn_failed` with what tmux says.
 */
export async function openPane(
  server: TmuxServer,
  place: PanePlace,
  options: OpenOptions,
  {home, env: base, signal}: OpenPaneContext,
): Promise<OpenedPane> {
  if (options.sandbox) throw notConfined();
  const {cwd} = checkedOpening(options);
  signal?.throwIfAborted();
  const sessionId = newSessionId(home);
  try {
    const nonce = newNonce();
    const eventKey = randomBytes(18).toString('base64url');
    const env = paneEnvironment(options, base, {sessionId, eventKey, version: packageVersion()});
    const program = await prepareProgram(options, {
      env,
      nonce,
      cwd,
      home,
      directory: sessionDirectory(home, sessionId),
    });
    try {
      signal?.throwIfAborted();
      const name = options.name ?? program.name;
      const row = await start(server, place, {program, cwd, ...(options.name ? {name: options.name} : {})});
      return {row, memory: {sessionId, nonce, eventKey, nested: []}, program, cwd, name};
    } catch (error) {
      program.nonceOffer?.[Symbol.dispose]();
      throw error;
    }
  } catch (error) {
    removeSessionDirectory(home, sessionId);
    throw error;
  }
}

/** tmux itself runs outside, and whoever reaches it in there is out. */
function notConfined(): CottyError {
  return new CottyError(
    'not_supported',
    'A pane of tmux cannot be sandboxed: whoever speaks to tmux in it is outside.',
    'Leave backend out, or say backend=pty.',
  );
}

export function newSessionId(home: string): SessionId {
  for (;;) {
    const sessionId = parseSessionId(`tmux:${encodeId(randomBytes(10))}`);
    if (sessionId !== undefined && createSessionDirectory(home, sessionId)) return sessionId;
  }
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
      ? ['new-window', '-d', '-t', `${place.session}:`, ...(name ? ['-n', unexpanded(name)] : [])]
      : ['split-window', '-d', place.direction === 'horizontal' ? '-h' : '-v', '-t', place.pane]),
    ...['-P', '-F', PANE_FORMAT, '-c', unexpanded(cwd)],
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

/** What tmux itself says to programs about their terminal is true in its panes; all else is as on a terminal of ours. */
function paneEnvironment(
  options: OpenOptions,
  base: NodeJS.ProcessEnv,
  identity: Parameters<typeof programEnvironment>[2],
): Record<string, string> {
  const env = programEnvironment(options.baseEnv ?? base, options.env, identity);
  for (const name of OF_TERMINAL) if (options.env?.[name] === undefined) delete env[name];
  return env;
}

const OF_TERMINAL = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION'];

/** Variables that programs in new panes of this session have by tmux's own account. A value of several lines may look like more of them. */
async function namesSetByTmux(server: TmuxServer, session: string): Promise<readonly string[]> {
  const answers = await Promise.all([
    server.run('show-environment', '-g'),
    server.run('show-environment', '-t', session).catch(() => []),
  ]);
  const names = answers.flat().flatMap(line => /^([A-Za-z_]\w*)=/.exec(line)?.[1] ?? []);
  return [...new Set(names)].filter(name => !OF_TERMINAL.includes(name));
}
