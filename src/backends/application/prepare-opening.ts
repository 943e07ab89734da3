import {randomBytes} from 'node:crypto';
import {type BackendKind, CottyError, type OpenOptions} from '../../core/index.ts';
import {newNonce} from '../../log/index.ts';
import {checkedOpening} from '../opening/opening.ts';
import {type PreparedProgram, prepareProgram} from '../opening/prepare-program.ts';
import {programEnvironment} from '../opening/program-environment.ts';
import {packageVersion} from '../pty/package-version.ts';
import {removeSessionDirectory, sessionDirectory} from '../recording/session-directory.ts';
import type {TerminalMemory} from '../recording/terminal-memory.ts';
import type {ApplicationFacts, RunningAt} from './application-facts.ts';
import type {SessionRecords} from './session-records.ts';

/** A program that the application is to start. */
export interface PreparedOpening {
  readonly memory: TerminalMemory;
  readonly program: PreparedProgram;
  readonly cols: number;
  readonly rows: number;
  readonly cwd: string;
  readonly name: string;
  /** It becomes no session: nothing is left of it. */
  giveUp(): void;
}

export interface OpeningContext {
  readonly records: SessionRecords;
  /** What the program's environment starts from when the opening says nothing. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Prepares a shell with our marks, or a program. Errors: those of the shell's preparation; `not_supported` for a sandbox, since the
 * application itself runs outside, and whoever reaches it from in there is out.
 */
export async function prepareOpening(
  options: OpenOptions,
  {records, env: base}: OpeningContext,
): Promise<PreparedOpening> {
  const {home} = records;
  if (options.sandbox) throw notConfined(records.title);
  const {cols, rows, cwd} = checkedOpening(options);
  const sessionId = records.newSessionId();
  try {
    const nonce = newNonce();
    const eventKey = randomBytes(18).toString('base64url');
    const env = environmentIn(options, base, {sessionId, eventKey, version: packageVersion()});
    const directory = sessionDirectory(home, sessionId);
    const program = await prepareProgram(options, {env, nonce, cwd, home, directory});
    return {
      memory: {sessionId, nonce, eventKey, nested: []},
      program,
      cols,
      rows,
      cwd,
      name: options.name ?? program.name,
      giveUp: () => {
        program.nonceOffer?.[Symbol.dispose]();
        removeSessionDirectory(home, sessionId);
      },
    };
  } catch (error) {
    removeSessionDirectory(home, sessionId);
    throw error;
  }
}

/** What is known of it once it runs. */
export function openedFacts(
  backend: BackendKind,
  {memory, program, cwd, name}: Pick<PreparedOpening, 'memory' | 'program' | 'cwd' | 'name'>,
  {pid, tty, cols, rows}: RunningAt,
): ApplicationFacts {
  const {argv, family: shellFamily, integration} = program;
  const {sessionId} = memory;
  return {sessionId, backend, name, argv, pid, tty, cols, rows, cwd, shellFamily, integration, alive: true};
}

/** Variables by which an application tells its programs what terminal they are on. */
export const OF_TERMINAL: readonly string[] = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION'];

/** What the application itself says to programs about their terminal is true there; all else is as on a terminal of ours. */
function environmentIn(
  options: OpenOptions,
  base: NodeJS.ProcessEnv,
  identity: Parameters<typeof programEnvironment>[2],
): Record<string, string> {
  const env = programEnvironment(options.baseEnv ?? base, options.env, identity);
  for (const name of OF_TERMINAL) if (options.env?.[name] === undefined) delete env[name];
  return env;
}

function notConfined(title: string): CottyError {
  return new CottyError(
    'not_supported',
    `A terminal of ${title} cannot be sandboxed: whoever speaks to ${title} in it is outside.`,
    'Leave backend out, or say backend=pty.',
  );
}
