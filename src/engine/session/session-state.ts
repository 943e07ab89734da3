import type {ForegroundClaim} from '../foreground/classify.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {ForegroundLook} from './foreground-look.ts';

/** What a list of sessions says of one. */
export type SessionState = 'initializing' | 'ready' | 'busy' | 'waiting' | 'error' | 'closing' | 'closed';

/** What of a session its state follows from. */
export interface SessionStanding {
  readonly tracker: SessionTracker;
  readonly claim: ForegroundClaim | null;
  readonly foreground: Pick<ForegroundLook, 'isAtPrompt'>;
  readonly isClosing: boolean;
  /** The line editor of the shell at its prompt asks something. */
  readonly editorAsks: boolean;
  readonly notices: {readonly isUnreachable: boolean};
}

export function sessionState(session: SessionStanding): SessionState {
  const {tracker, claim, isClosing, notices} = session;
  const {phase, current, integration, shellFamily} = tracker;
  // A POSIX shell says of no command that it has begun.
  const isRunning = current !== null && shellFamily === 'posix';
  if (phase === 'exited') return 'closed';
  if (isClosing) return 'closing';
  if (notices.isUnreachable) return 'error';
  if (phase === 'prompt' && !isRunning && !mayRun(session)) return session.editorAsks ? 'waiting' : 'ready';
  if (phase === 'continuation') return 'waiting';
  if (!current && phase !== 'prompt')
    return tracker.recentCommands(1).length > 0 || integration === 'none' ? 'ready' : 'initializing';
  return claim && WAITING.has(claim.type) ? 'waiting' : 'busy';
}

/** A line was typed, and no mark says what became of it: POSIX shells have none for its beginning. */
function mayRun({tracker, claim, foreground}: SessionStanding): boolean {
  const {lineTaken, shellFamily, mayRunAhead} = tracker;
  if (mayRunAhead) return claim?.type !== 'shellReads' || !foreground.isAtPrompt;
  return lineTaken && (claim ? claim.type !== 'shellReads' : shellFamily === 'posix');
}

/** Whether lines that were typed before the prompt run behind it only a look tells, and there was none since. */
export function isUnseen({tracker, claim}: Pick<SessionStanding, 'tracker' | 'claim'>): boolean {
  return claim === null && tracker.phase === 'prompt' && tracker.current === null && tracker.mayRunAhead;
}

/** It is said to be waiting, and may as well be at work: nobody can look at what it carries. */
export function isUnsure(session: SessionStanding): boolean {
  return sessionState(session) === 'waiting' && session.claim?.type === 'awaiting' && session.claim.carried === true;
}

/** Somebody is wanted there. */
export const WAITING: ReadonlySet<ForegroundClaim['type']> = new Set(['secret', 'tui', 'awaiting', 'blockedOnRead']);
