import type {LineQuestion} from '../../core/index.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';

/** The shell that edits a line at its prompt and can be asked for it; null when none can. */
export function lineEditor({phase, tellsLine, nestedShell, shellFamily}: SessionTracker): LineQuestion | null {
  const edits = phase === 'prompt' || phase === 'continuation';
  if (!edits || !tellsLine) return null;
  return nestedShell ? {family: nestedShell.family, nestedShell} : {family: shellFamily};
}
