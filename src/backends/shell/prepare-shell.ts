import {mkdir, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {CottyError, type IntegrationLevel, type ShellFamily} from '../../core/index.ts';
import {bashStart} from './bash-start.ts';
import {fishStart} from './fish-start.ts';
import {NonceOffer} from './nonce-offer.ts';
import {posixStart} from './posix-start.ts';
import {scriptFor} from './script-for.ts';
import type {ShellStart} from './shell-start.ts';
import {zshStart} from './zsh-start.ts';

export interface ShellRequest {
  readonly path: string;
  readonly family: ShellFamily;
  /** The session's own directory; `shell/` in it is made anew. */
  readonly sessionDirectory: string;
  /** Proof of our marks; only `A-Z a-z 0-9 _ -`. */
  readonly nonce: string;
  /** The environment the shell would get without us. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False starts the shell plainly. */
  readonly integration: boolean;
}

export interface PreparedShell {
  /** What to spawn; the first is the shell's path. */
  readonly argv: readonly string[];
  /** The whole environment to spawn it with. Never holds the nonce. */
  readonly env: Readonly<Record<string, string>>;
  readonly integration: IntegrationLevel;
  /** To be disposed of when the shell has said its first mark, or has ended. */
  readonly nonceOffer?: Disposable;
}

/**
 * Writes the init files that make the shell say marks, and tells what to spawn. They are 0600 in a 0700 directory and delete
 * themselves as soon as the shell has read them, before any file of the user is read. The nonce waits in a pipe beside them.
 * @throws CottyError `invalid_argument` for a nonce that would need quoting, `home_unwritable`, `disk_full`.
 */
export async function prepareShell(request: ShellRequest): Promise<PreparedShell> {
  const env = definedOnly(request.env);
  const script = scriptFor(request.family);
  if (!request.integration || script === undefined) return {argv: [request.path], env, integration: 'none'};
  if (!/^[\w-]+$/.test(request.nonce))
    throw new CottyError(
      'invalid_argument',
      'The nonce has characters that need quoting.',
      'Use A-Z a-z 0-9 _ - only.',
    );
  const directory = join(request.sessionDirectory, 'shell');
  const noncePath = join(directory, 'nonce');
  const start = startOf(request.family, {path: request.path, directory, noncePath, script, env});
  try {
    await rm(directory, {recursive: true, force: true});
    await mkdir(directory, {recursive: true, mode: 0o700});
    for (const file of start.files) {
      const path = join(directory, file.name);
      await mkdir(dirname(path), {recursive: true, mode: 0o700});
      await writeFile(path, file.text, {mode: 0o600});
    }
    // The shell itself writes this one, with the mode that new files have there.
    await writeFile(join(directory, 'traps'), '', {mode: 0o600});
    const nonceOffer = new NonceOffer(noncePath, request.nonce);
    return {argv: start.argv, env: {...env, ...start.env}, integration: start.integration, nonceOffer};
  } catch (error) {
    throw unwritable(directory, error);
  }
}

function startOf(family: ShellFamily, context: Parameters<typeof bashStart>[0]): ShellStart {
  switch (family) {
    case 'bash':
      return bashStart(context);
    case 'zsh':
      return zshStart(context);
    case 'fish':
      return fishStart(context);
    case 'posix':
      return posixStart(context);
    case 'other':
      return {argv: [context.path], env: {}, files: [], integration: 'none'};
    default:
      return family satisfies never;
  }
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

function unwritable(directory: string, cause: unknown): CottyError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOSPC')
    return new CottyError(
      'disk_full',
      `No space left for ${directory}.`,
      'Free some space, then open the session again.',
      {cause},
    );
  return new CottyError('home_unwritable', `Cannot write ${directory}.`, 'Check COTTY_HOME and its permissions.', {
    cause,
  });
}
