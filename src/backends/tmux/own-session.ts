import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {isCottyError, type OpenOptions} from '../../core/index.ts';
import {checkedOpening} from '../opening/opening.ts';
import type {TmuxServer} from './tmux-server.ts';

/** The tmux session that sessions of callers outside of tmux get their windows in. */
const NAME = 'cotty';

/** Its id; it is made when it is not there, and the server with it. New windows in it have this size as long as nobody looks. */
export async function ownSession(server: TmuxServer, options: OpenOptions): Promise<string> {
  const {cols, rows} = checkedOpening(options);
  const size = ['set-option', '-t', `=${NAME}:`, 'default-size', `${cols}x${rows}`];
  const known = await idOf(server);
  if (known !== undefined) {
    await server.run(...size);
    return known;
  }
  // As tmux makes it itself for the server that it takes when it is told nothing.
  mkdirSync(dirname(server.socket), {recursive: true, mode: 0o700});
  try {
    const [id = ''] = await server.runTogether([
      // Its first window goes as soon as there is another one.
      ['new-session', '-d', '-s', NAME, '-x', String(cols), '-y', String(rows), '-n', PLACEHOLDER, '--', 'cat', '-'],
      // Nobody looks at it yet.
      ['set-option', '-t', `=${NAME}:`, 'destroy-unattached', 'off'],
      size,
      ['display-message', '-p', '-t', `=${NAME}:`, '#{session_id}'],
    ]);
    return id;
  } catch (error) {
    // Somebody else has just made it.
    const id = isCottyError(error, 'not_supported') ? await idOf(server) : undefined;
    if (id === undefined) throw error;
    return id;
  }
}

/** Takes away the window that the session was made with, unless somebody else just does. */
export async function dropPlaceholder(server: TmuxServer, session: string): Promise<void> {
  const windows = await server.run('list-windows', '-t', session, '-F', '#{window_id} #{window_name}').catch(() => []);
  const [id] = windows.find(line => line.endsWith(` ${PLACEHOLDER}`))?.split(' ') ?? [];
  if (id !== undefined && windows.length > 1) await server.run('kill-window', '-t', id).catch(() => undefined);
}

const PLACEHOLDER = 'cotty-begins';

async function idOf(server: TmuxServer): Promise<string | undefined> {
  const lines = await server.run('list-sessions', '-F', '#{session_id} #{session_name}').catch(() => []);
  return lines.find(line => /^\S+ (.*)$/.exec(line)?.[1] === NAME)?.split(' ')[0];
}
