/** What a sandboxed session sees and may write, said without regard to how that is brought about. */
import {mkdirSync} from 'node:fs';
import {homedir, userInfo} from 'node:os';
import {join} from 'node:path';
import {CottyError, type SandboxRequest} from '../../core/index.ts';
import {hiddenPlaces, realPath} from './hidden-places.ts';
import {projectOf, reasonAgainst} from './project-of.ts';

export interface SandboxView {
  readonly network: boolean;
  readonly cwd: string;
  /** Written to, but for what {@link ProtectedPlaces} names in it. */
  readonly project: string;
  /** Further folders that are written to. */
  readonly writable: readonly string[];
  /** This user's, as the account has it and as the environment says. */
  readonly homes: readonly string[];
  readonly hidden: readonly string[];
  readonly cottyHome: string;
  /** Of cotty's own files the ones that our shell integration needs: the folder that lines are delivered in, and the script. */
  readonly integration: {readonly folder: string; readonly script: string | undefined};
}

export interface SandboxSurroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly cottyHome: string;
  readonly integration: SandboxView['integration'];
}

/** Errors: `invalid_argument` where `cwd` is in no project, or a folder that is to be written to must not be. */
export function sandboxView(request: SandboxRequest, surroundings: SandboxSurroundings): SandboxView {
  const {env, integration} = surroundings;
  const cwd = realPath(surroundings.cwd) ?? surroundings.cwd;
  const cottyHome = realPath(surroundings.cottyHome) ?? surroundings.cottyHome;
  const named = [accountHome(), homedir(), env['HOME'] ?? ''].filter(home => home.startsWith('/') && home !== '/');
  const homes = [...new Set(named.flatMap(home => realPath(home) ?? []))];
  const hidden = hiddenPlaces(request.hidden, homes);
  const known = {homes, cottyHome, hidden};
  const project = projectOf(cwd, known);
  const writable = request.writable.flatMap(path => writableFolders(path, homes));
  for (const folder of writable) {
    const reason = reasonAgainst(folder, known);
    if (reason !== undefined)
      throw new CottyError(
        'invalid_argument',
        `[sandbox] writable names ${folder}, where a sandbox must not write: ${reason}.`,
        'Name a folder of its own in config.toml.',
      );
  }
  return {network: request.network, cwd, project, writable, homes, hidden, cottyHome, integration};
}

/** Those of them that are there, or can be made. */
function writableFolders(path: string, homes: readonly string[]): readonly string[] {
  const places = path.startsWith('~/') ? homes.map(home => join(home, path.slice(2))) : [path];
  return places.flatMap(place => {
    try {
      mkdirSync(place, {recursive: true});
    } catch {
      // What cannot be made is not there.
    }
    return realPath(place) ?? [];
  });
}

/** An account without an entry has none. */
function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '';
  }
}
