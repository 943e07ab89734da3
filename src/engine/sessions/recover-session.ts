import {CottyError, isCottyError, isNamed, parseSessionId, type SessionId, sandboxName} from '../../core/index.ts';
import type {Engine} from '../engine.ts';
import type {Session} from '../session/session.ts';
import type {Caller} from './caller.ts';

/** What of the engine it takes. */
type Recovering = Pick<Engine, 'open' | 'session' | 'openedWith' | 'finished' | 'ownSize'>;

export interface RecoveredSession {
  readonly session: Session;
  /** The one that had ended. */
  readonly recovered: SessionId;
  /** `kept`: the environment that one began with; `caller`: that of whoever recovers it, since no server of its time is left. */
  readonly environment: 'kept' | 'caller';
}

/**
 * Opens a session that begins where one that has ended was: in its directory, with its shell, size and name, and with the environment
 * that it began with, as long as this server remembers that. Variables that were set in it later, functions and aliases are gone. Throws
 * `unknown_session`, and `invalid_argument` for one that lives.
 */
export async function recoverSession(engine: Recovering, caller: Caller, reference: string): Promise<RecoveredSession> {
  const {id, facts, tracker, size, opened} = await findEnded(engine, reference);
  const session = await engine.open({
    shell: facts.argv[0],
    cwd: tracker.cwd || facts.cwd,
    ...size,
    name: isNamed(facts) ? facts.name : undefined,
    backend: facts.backend,
    ...(facts.sandbox && {sandbox: sandboxName(facts.sandbox)}),
    ...(opened ?? {baseEnv: caller.env}),
  });
  caller.activeSessionId = session.id;
  return {session, recovered: id, environment: opened ? 'kept' : 'caller'};
}

async function findEnded(engine: Recovering, reference: string) {
  const session = recent(engine, reference);
  if (session && !session.isClosed)
    throw new CottyError(
      'invalid_argument',
      `Session ${session.id} is alive.`,
      'Go on in it: manage_session action=focus makes it your active one.',
    );
  if (session)
    return {
      id: session.id,
      facts: session.facts,
      tracker: session.tracker,
      size: engine.ownSize(session),
      opened: engine.openedWith(session),
    };
  const id = parseSessionId(reference);
  const ended = id && (await engine.finished.read(id));
  if (ended) {
    const {cols, rows} = ended.tracker;
    return {id: ended.id, facts: ended.facts, tracker: ended.tracker, size: {cols, rows}, opened: undefined};
  }
  throw new CottyError(
    'unknown_session',
    `There is no session ${JSON.stringify(reference)} that has ended.`,
    'manage_session action=list all=true names them; give the whole id.',
  );
}

/** One that this server knows. */
function recent(engine: Recovering, reference: string): Session | undefined {
  try {
    return engine.session(reference);
  } catch (error) {
    if (isCottyError(error, 'unknown_session')) return undefined;
    throw error;
  }
}
