import type {LineQuestion, ShellFamily} from '../../core/index.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';

/** The shell that edits a line at its prompt and can be asked for it; null when none can. `family` is the session's own shell's. */
export function lineEditor(tracker: SessionTracker, family: ShellFamily): LineQuestion | null {
  const edits = tracker.phase === 'prompt' || tracker.phase === 'continuation';
  if (!edits || !tracker.tellsLine) return null;
  const {nestedShell} = tracker;
  return nestedShell ? {family: nestedShell.family, nestedShell} : {family};
}
