import type {SealedWriter, SessionId} from '../../core/index.ts';
import type {ScreenKeeper} from '../screen/screen-keeper.ts';
import type {ForegroundLook, LookedAt} from '../session/foreground-look.ts';
import {editorAsks, isEditing} from '../session/keyboard.ts';
import {lastLine} from '../session/last-line.ts';
import type {WriteJudge} from './judge-write.ts';
import {ANSWER_MS, type AnsweringShell, hookOver, lineAnswered, promptDrawn} from './line-answered.ts';
import {lineEditor} from './line-editor.ts';
import {placeAtEditor, placeSeen} from './line-place.ts';
import {WriteGate} from './write-gate.ts';

/** What of a session its gate asks. */
export interface GatedSession extends LookedAt, AnsweringShell {
  readonly id: SessionId;
  readonly foreground: Pick<ForegroundLook, 'cwd' | 'hidesCwd'>;
  readonly screen: Pick<ScreenKeeper, 'answered'>;
  /** Null until the session is followed. */
  readonly overByNow: {known(of: {readonly isUrgent: boolean}): Promise<void> | undefined} | null;
  /** Throws when nothing can be written any more. */
  requireOpen(): void;
}

/** The gate of a session: what `writer` can do is done through it alone. */
export function openGate(session: GatedSession, writer: SealedWriter, judge: WriteJudge | undefined): WriteGate {
  const {tracker, clock} = session;
  return new WriteGate({
    writer,
    clock,
    requireOpen: () => session.requireOpen(),
    overByNow: isUrgent => session.overByNow?.known({isUrgent}),
    isForProgram: () => tracker.phase === 'running',
    answered: async (signal = NEVER) => {
      await lineAnswered(session, ANSWER_MS, signal);
      await hookOver(session, signal);
      await promptDrawn(session, ANSWER_MS, signal);
    },
    editor: () => lineEditor(tracker),
    asking: () => {
      const wasEmpty = !tracker.lineDirty;
      return line => {
        if (wasEmpty && line === '') tracker.foundEmpty();
      };
    },
    edits: async signal => {
      // Until it has its answers fish 4 reads ahead, also what follows our key and is for a nested shell to read from the tty.
      await session.screen.answered();
      return !editorAsks(session) && isEditing(session, signal);
    },
    honoursPastes: () => lineEditor(tracker) !== null && tracker.mode('bracketedPaste') > 0,
    place: () => placeAtEditor(session.id, tracker, session.foreground.cwd),
    hidesPlace: () => session.foreground.hidesCwd,
    look: async () => {
      const {claim} = await session.look();
      return placeSeen(
        session.id,
        {tracker, cwd: session.foreground.cwd},
        claim,
        lastLine(session, session.log.oldest),
      );
    },
    isCollected: async () => {
      if (!tracker.hasAside) return false;
      const {claim, probe} = await session.look();
      return claim.type === 'busy' && probe.mode?.canonical === true;
    },
    collectedOn: async () => {
      await session.waiters.within(() => (tracker.hasAside ? undefined : true), COLLECTED_LOOK_MS, NEVER);
    },
    seen: {row: () => lastLine(session, session.log.oldest), lines: () => tracker.lines},
    shown: async (isShown, signal = NEVER) => {
      await session.waiters.within(() => (isShown() ? true : undefined), SHOWN_MS, signal);
    },
    judge,
  });
}

/** Between two looks at whether somebody reads what the kernel has not been given yet. */
const COLLECTED_LOOK_MS = 50;
/** So long what was typed may take to be seen. */
const SHOWN_MS = 2000;
const NEVER = new AbortController().signal;
