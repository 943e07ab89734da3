import type {Backend, SessionId, TerminalFacts} from '../../core/index.ts';
import {trackLog} from '../projection/track-log.ts';
import type {UnaskedMemory} from './unasked-session.ts';

/** A session that is over, as its log tells. */
export interface EndedSession {
  readonly facts: TerminalFacts;
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
  /** Unix milliseconds; null when nobody was there to write it down. */
  readonly endedAtMs: number | null;
  readonly exitStatus: number | null;
  readonly signal: string | null;
  /** cotty ended it because nobody had come back. */
  readonly isAbandoned: boolean;
}

interface Sources {
  readonly backends: readonly Backend[];
  readonly isAlive: (id: SessionId) => boolean;
  readonly memory: UnaskedMemory | undefined;
}

/** Every ended session whose log is kept, the last one to end first. */
export async function endedSessions({backends, isAlive, memory}: Sources): Promise<readonly EndedSession[]> {
  const ended: EndedSession[] = [];
  // Backends with a folder in common know the sessions of each other.
  const seen = new Set<SessionId>();
  for (const backend of backends)
    for (const id of await backend.known()) {
      const session = isAlive(id) || seen.has(id) ? undefined : await endedSession(backend, id, memory);
      seen.add(id);
      if (session) ended.push(session);
    }
  return ended.toSorted((a, b) => (b.endedAtMs ?? 0) - (a.endedAtMs ?? 0));
}

/** Undefined for a session that is not kept, or that lives. */
async function endedSession(
  backend: Backend,
  id: SessionId,
  memory: UnaskedMemory | undefined,
): Promise<EndedSession | undefined> {
  const kept = await backend.recall(id);
  if (!kept || kept.facts.alive) return undefined;
  const {tracker} = await trackLog(kept.facts, kept.log);
  const {exit, cols, rows} = tracker;
  return {
    facts: kept.facts,
    cwd: tracker.cwd || kept.facts.cwd,
    cols,
    rows,
    endedAtMs: exit ? Math.round(exit.wallMs) : null,
    exitStatus: exit?.exitStatus ?? null,
    signal: exit?.signal ?? null,
    isAbandoned: (memory?.recall(id)?.endedAtMs ?? null) !== null,
  };
}
