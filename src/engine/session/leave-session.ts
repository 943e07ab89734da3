/** The two ways to part from a session: ending its program, and leaving its terminal to whoever had it before. */
import {type LineQuestion, pause, type TerminalView} from '../../core/index.ts';
import {type AnsweringShell, promptDrawn} from '../write/line-answered.ts';
import {lineEditor} from '../write/line-editor.ts';
import {type AskedSession, askUnheard} from './ask-unheard.ts';
import {isProgramReading} from './unread-lines.ts';

/** What of a session has to do with its end. */
export interface LeavingSession extends AnsweringShell, AskedSession {
  readonly link: TerminalView;
  readonly isClosed: boolean;
  isClosing: boolean;
  requireOpen(): void;
}

export async function closeSession(session: LeavingSession): Promise<void> {
  if (session.isClosed) return;
  session.isClosing = true;
  try {
    await leave(session, 'close');
  } catch (error) {
    session.isClosing = false;
    throw error;
  }
}

export async function releaseSession(session: LeavingSession): Promise<void> {
  session.requireOpen();
  await leave(session, 'release');
}

/** The shell at its prompt, or on its way there, takes out what cotty has put into it. */
async function leave(session: LeavingSession, how: 'close' | 'release'): Promise<void> {
  const {tracker, gate, link} = session;
  const {release: isOfOthers} = link.capabilities;
  if (isOfOthers) {
    await promptDrawn(session, PROMPT_MS, AbortSignal.timeout(PROMPT_MS));
    await whereItStands(session, AbortSignal.timeout(UNHEARD_MS)).catch(() => undefined);
  }
  const editor = (): LineQuestion | null => (isOfOthers && tracker.phase === 'prompt' ? lineEditor(tracker) : null);
  const limit = AbortSignal.timeout(TURN_MS);
  await gate.leave(how, editor, limit).catch(error => {
    if (error !== limit.reason) throw error;
    // Whoever types has not come to an end: the shell keeps what it has.
    return gate.leave(how, () => null, limit);
  });
}

/** A shell that nobody has heard for a time is asked as soon as it reads; while a program has the terminal it is not. */
async function whereItStands(session: LeavingSession, limit: AbortSignal): Promise<void> {
  const {tracker} = session;
  while (tracker.isUnheard && tracker.phase === 'preparing' && !limit.aborted) {
    const look = await session.look();
    if ((await askUnheard(session, look, limit)) || isProgramReading(look, tracker)) return;
    await pause(LOOK_AGAIN_MS, limit);
  }
}

/** As long may a shell take to its prompt that is let go of. */
const PROMPT_MS = 1000;
/** And one of which nobody knows whether it is at it. */
const UNHEARD_MS = 5000;
/** As long may what others type take to be taken. */
const TURN_MS = 2000;
const LOOK_AGAIN_MS = 20;
