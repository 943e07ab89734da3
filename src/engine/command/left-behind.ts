import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';

/** Of the session's own shell that reads again, and has no marks to say so: the command that ran the nested one which was left. */
export function leftBehind({tracker, claim}: Session): CommandRecord | null {
  const isLeft = tracker.nestedShell !== null && claim?.type === 'shellReads' && !claim.nested;
  return isLeft && tracker.ownShell.integration === 'none' ? tracker.ownShell.current : null;
}
