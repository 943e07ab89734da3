import {dirname, join} from 'node:path';
import {type Home, locateHome, secretsHere} from '../app/index.ts';
import {
  asCottyError,
  CottyError,
  field,
  logCursor,
  numberField,
  parseSessionId,
  type SessionLogView,
} from '../core/index.ts';
import {maskedLog, openRecording, type Recording, type SecretMask} from '../engine/index.ts';
import {SessionLogReader} from '../log/index.ts';
import {keptTexts} from '../private/index.ts';
import {isPerson, openClient, openRunningClient} from './client.ts';
import {findSessionLog, type SessionFiles} from './find-session-log.ts';

/** The log of a session that lives or has lived, read from its files, without its secrets. */
export interface Recorded extends AsyncDisposable {
  readonly session: SessionFiles;
  readonly log: SessionLogView;
  /** What it takes to show it. */
  footage(): Promise<Recording['footage']>;
}

/** Throws `unknown_session`, and `denied` for an agent that may not read the session. */
export async function openRecorded(env: NodeJS.ProcessEnv, reference: string): Promise<Recorded> {
  const home = locateHome(env);
  const session = findSessionLog(home, reference);
  const known = await askServer(env, session.sessionId);
  const log = SessionLogReader.open(session.log, {screens: keptTexts(join(dirname(session.log), 'screens'))});
  const secrets = await secretsOf({home, env, log, known}).catch((error: unknown) => {
    log.close();
    throw error;
  });
  let recording: Promise<Recording> | undefined;
  return {
    session,
    log: maskedLog(log, secrets),
    async footage() {
      recording ??= openRecording({sessionId: idOf(session), name: session.name, log, secrets});
      return (await recording).footage;
    },
    async [Symbol.asyncDispose]() {
      await (await recording?.catch(() => undefined))?.[Symbol.asyncDispose]();
      log.close();
    },
  };
}

/**
 * Whether this caller may, and which places of the log the server knows to be secret. A person does without a server; an agent may only what
 * one lets it, and starts it.
 */
async function askServer(env: NodeJS.ProcessEnv, sessionId: string): Promise<readonly unknown[]> {
  const isAgent = !isPerson(env);
  using client = isAgent ? await openClient(env) : await openRunningClient(env);
  if (!client) return [];
  const answer = await client.ask('open_recording', {session_id: sessionId}).catch((error: unknown) => {
    // One of another version does not know of it: it is for a person to go on all the same.
    if (!isAgent && asCottyError(error).code === 'invalid_argument') return {};
    throw error;
  });
  const known = field(answer, 'known');
  return Array.isArray(known) ? known : [];
}

interface Known {
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  readonly log: SessionLogReader;
  readonly known: readonly unknown[];
}

async function secretsOf({home, env, log, known}: Known): Promise<SecretMask | null> {
  const values: string[] = [];
  for (const place of known) {
    const [start = 0, end = 0] = [numberField(place, 'start'), numberField(place, 'end')];
    const {bytes} = await log.readOutput(logCursor(start), logCursor(end));
    if (bytes.length > 0 && bytes.length === end - start) values.push(Buffer.from(bytes).toString());
  }
  return secretsHere({home, env, values});
}

function idOf({sessionId}: SessionFiles) {
  const id = parseSessionId(sessionId);
  if (id) return id;
  throw new CottyError('unknown_session', `${sessionId} is no session.`, 'See sessions with: cotty ls --all');
}
