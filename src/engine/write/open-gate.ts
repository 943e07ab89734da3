import type {Clock, SessionId, TerminalWriter} from '../../core/index.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {Look, LookedAt} from '../session/foreground-look.ts';
import {lastLine} from '../session/last-line.ts';
import {ANSWER_MS, type AnsweringShell, lineAnswered} from './before-typing.ts';
import type {WriteJudge} from './judge-write.ts';
import {lineEditor} from './line-editor.ts';
import {placeAtEditor, placeSeen} from './line-place.ts';
import {WriteGate} from './write-gate.ts';

/** What of a session its gate asks. */
export interface GatedSession extends LookedAt, AnsweringShell {
  readonly id: SessionId;
  readonly tracker: SessionTracker;
  readonly clock: Clock;
  /** Throws when nothing can be written any more. */
  requireOpen(): void;
  /** Looks at the tty now. */
  look(): Promise<Look>;
}

/** The gate of a session: what `writer` can do is done through it alone. */
export function openGate(session: GatedSession, writer: TerminalWriter, judge: WriteJudge | undefined): WriteGate {
  const {tracker, clock} = session;
  return new WriteGate({
    writer,
    clock,
    requireOpen: () => session.requireOpen(),
    isForProgram: () => tracker.phase === 'running',
    answered: (signal = NEVER) => lineAnswered(session, ANSWER_MS, signal),
    editor: () => lineEditor(tracker),
    honoursPastes: () => lineEditor(tracker) !== null && tracker.mode('bracketedPaste') > 0,
    place: () => placeAtEditor(session.id, tracker),
    look: async () => {
      const {claim} = await session.look();
      return placeSeen(session.id, tracker, claim, lastLine(session, session.log.oldest));
    },
    judge,
  });
}

const NEVER = new AbortController().signal;
