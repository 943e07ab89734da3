import {CottyError, isNamed, roughTime} from '../../core/index.ts';
import type {Session} from '../session/session.ts';
import {isFree} from './at-work.ts';

interface Knowledge {
  /** So many more are being opened. */
  readonly opening: number;
  readonly isUnasked: (session: Session) => boolean;
  /** Monotonic milliseconds. */
  readonly nowMs: number;
}

/** Of more the list would not be read. */
const MOST_NAMED = 3;

/** At most so many sessions live at once: names those that are missed least, and how each is ended. */
export function tooManySessions(living: readonly Session[], knowledge: Knowledge): CottyError {
  return new CottyError(
    'pty_exhausted',
    `${living.length + knowledge.opening} sessions are open, the most allowed ([session] max_sessions).`,
    hint(candidatesToEnd(living, knowledge), knowledge),
  );
}

/** Those with nothing running and no name; first what a tool opened by itself, then what was quiet for longest. */
function candidatesToEnd(living: readonly Session[], {isUnasked}: Pick<Knowledge, 'isUnasked'>): readonly Session[] {
  const kept = (session: Session): number => (isUnasked(session) ? 0 : 1);
  return living
    .filter(session => !isNamed(session.facts) && isFree(session))
    .toSorted((a, b) => kept(a) - kept(b) || lastUseMs(a) - lastUseMs(b))
    .slice(0, MOST_NAMED);
}

function hint(candidates: readonly Session[], {isUnasked, nowMs}: Omit<Knowledge, 'opening'>): string {
  if (candidates.length === 0)
    return 'Each of them has a name or is in use: see manage_session action=list, or raise the limit in config.toml.';
  const told = candidates.map(session => {
    const quiet = `quiet for ${roughTime(nowMs - lastUseMs(session))}`;
    const reason = isUnasked(session) ? `opened by itself, ${quiet}` : quiet;
    return `manage_session action=close session_id=${session.id} (${reason})`;
  });
  return `Least missed: ${told.join(', ')}. Or raise the limit in config.toml.`;
}

/** Monotonic. */
function lastUseMs({foreground, gate}: Session): number {
  return Math.max(foreground.lastOutputMs, gate.lastInputMs);
}
