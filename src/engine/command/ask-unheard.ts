import type {LineQuestion} from '../../core/index.ts';
import type {Look} from '../session/foreground-look.ts';
import type {Session} from '../session/session.ts';
import {isShellReading} from '../session/unread-lines.ts';

/**
 * A shell whose marks nobody has heard for a time, while no server of cotty's was there, waits for input: at its prompt it tells what stands on
 * its line, and from then on it is as exact as before. Inside of what a command reads with it says nothing. It is asked once. True when it
 * has told.
 */
export async function askUnheard(session: Session, look: Look, signal: AbortSignal): Promise<boolean> {
  const {tracker, gate} = session;
  if (!tracker.isUnheard || tracker.phase !== 'preparing' || !isEditing(session, look)) return false;
  const {nestedShell, shellFamily} = tracker;
  const editor: LineQuestion = nestedShell ? {family: nestedShell.family, nestedShell} : {family: shellFamily};
  const line = await gate.lease.withLine({type: 'cotty'}, signal, () => gate.askLine(editor, signal));
  tracker.answered(line);
  return line !== null;
}

/** The same shell as before has the terminal, has read all that was typed, and reads key by key: to `read` and `cat` the question would be text. */
function isEditing({tracker}: Session, look: Look): boolean {
  const {claim, probe} = look;
  if (!tracker.tellsLine || !isShellReading(look, tracker) || (probe.unreadBytes ?? 0) > 0) return false;
  if (claim.type === 'shellReads' && (claim.replaced || claim.nested !== (tracker.nestedShell !== null))) return false;
  return probe.mode?.canonical === false && !probe.mode.echo;
}
