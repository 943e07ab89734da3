import {homedir} from 'node:os';
import type {LineContext} from '../../guard/index.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import {shellNames} from './checked-lines.ts';

/** What of a session tells how its next line is read. */
export interface JudgedShell {
  readonly tracker: Pick<SessionTracker, 'cwd' | 'shellFamily' | 'nestedShell'>;
  /** HOME of the session; null where it is that of the account. */
  readonly home: string | null;
}

/** What is known of the shell that will read the line. On a far side nobody knows what its folders hold. */
export function lineContext({tracker, home}: JudgedShell, ownFolder: string | null): LineContext {
  const isFar = tracker.nestedShell !== null && tracker.nestedShell.pid === null;
  return {
    shell: shellNames[tracker.shellFamily],
    cwd: isFar || tracker.cwd === '' ? null : tracker.cwd,
    home: home ?? homedir(),
    ...(ownFolder === null ? {} : {ownFolder}),
  };
}
