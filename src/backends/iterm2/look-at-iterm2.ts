import {existsSync} from 'node:fs';
import {asCottyError, type CottyError} from '../../core/index.ts';

/** What of iTerm2 there is, in words for whoever asks. */
export interface Iterm2Found {
  readonly answers: boolean;
  readonly found: string;
  /** Where it does not answer: how to have it. */
  readonly advice: string;
}

/** Looks for iTerm2, which is not started, and nobody is asked anything. */
export async function lookAtIterm2(env: NodeJS.ProcessEnv): Promise<Iterm2Found> {
  // Elsewhere there is at most something that speaks as iTerm2 does, for who has a cookie of it.
  const isPossible = process.platform === 'darwin' || Boolean(env.ITERM2_COOKIE);
  if (!isPossible) return {answers: false, found: 'only on a Mac', advice: 'Nothing needs it.'};
  const {apiIsOff, defaultSocketPath, Iterm2App, listSessions, sessionsOf} = await import('../../iterm2-api/index.ts');
  if (!existsSync(defaultSocketPath(env))) return absent(apiIsOff());
  try {
    using app = await Iterm2App.connect({env, name: 'cotty', library: ['cotty', '1.0'], mayAsk: false});
    const sessions = sessionsOf(await listSessions(app)).length;
    const isInside = env.ITERM_SESSION_ID !== undefined && !env.TMUX;
    const where = isInside ? ', and you are in it: new sessions are tabs beside yours' : '';
    const version = (await app.protocolVersion) ?? 'of an unknown version';
    return {answers: true, found: `answers (API ${version}); sessions: ${sessions}${where}`, advice: ''};
  } catch (error) {
    return absent(asCottyError(error));
  }
}

function absent({message, hint}: CottyError): Iterm2Found {
  return {answers: false, found: message, advice: hint};
}
