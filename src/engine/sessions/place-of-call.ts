import {type CommandId, parseSessionId} from '../../core/index.ts';
import type {Engine} from '../engine.ts';
import type {NamedPlace} from '../guard/called.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {Session} from '../session/session.ts';
import type {Caller} from './caller.ts';
import type {FinishedSession} from './finished-sessions.ts';

/** What a call says of where it acts. */
export interface SaidPlace {
  readonly sessionId?: string | undefined;
  readonly commandId?: string | undefined;
}

type Known = Pick<Engine, 'session' | 'command' | 'finished'>;

/** The session that a call means, as permissions name it, also one that is over; what is not known yet is called as the call calls it. */
export async function placeOfCall(
  engine: Known,
  caller: Pick<Caller, 'activeSessionId' | 'cwd'>,
  {sessionId, commandId}: SaidPlace,
): Promise<NamedPlace> {
  const own = commandId === undefined ? undefined : engine.command(commandId as CommandId)?.session;
  const past = own || commandId === undefined ? undefined : await engine.finished.command(commandId as CommandId);
  if (past) return placeOfFinished(past.session);
  const reference = sessionId ?? caller.activeSessionId ?? undefined;
  const session = own ?? (reference === undefined ? undefined : known(engine, reference));
  if (session) return placeOfSession(session);
  const id = parseSessionId(reference ?? '');
  const finished = id && (await engine.finished.read(id));
  if (finished) return placeOfFinished(finished);
  return {id: id ?? null, name: sessionId ?? null, cwd: caller.cwd ?? null};
}

export function placeOfSession({id, name, tracker}: Session): NamedPlace {
  return {id, name: name || null, cwd: cwdOf(tracker)};
}

/** It has the name that it had. */
export function placeOfFinished({id, facts, tracker}: FinishedSession): NamedPlace {
  return {id, name: facts.name || null, cwd: cwdOf(tracker)};
}

function cwdOf({nestedShell, cwd}: Pick<SessionTracker, 'nestedShell' | 'cwd'>): string | null {
  const isFar = nestedShell !== null && nestedShell.pid === null;
  return isFar || cwd === '' ? null : cwd;
}

/** One that there is not is the tool's to say. */
function known(engine: Pick<Engine, 'session'>, reference: string): Session | undefined {
  try {
    return engine.session(reference);
  } catch {
    return undefined;
  }
}
