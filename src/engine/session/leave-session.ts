/** The two ways to part from a session: ending its program, and leaving its terminal to whoever had it before. */
import type {LineQuestion} from '../../core/index.ts';
import {promptDrawn} from '../write/line-answered.ts';
import {lineEditor} from '../write/line-editor.ts';
import type {Session} from './session.ts';

export async function closeSession(session: Session): Promise<void> {
  if (session.isClosed) return;
  session.isClosing = true;
  try {
    await session.link.close({editor: await leftEditor(session)});
  } catch (error) {
    session.isClosing = false;
    throw error;
  }
}

export async function releaseSession(session: Session): Promise<void> {
  session.requireOpen();
  await session.link.release({editor: await leftEditor(session)});
}

/** The shell at its prompt, or on its way there, that takes out what cotty has put into it. */
async function leftEditor(session: Session): Promise<LineQuestion | null> {
  if (!session.link.capabilities.release) return null;
  await promptDrawn(session, PROMPT_MS, AbortSignal.timeout(PROMPT_MS));
  return session.tracker.phase === 'prompt' ? lineEditor(session.tracker) : null;
}

/** As long may a shell take to its prompt that is let go of. */
const PROMPT_MS = 1000;
