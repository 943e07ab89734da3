/** `import {open} from 'cotty'`: terminals inside your own process, without a background server. */

import {composeEngine, currentFolder, defaultConfig, guardHere, isNodeTooOld} from '../app/index.ts';
import {CottyError, type OpenOptions} from '../core/index.ts';
import {type SandboxWish, SecretMask} from '../engine/index.ts';
import {type ActsFor, embeddedSession, type TerminalSession} from './embedded-session.ts';

export {CottyError, type CottyErrorCode, isCottyError} from '../core/index.ts';
/** Command lines without a shell; more of it, for browsers too, is in `cotty/pseudo-terminal`. */
export {
  type AnyBuiltin,
  createPseudoTerminal,
  defineBuiltin,
  openPseudoTerminalHost,
  PseudoError,
  type PseudoTerminal,
  type PseudoTerminalHost,
  type PseudoTerminalHostOptions,
  serveRunner,
} from '../pseudoterm/index.ts';
export type {
  ReadOptions,
  ReadResult,
  RunOptions,
  RunResult,
  WaitOptions,
  WatchOptions,
  WatchResult,
} from './library-values.ts';
export type {ActsFor, OpenOptions, SandboxWish, TerminalSession};

export interface LibraryOptions extends Omit<OpenOptions, 'sandbox'> {
  /** Confines the program and all that it starts to its project; `network` and `offline` say whether with the network. */
  readonly sandbox?: SandboxWish | undefined;
  /** False leaves what looks like a secret, and what this process's environment holds under telling names, in what it is told. Default true. */
  readonly maskSecrets?: boolean | undefined;
  /**
   * True judges each line before it runs, as that of an agent, by `[security]` of the configuration in COTTY_HOME: for lines that a model has
   * written. What a person would be asked about does not run, as there is nobody to ask, and what a person (`by`) types is not judged.
   * Default false: as with `node:child_process`, what runs is what the program says, and `confirm` says nothing.
   */
  readonly guard?: boolean | undefined;
  /** For whom the program acts, as logs will say; by default it is an agent called `library`. */
  readonly by?: ActsFor | undefined;
}

/**
 * Opens a terminal of its own inside this process.
 * Throws `shell_missing`, `spawn_failed`, `pty_exhausted`, or `not_supported` on an old Node.js, when that is impossible.
 *
 *     await using session = await open({shell: 'bash'});
 *     const {exit_code} = await session.run('false'); // 1
 */
export async function open({
  by,
  guard = false,
  maskSecrets = true,
  ...options
}: LibraryOptions = {}): Promise<TerminalSession> {
  if (isNodeTooOld())
    throw new CottyError(
      'not_supported',
      `Node.js 22.13 or newer is needed and this is ${process.version}.`,
      'Install a newer one from https://nodejs.org.',
    );
  const composed = await composeEngine({
    config: defaultConfig(),
    host: {type: 'ephemeral'},
    ...(guard && {guard: await guardHere(process.env)}),
    secrets: maskSecrets ? new SecretMask(process.env) : undefined,
  });
  try {
    const {engine} = composed;
    const session = await engine.open({cwd: currentFolder(), ...options});
    return embeddedSession(engine, session, {end: async () => await composed[Symbol.asyncDispose](), by});
  } catch (error) {
    await composed[Symbol.asyncDispose]();
    throw error;
  }
}
