import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Home} from '../app/index.ts';
import {CottyError, field, isCottyError, isNamed, nearest, textField} from '../core/index.ts';
import {isPrivateFolder} from '../private/index.ts';

export interface SessionFiles {
  readonly sessionId: string;
  readonly name: string;
  /** Somebody has given it that name. */
  readonly isNamed: boolean;
  readonly isAlive: boolean;
  /** Unix milliseconds of the last change of what is kept of it beside its log: for an ended one, its end. */
  readonly changedMs: number;
  /** Folder of the log's segments. */
  readonly log: string;
}

/** Finds a session that lives or has lived, by id, unique prefix or name. Throws `unknown_session`. */
export function findSessionLog(home: Home, reference: string): SessionFiles {
  const all = listRecordings(home);
  const ids = all.map(session => session.sessionId);
  const exact = ids.find(id => id === reference);
  const matches = exact
    ? [exact]
    : ids.filter(id => id.startsWith(reference) || id.split(':')[1]?.startsWith(reference));
  const named = preferLiving(all.filter(session => session.name === reference));
  const found = matches.length > 0 ? all.filter(session => matches.includes(session.sessionId)) : named;
  const [only, other] = found;
  if (only && !other) return only;
  if (only) {
    const some = found.map(session => session.sessionId).slice(0, 10);
    throw new CottyError(
      'unknown_session',
      `"${reference}" could be ${found.length} sessions.`,
      `One of ${some.join(', ')}?`,
    );
  }
  const guess = nearest(reference, [...ids, ...all.map(session => session.name)]);
  const hint = guess ? `Did you mean "${guess}"?` : 'See those that are kept with: cotty ls --all';
  throw new CottyError('unknown_session', `There is no session "${reference}".`, hint);
}

/** The same, but undefined where there is none, or more than one. */
export function findRecording(home: Home, reference: string): SessionFiles | undefined {
  try {
    return findSessionLog(home, reference);
  } catch (error) {
    if (isCottyError(error, 'unknown_session')) return undefined;
    throw error;
  }
}

/**
 * Calls with the reference as it was given, and, where the server does not know it, with the id of the session that once had the name.
 * Throws what the first call throws.
 */
export async function callOnRecorded<T>(
  home: Home,
  reference: string,
  call: (reference: string) => Promise<T>,
): Promise<T> {
  try {
    return await call(reference);
  } catch (error) {
    const recorded = isCottyError(error, 'unknown_session') ? findRecording(home, reference) : undefined;
    if (!recorded || recorded.sessionId === reference) throw error;
    return call(recorded.sessionId);
  }
}

/** Every session of which there is a log, by id. */
export function listRecordings(home: Home): readonly SessionFiles[] {
  try {
    return readdirSync(home.sessions)
      .filter(id => isPrivateFolder(join(home.sessions, id)))
      .toSorted()
      .map(id => describe(home, id));
  } catch {
    return [];
  }
}

/** A name is given again once its session has ended. */
function preferLiving(named: readonly SessionFiles[]): readonly SessionFiles[] {
  const living = named.filter(({isAlive}) => isAlive);
  return living.length > 0 ? living : named;
}

function describe(home: Home, sessionId: string): SessionFiles {
  const folder = join(home.sessions, sessionId);
  const facts = readFacts(join(folder, 'facts.json'));
  return {
    sessionId,
    name: textField(facts, 'name'),
    isNamed: isNamed({name: textField(facts, 'name'), argv: textsOf(field(facts, 'argv'))}),
    isAlive: field(facts, 'alive') === true,
    changedMs: statSync(join(folder, 'facts.json'), {throwIfNoEntry: false})?.mtimeMs ?? 0,
    log: join(folder, 'log'),
  };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function readFacts(factsFile: string): unknown {
  try {
    return JSON.parse(readFileSync(factsFile, 'utf8'));
  } catch {
    return undefined;
  }
}
