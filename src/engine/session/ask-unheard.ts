import type {LineAnswer} from '../../core/index.ts';
import {isEditorMode} from '../foreground/editor-mode.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import {askedShell} from '../write/line-editor.ts';
import type {WriteGate} from '../write/write-gate.ts';
import type {Look} from './foreground-look.ts';
import {isShellReading} from './unread-lines.ts';

/** What of a session is needed to ask its shell. */
export interface AskedSession {
  readonly tracker: SessionTracker;
  readonly gate: WriteGate;
}

/**
 * A shell whose marks nobody has heard for a time, while no server of cotty's was there, waits for input: at its prompt it tells what stands on
 * its line, and from then on it is as exact as before. Inside of what a command reads with it says nothing. It is asked once. True when it
 * has told.
 */
export async function askUnheard(session: AskedSession, look: Look, signal: AbortSignal): Promise<boolean> {
  const {tracker} = session;
  if (!tracker.isUnheard || tracker.phase !== 'preparing' || !readsAtEditor(session, look)) return false;
  const answer = await askLine(session, signal);
  tracker.answered(answer?.line ?? null);
  return answer?.line != null;
}

export function askLine({tracker, gate}: AskedSession, signal: AbortSignal): Promise<LineAnswer | null> {
  return gate.askLine(askedShell(tracker), signal);
}

/** The same shell as before has the terminal, has read all that was typed, and reads key by key: to `read` and `cat` the question would be text. */
export function readsAtEditor({tracker}: AskedSession, look: Look): boolean {
  const {claim, probe} = look;
  if (!tracker.tellsLine || !isShellReading(look, tracker) || (probe.unreadBytes ?? 0) > 0) return false;
  if (claim.type === 'shellReads' && (claim.replaced || claim.nested !== (tracker.nestedShell !== null))) return false;
  return probe.mode?.canonical === false && !probe.mode.echo && isLineEditor(tracker, look);
}

/** Not so, its `read -n 1` or `read -k` would take the key. */
export function isLineEditor(tracker: SessionTracker, {probe}: Look): boolean {
  return isEditorMode(tracker.shellFamily, probe.mode, {bracketedPaste: tracker.mode('bracketedPaste') > 0});
}
