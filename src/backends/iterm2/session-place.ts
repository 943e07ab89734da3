/** Which session of iTerm2's a session of cotty's is, in its directory beside its facts, for a later server of cotty's. */
import {join} from 'node:path';
import {field, type SessionId, textField} from '../../core/index.ts';
import {readPrivateFile, writePrivateFile} from '../../private/index.ts';
import {sessionDirectory} from '../recording/session-directory.ts';

export interface SessionPlace {
  /** iTerm2's id. */
  readonly guid: string;
  /** A person's session, which was there before. */
  readonly isForeign: boolean;
}

export function writePlace(home: string, sessionId: SessionId, place: SessionPlace): void {
  writePrivateFile(pathOf(home, sessionId), `${JSON.stringify(place)}\n`);
}

/** Undefined when there is none that can be read. */
export function readPlace(home: string, sessionId: SessionId): SessionPlace | undefined {
  try {
    const value: unknown = JSON.parse(readPrivateFile(pathOf(home, sessionId)));
    const guid = textField(value, 'guid');
    return guid ? {guid, isForeign: field(value, 'isForeign') === true} : undefined;
  } catch {
    return undefined;
  }
}

function pathOf(home: string, sessionId: SessionId): string {
  return join(sessionDirectory(home, sessionId).root, 'iterm2.json');
}
