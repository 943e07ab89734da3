import {paneOf, socketsOf} from './sockets.ts';
import {TmuxProgram} from './tmux-program.ts';
import {TmuxServer} from './tmux-server.ts';
import {isTooOld} from './tmux-version.ts';

export interface TmuxFound {
  /** Null where tmux is not installed. */
  readonly version: string | null;
  readonly isTooOld: boolean;
  /** How many servers answer. */
  readonly servers: number;
  /** Whoever looks is in a pane. */
  readonly isInside: boolean;
}

/** Looks for tmux, and starts no server. */
export async function lookAtTmux(env: NodeJS.ProcessEnv): Promise<TmuxFound> {
  const program = new TmuxProgram(env);
  const here = paneOf(env);
  if (program.path === null) return {version: null, isTooOld: false, servers: 0, isInside: false};
  const sockets = new Set([...socketsOf(env), ...(here ? [here.socket] : [])]);
  const answers = await Promise.all([...sockets].map(socket => new TmuxServer(socket, program).rows()));
  const servers = answers.filter(rows => rows.length > 0).length;
  const version = await program.version();
  return {version, isTooOld: isTooOld(version), servers, isInside: here !== undefined};
}
