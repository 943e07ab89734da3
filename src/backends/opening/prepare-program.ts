import {basename, delimiter, join, resolve} from 'node:path';
import {CottyError, type IntegrationLevel, type OpenOptions, type ShellFamily} from '../../core/index.ts';
import type {SessionDirectory} from '../recording/session-directory.ts';
import {type ConfinedProgram, confinedProgram} from '../sandbox/index.ts';
import {prepareShell, resolveShell, scriptFor} from '../shell/index.ts';
import {isExecutable} from '../system/is-executable.ts';

export interface PreparedProgram {
  readonly argv: readonly string[];
  /** What it is confined by; its `argv` is spawned in place of the program's own. */
  readonly sandbox?: ConfinedProgram | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly family: ShellFamily;
  readonly integration: IntegrationLevel;
  readonly name: string;
  /** To be disposed of when the shell has said its first mark, or has ended. */
  readonly nonceOffer?: Disposable;
}

export interface ProgramContext {
  readonly env: Record<string, string>;
  readonly nonce: string;
  readonly cwd: string;
  /** COTTY_HOME. */
  readonly home: string;
  readonly directory: SessionDirectory;
}

/**
 * What to spawn: the given program as it is, or a shell with our marks; in a sandbox, if that is asked for. Errors: `shell_missing`,
 * `spawn_failed`, and those of the sandbox.
 */
export async function prepareProgram(options: OpenOptions, context: ProgramContext): Promise<PreparedProgram> {
  const program = await plainProgram(options, context);
  if (!options.sandbox) return program;
  const {cwd, home, directory} = context;
  try {
    const sandbox = await confinedProgram(program.argv, options.sandbox, {
      env: program.env,
      cwd,
      cottyHome: home,
      integration: {folder: directory.shell, script: scriptFor(program.family)},
    });
    return {...program, env: sandbox.env, sandbox};
  } catch (error) {
    program.nonceOffer?.[Symbol.dispose]();
    throw error;
  }
}

async function plainProgram(options: OpenOptions, context: ProgramContext): Promise<PreparedProgram> {
  const {env, nonce, directory} = context;
  if (options.argv) {
    const [program = '', ...args] = options.argv;
    const path = findProgram(program, env, options.cwd);
    return {argv: [path, ...args], env, family: 'other', integration: 'none', name: basename(program)};
  }
  const {path, family} = resolveShell(options.shell, env);
  const integration = options.integration ?? true;
  const prepared = await prepareShell({path, family, sessionDirectory: directory.root, nonce, env, integration});
  return {...prepared, family, name: basename(path)};
}

/** Looked up before the fork: afterwards a failure would only show as text on the new terminal. */
function findProgram(program: string, env: Readonly<Record<string, string>>, cwd: string | undefined): string {
  const candidates = program.includes('/')
    ? [resolve(cwd ?? '.', program)]
    : (env.PATH ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter).map(directory => join(directory, program));
  const found = candidates.find(isExecutable);
  if (found !== undefined) return found;
  throw new CottyError(
    'spawn_failed',
    `There is no executable program ${JSON.stringify(program)}.`,
    'Check the spelling and PATH, or give the full path.',
  );
}
