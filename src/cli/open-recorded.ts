import {dirname, join} from 'node:path';
import type {Home} from '../app/index.ts';
import {CottyError, parseSessionId} from '../core/index.ts';
import {openRecording, type Recording} from '../engine/index.ts';
import {SessionLogReader} from '../log/index.ts';
import {keptTexts} from '../private/index.ts';
import {findSessionLog, type SessionFiles} from './find-session-log.ts';

/** The log of a session that lives or has lived, read from its files: no server is needed. */
export interface Recorded extends AsyncDisposable {
  readonly session: SessionFiles;
  readonly log: SessionLogReader;
  /** What it takes to show it. */
  footage(): Promise<Recording['footage']>;
}

/** Throws `unknown_session`. */
export function openRecorded(home: Home, reference: string): Recorded {
  const session = findSessionLog(home, reference);
  const log = SessionLogReader.open(session.log, {screens: keptTexts(join(dirname(session.log), 'screens'))});
  let recording: Promise<Recording> | undefined;
  return {
    session,
    log,
    async footage() {
      recording ??= openRecording({sessionId: idOf(session), name: session.name, log});
      return (await recording).footage;
    },
    async [Symbol.asyncDispose]() {
      await (await recording?.catch(() => undefined))?.[Symbol.asyncDispose]();
      log.close();
    },
  };
}

function idOf({sessionId}: SessionFiles) {
  const id = parseSessionId(sessionId);
  if (id) return id;
  throw new CottyError('unknown_session', `${sessionId} is no session.`, 'See sessions with: cotty ls --all');
}
