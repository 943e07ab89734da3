/** What the server's private socket offers to a verb that reads a session's log from its files. */
import {field, logCursor, parseSessionId, type SessionLogView, textField} from '../core/index.ts';
import {actorOf, type Engine, type Identity, placeOfCall, type SecretMask} from '../engine/index.ts';

interface Context {
  readonly identity: Identity;
}

type Method = (params: unknown, context: Context) => Promise<unknown>;

/** A place `[start, end)` of a session's output. */
export interface KnownSecret {
  readonly start: number;
  readonly end: number;
}

/**
 * `open_recording` says whether the caller may read the session, and where in its output stands what this server's environment holds in secret, once for each: who reads the log
 * takes the values from there, and they are said nowhere. Throws `denied`. `readable_sessions` says of which of several sessions it may know.
 */
export function recordingMethods(engine: Engine): Readonly<Record<string, Method>> {
  return {
    open_recording: async (params, {identity}) => {
      const reference = textField(params, 'session_id');
      const place = await placeOfCall(engine, {activeSessionId: null}, {sessionId: reference});
      const call = `read_output ${JSON.stringify({session_id: reference})}`;
      await engine.permits?.require(actorOf(identity, 'recording'), {tool: 'read_output', reads: true, place, call});
      const log = await logOf(engine, reference);
      return {known: log && engine.secrets ? await knownIn(log, engine.secrets) : []};
    },
    readable_sessions: async (params, {identity}) => {
      const given = field(params, 'session_ids');
      const ids = Array.isArray(given) ? given.map(String) : [];
      const answers = await Promise.all(ids.map(id => mayRead(engine, identity, id)));
      return {session_ids: ids.filter((_, at) => answers[at])};
    },
  };
}

/** Whether somebody may see what was printed and run in a session, living or ended. */
export async function mayRead(engine: Engine, identity: Identity, sessionId: string): Promise<boolean> {
  const place = await placeOfCall(engine, {activeSessionId: null}, {sessionId});
  return (await engine.permits?.mayRead(actorOf(identity, 'reader'), place)) ?? true;
}

async function logOf(engine: Engine, reference: string): Promise<SessionLogView | undefined> {
  const session = engine.sessions().find(({id}) => id === reference);
  const id = parseSessionId(reference);
  return session?.log ?? (id && (await engine.finished.read(id)))?.log;
}

const SLICE_BYTES = 1024 * 1024;
/** No value is longer: one that is cut by a slice stands whole in the next. */
const OVERLAP_BYTES = 4096;

async function knownIn(log: SessionLogView, secrets: SecretMask): Promise<readonly KnownSecret[]> {
  const found = new Map<string, KnownSecret>();
  for (let at: number = log.oldest; at < log.end; at += SLICE_BYTES - OVERLAP_BYTES) {
    const {bytes, from} = await log.readOutput(logCursor(at), logCursor(Math.min(log.end, at + SLICE_BYTES)));
    for (const {start, end} of secrets.knownIn(bytes)) {
      const value = Buffer.from(bytes.subarray(start, end)).toString('latin1');
      if (!found.has(value)) found.set(value, {start: from + start, end: from + end});
    }
  }
  return [...found.values()];
}
