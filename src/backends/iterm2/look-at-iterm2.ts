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
  const {apiIsOff, defaultSocketPath, findOsascript, Iterm2App, listSessions, Osascript, sessionsOf} = await import(
    '../../iterm2-api/index.ts'
  );
  const osascript = findOsascript(env);
  // Elsewhere there is at most something that speaks as iTerm2 does, for who has a cookie of it.
  const isPossible = process.platform === 'darwin' || osascript !== null || Boolean(env.ITERM2_COOKIE);
  if (!isPossible) return {answers: false, found: 'only on a Mac', advice: 'Nothing needs it.'};
  if (!existsSync(defaultSocketPath(env))) {
    const off = absent(apiIsOff());
    if (osascript === null || !(await new Osascript(osascript, env).isRunning())) return off;
    return {answers: false, found: FALLBACK_FOUND, advice: API_ADVICE};
  }
  try {
    using app = await Iterm2App.connect({
      env,
      name: 'cotty',
      library: ['cotty', '1.0'],
      mayAsk: false,
      answerMs: LOOK_MS,
    });
    const sessions = sessionsOf(await listSessions(app)).length;
    const isInside = env.ITERM_SESSION_ID !== undefined && !env.TMUX;
    const where = isInside ? ', and you are in it: new sessions are tabs beside yours' : '';
    const version = (await app.protocolVersion) ?? 'of an unknown version';
    return {answers: true, found: `answers (API ${version}); sessions: ${sessions}${where}`, advice: ''};
  } catch (error) {
    return absent(asCottyError(error));
  }
}

/** Whoever only looks waits no longer for an iTerm2 that is busy. */
const LOOK_MS = 3000;

const FALLBACK_FOUND =
  'runs, and its API is off: sessions there go by AppleScript, the fallback, which reads their screens and knows no exit codes';
const API_ADVICE =
  'Switch on Settings > General > Magic > Enable Python API. The fallback is used where iTerm2 is asked for by name.';

function absent({message, hint}: CottyError): Iterm2Found {
  return {answers: false, found: message, advice: hint};
}
