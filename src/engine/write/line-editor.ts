import type {LineQuestion} from '../../core/index.ts';
import {isUntaken} from '../projection/command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';

/** The shell that edits a line at its prompt and can be asked for it; null when none can. */
export function lineEditor(tracker: SessionTracker): LineQuestion | null {
  const {phase, tellsLine, takesEscape, integration, isUnhooked} = tracker;
  const edits = phase === 'prompt' || phase === 'continuation';
  // One that says no marks any more may be another (`exec bash`), which takes the key for text; one that was seen to have lost its hooks has the key yet.
  const mayBeAnother = integration === 'none' && !isUnhooked;
  if (!edits || mayBeAnother || !tellsLine || isDelivering(tracker)) return null;
  const shell = askedShell(tracker);
  return takesEscape ? {...shell, takesEscape} : shell;
}

/** The shell that has the terminal, as it is asked by its private keys. */
export function askedShell({nestedShell, shellFamily, csiU}: SessionTracker): LineQuestion {
  const shell = nestedShell ? {family: nestedShell.family, nestedShell} : {family: shellFamily};
  return csiU ? {...shell, csiU} : shell;
}

/**
 * A line was given to the shell by its key, and it has not taken it. A question would stand in the place of that line, which would be lost.
 * A shell that asks for the rest of the line has taken what there is of it.
 */
export function isDelivering({current}: SessionTracker): boolean {
  return current !== null && isUntaken(current) && !current.goesOn;
}
