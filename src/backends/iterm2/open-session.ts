import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import {CottyError, encodeId, type OpenOptions, parseSessionId, type SessionId} from '../../core/index.ts';
import {newNonce} from '../../log/index.ts';
import {checkedOpening} from '../opening/opening.ts';
import {type PreparedProgram, prepareProgram} from '../opening/prepare-program.ts';
import {programEnvironment} from '../opening/program-environment.ts';
import {packageVersion} from '../pty/package-version.ts';
import {createSessionDirectory, removeSessionDirectory, sessionDirectory} from '../recording/session-directory.ts';
import type {TerminalMemory} from '../recording/terminal-memory.ts';
import {StartScript} from './start-script.ts';

/** A program that iTerm2 is to start. */
export interface Opening extends Disposable {
  readonly memory: TerminalMemory;
  readonly program: PreparedProgram;
  readonly script: StartScript;
  readonly cols: number;
  readonly rows: number;
  readonly cwd: string;
  readonly name: string;
  /** It becomes no session: nothing is left of it. */
  giveUp(): void;
}

/** Prepares a shell with our marks, or a program. Errors: those of the shell's preparation; `not_supported`. */
export async function prepareOpening(
  options: OpenOptions,
  {home, env: base}: {readonly home: string; readonly env: NodeJS.ProcessEnv},
): Promise<Opening> {
  if (options.sandbox) throw notConfined();
  const {cols, rows, cwd} = checkedOpening(options);
  const sessionId = newSessionId(home);
  const directory = sessionDirectory(home, sessionId);
  try {
    const nonce = newNonce();
    const eventKey = randomBytes(18).toString('base64url');
    const env = sessionEnvironment(options, base, {sessionId, eventKey, version: packageVersion()});
    const program = await prepareProgram(options, {env, nonce, cwd, home, directory});
    try {
      const script = await StartScript.make(join(directory.root, 'shell'), {
        argv: program.argv,
        env: program.env,
        cwd,
      });
      return {
        memory: {sessionId, nonce, eventKey, nested: []},
        program,
        script,
        cols,
        rows,
        cwd,
        name: options.name ?? program.name,
        giveUp: () => {
          program.nonceOffer?.[Symbol.dispose]();
          removeSessionDirectory(home, sessionId);
        },
        [Symbol.dispose]: () => script[Symbol.dispose](),
      };
    } catch (error) {
      program.nonceOffer?.[Symbol.dispose]();
      throw error;
    }
  } catch (error) {
    removeSessionDirectory(home, sessionId);
    throw error;
  }
}

export function newSessionId(home: string): SessionId {
  for (;;) {
    const sessionId = parseSessionId(`${ID_PREFIX}${encodeId(randomBytes(10))}`);
    if (sessionId !== undefined && createSessionDirectory(home, sessionId)) return sessionId;
  }
}

export const ID_PREFIX = 'iterm:';

/** What iTerm2 itself says to programs about their terminal is true in its sessions; all else is as on a terminal of ours. */
function sessionEnvironment(
  options: OpenOptions,
  base: NodeJS.ProcessEnv,
  identity: Parameters<typeof programEnvironment>[2],
): Record<string, string> {
  const env = programEnvironment(options.baseEnv ?? base, options.env, identity);
  for (const name of ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION'])
    if (options.env?.[name] === undefined) delete env[name];
  return env;
}

/** iTerm2 itself runs outside, and whoever reaches it in there is out. */
function notConfined(): CottyError {
  return new CottyError(
    'not_supported',
    'A session of iTerm2 cannot be sandboxed: whoever speaks to iTerm2 in it is outside.',
    'Leave backend out, or say backend=pty.',
  );
}
