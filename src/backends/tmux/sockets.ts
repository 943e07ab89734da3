/** Where tmux servers are found: by their sockets. */
import {lstatSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The pane that a process of this environment runs in (tmux(1), ENVIRONMENT); undefined outside of tmux. */
export function paneOf(env: Environment): {readonly socket: string; readonly pane: string} | undefined {
  // SOCKET,PID,SESSION
  const [, socket] = /^(.+),\d+,\d+$/.exec(env.TMUX ?? '') ?? [];
  const {TMUX_PANE: pane} = env;
  return socket && pane && /^%\d+$/.test(pane) ? {socket, pane} : undefined;
}

/** The server that tmux itself takes when it is told nothing: `-L NAME` chooses another one of the same folder. */
export function socketNamed(env: Environment, name = 'default'): string {
  return join(socketFolder(env), name);
}

/** Sockets of every server that was started without `-S`; some may be left over from one that has ended. */
export function socketsOf(env: Environment): readonly string[] {
  const folder = socketFolder(env);
  try {
    return readdirSync(folder)
      .map(name => join(folder, name))
      .filter(path => lstatSync(path, {throwIfNoEntry: false})?.isSocket());
  } catch {
    return [];
  }
}

/** Nobody but this user listens there: a client of tmux tells its whole environment to whoever does. */
export function isOwnSocket(path: string): boolean {
  const facts = lstatSync(path, {throwIfNoEntry: false});
  return facts?.isSocket() === true && facts.uid === process.getuid?.();
}

function socketFolder({TMUX_TMPDIR}: Environment): string {
  return join(TMUX_TMPDIR || '/tmp', `tmux-${process.getuid?.() ?? 0}`);
}
