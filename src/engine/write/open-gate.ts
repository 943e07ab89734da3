import type {Clock, TerminalWriter} from '../../core/index.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {WriteJudge} from './judge-write.ts';
import {lineEditor} from './line-editor.ts';
import {WriteGate} from './write-gate.ts';

/** What of a session its gate asks. */
export interface GatedSession {
  readonly tracker: SessionTracker;
  readonly clock: Clock;
  /** Throws when nothing can be written any more. */
  requireOpen(): void;
}

/** The gate of a session: what `writer` can do is done through it alone. */
export function openGate(session: GatedSession, writer: TerminalWriter, judge: WriteJudge | undefined): WriteGate {
  const {tracker, clock} = session;
  return new WriteGate({
    writer,
    clock,
    requireOpen: () => session.requireOpen(),
    isForProgram: () => tracker.phase === 'running',
    editor: () => lineEditor(tracker),
    judge,
  });
}
