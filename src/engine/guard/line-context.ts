import {homedir} from 'node:os';
import type {LineContext} from '../../guard/index.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import {shellNames} from './checked-lines.ts';

/** What of a session tells how its next line is read. */
export interface JudgedShell {
  readonly tracker: Pick<SessionTracker, 'shellFamily'>;
  /** Where it stands; null where that is not known, or on a far side, of which nobody knows what its folders hold. */
  readonly cwd: string | null;
  /** HOME of the session; null where it is that of the account. */
  readonly home: string | null;
}

/** What is known of the shell that will read the line. */
export function lineContext({tracker, cwd, home}: JudgedShell, ownFolder: string | null): LineContext {
  return {
    shell: shellNames[tracker.shellFamily],
    cwd,
    home: home ?? homedir(),
    ...(ownFolder === null ? {} : {ownFolder}),
  };
}
