import {type CommandId, parseSessionId} from '../../core/index.ts';
import type {Engine} from '../engine.ts';
import type {NamedPlace} from '../guard/called.ts';
import type {Session} from '../session/session.ts';
import type {Caller} from './caller.ts';

/** What a call says of where it acts. */
export interface SaidPlace {
  readonly sessionId?: string | undefined;
  readonly commandId?: string | undefined;
}

/** The session that a call means, as permissions name it; what is not known yet is called as the call calls it. */
export function placeOfCall(
  engine: Pick<Engine, 'session' | 'command'>,
  caller: Caller,
  {sessionId, commandId}: SaidPlace,
): NamedPlace {
  const own = commandId === undefined ? undefined : engine.command(commandId as CommandId)?.session;
  const reference = sessionId ?? caller.activeSessionId ?? undefined;
  const session = own ?? (reference === undefined ? undefined : known(engine, reference));
  if (session) return placeOfSession(session);
  return {id: parseSessionId(sessionId ?? '') ?? null, name: sessionId ?? null, cwd: caller.cwd ?? null};
}

export function placeOfSession({id, name, tracker}: Session): NamedPlace {
  const isFar = tracker.nestedShell !== null && tracker.nestedShell.pid === null;
  return {id, name: name || null, cwd: isFar || tracker.cwd === '' ? null : tracker.cwd};
}

/** One that there is not is the tool's to say. */
function known(engine: Pick<Engine, 'session'>, reference: string): Session | undefined {
  try {
    return engine.session(reference);
  } catch {
    return undefined;
  }
}
