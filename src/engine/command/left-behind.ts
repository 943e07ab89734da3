import type {ForegroundClaim} from '../foreground/classify.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {TrackedShell} from '../projection/tracked-shell.ts';
import type {Session} from '../session/session.ts';

/** Of the session's own shell that reads again, and has no marks to say so: the command that ran the nested one which was left. */
export function leftBehind({tracker}: Session, claim: ForegroundClaim): CommandRecord | null {
  const {ownShell, nestedShell} = tracker;
  if (claim.type !== 'shellReads' || claim.nested || ownShell.integration !== 'none') return null;
  return nestedShell || hasLostReader(ownShell, claim.pid) ? ownShell.current : null;
}

/** Another process than the one that reads now took the last line, on this machine. */
function hasLostReader({nestedLines}: Pick<TrackedShell, 'nestedLines'>, pid: number): boolean {
  const reader = nestedLines.at(-1)?.reader;
  return reader != null && !reader.carried && reader.pid !== null && reader.pid !== pid;
}
