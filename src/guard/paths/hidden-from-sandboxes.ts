import {ownPaths} from './obeyed-paths.ts';
import {privatePaths, secretPaths} from './secret-paths.ts';

/**
 * Where secrets lie, what tells much about a person, and what is cotty's own. Those that hold everywhere, such as `.env` in any folder, are
 * not among them: in a project they are part of it.
 */
export const hiddenFromSandboxes: readonly string[] = [secretPaths, privatePaths, ownPaths]
  .flatMap(list => list.trim().split('\n'))
  .filter(pattern => !pattern.startsWith('**'));
