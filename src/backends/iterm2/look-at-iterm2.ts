import {existsSync} from 'node:fs';
import {asCottyError, type CottyError} from '../../core/index.ts';

export interface Iterm2Found {
  /** There can be none: this is no Mac, and nobody has brought a cookie for something that speaks as iTerm2 does. */
  readonly isPossible: boolean;
  /** Of its protocol, e.g. `1.17`; null where it does not answer, or does not say. */
  readonly protocolVersion: string | null;
  readonly sessions: number;
  /** Why it does not answer. */
  readonly failure: CottyError | null;
  /** Whoever looks is in one of its sessions. */
  readonly isInside: boolean;
}

/** Looks for iTerm2, which is not started, and nobody is asked anything. */
export async function lookAtIterm2(env: NodeJS.ProcessEnv): Promise<Iterm2Found> {
  const isPossible = process.platform === 'darwin' || Boolean(env.ITERM2_COOKIE);
  const isInside = env.ITERM_SESSION_ID !== undefined && !env.TMUX;
  const absent = {isPossible, isInside, protocolVersion: null, sessions: 0};
  if (!isPossible) return {...absent, failure: null};
  const {apiIsOff, defaultSocketPath, Iterm2App, listSessions, sessionsOf} = await import('../../iterm2-api/index.ts');
  if (!existsSync(defaultSocketPath(env))) return {...absent, failure: apiIsOff()};
  try {
    using app = await Iterm2App.connect({env, name: 'cotty', library: ['cotty', '1.0'], mayAsk: false});
    const sessions = sessionsOf(await listSessions(app)).length;
    return {...absent, protocolVersion: await app.protocolVersion, sessions, failure: null};
  } catch (error) {
    return {...absent, failure: asCottyError(error)};
  }
}
