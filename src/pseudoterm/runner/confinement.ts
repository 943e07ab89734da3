import {realpath} from 'node:fs/promises';
import {dirname, isAbsolute, join, relative, resolve, sep} from 'node:path';
import {PseudoError} from '../pseudo-error.ts';

export interface ConfinementOptions {
  /** Real path of the workspace. */
  readonly root: string;
  /** Real paths of folders outside that may be read. */
  readonly readable: readonly string[];
  /** Real paths that stay closed although they lie inside. Of closed and readable folders within each other the innermost counts. */
  readonly closed: readonly string[];
}

/** A path that may be used. */
export interface AllowedPath {
  /** Without links, as far as it exists. */
  readonly real: string;
  readonly exists: boolean;
  /** The folder it is confined to. */
  readonly root: string;
}

/** Where a path really leads, and whether that is allowed. */
export class Confinement {
  readonly #options: ConfinementOptions;

  constructor(options: ConfinementOptions) {
    this.#options = options;
  }

  /** Follows every link on the way. What does not exist yet resolves through its nearest existing folder. Throws `PathDenied`. */
  async resolve(path: string, purpose: 'read' | 'write'): Promise<AllowedPath> {
    if (path.includes('\0')) throw new PseudoError('PathDenied', 'A path cannot hold the character NUL.');
    const {root} = this.#options;
    const wanted = resolve(root, path);
    this.#check(wanted, path, purpose);
    const found = await nearestReal(wanted);
    const real = found.rest === '' ? found.real : join(found.real, found.rest);
    this.#check(real, path, purpose);
    return {real, exists: found.rest === '', root: this.#rootOf(real)};
  }

  /** Whether this real path is kept from sight. */
  isClosed(real: string): boolean {
    const {root, closed, readable} = this.#options;
    const shut = closed.filter(folder => !isWithin(folder, root));
    return innermost(shut, real) > innermost(readable, real);
  }

  /** How a real path is spelled to the outside: relative in the workspace, absolute elsewhere. */
  nameOf(real: string): string {
    if (!isWithin(this.#options.root, real)) return real;
    return relative(this.#options.root, real).split(sep).join('/') || '.';
  }

  #rootOf(real: string): string {
    const {root, readable} = this.#options;
    return isWithin(root, real) ? root : (readable.find(folder => isWithin(folder, real)) ?? root);
  }

  #check(absolute: string, path: string, purpose: 'read' | 'write'): void {
    const {root, readable} = this.#options;
    const isReadable = purpose === 'read' && readable.some(folder => isWithin(folder, absolute));
    if (isReadable && !this.isClosed(absolute)) return;
    if (isWithin(root, absolute) && !this.isClosed(absolute)) {
      if (purpose === 'write' && isGuarded(relative(root, absolute)))
        throw new PseudoError(
          'PathDenied',
          `${JSON.stringify(path)} is never written here: git or cotty itself obey it.`,
        );
      return;
    }
    throw new PseudoError('PathDenied', `${JSON.stringify(path)} leads out of the workspace (${root}).`);
  }
}

/** How long the name is of the innermost folder with the path in it; 0 for none. */
function innermost(folders: readonly string[], path: string): number {
  return Math.max(0, ...folders.filter(folder => isWithin(folder, path)).map(folder => folder.length));
}

/** Hooks and settings that run programs, and the file that loosens or tightens our own rules. */
function isGuarded(way: string): boolean {
  const parts = way.split(sep).map(plainName);
  return parts.includes('.git') || parts.at(-1) === '.cotty.toml';
}

/** As file systems compare names that do not tell cases apart, HFS+ also without its ignorable characters. */
function plainName(name: string): string {
  return name.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

/** The real path of the deepest part that exists, and the rest below it. */
async function nearestReal(absolute: string): Promise<{readonly real: string; readonly rest: string}> {
  for (let at = absolute; ; at = dirname(at)) {
    try {
      return {real: await realpath(at), rest: relative(at, absolute)};
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' || at === dirname(at)) throw error;
    }
  }
}
