/** The two ways to part from a session: ending its program, and leaving its terminal to whoever had it before. */
import type {LineQuestion, TerminalView} from '../../core/index.ts';
import {type AnsweringShell, promptDrawn} from '../write/line-answered.ts';
import {lineEditor} from '../write/line-editor.ts';
import {type AskedSession, askUnheard} from './ask-unheard.ts';

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
    await session.link.close({editor: await leftEditor(session)});
  } catch (error) {
    session.isClosing = false;
    throw error;
  }
}

export async function releaseSession(session: LeavingSession): Promise<void> {
  session.requireOpen();
  await session.link.release({editor: await leftEditor(session)});
}

/** The shell at its prompt, or on its way there, that takes out what cotty has put into it. */
async function leftEditor(session: LeavingSession): Promise<LineQuestion | null> {
  if (!session.link.capabilities.release) return null;
  const limit = AbortSignal.timeout(PROMPT_MS);
  await promptDrawn(session, PROMPT_MS, limit);
  if (session.tracker.isUnheard) await askUnheard(session, await session.look(), limit).catch(() => undefined);
  return session.tracker.phase === 'prompt' ? lineEditor(session.tracker) : null;
}

/** As long may a shell take to its prompt that is let go of. */
const PROMPT_MS = 1000;
