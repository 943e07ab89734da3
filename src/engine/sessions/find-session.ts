import {CottyError, type SessionId} from '../../core/index.ts';
import type {Session} from '../session/session.ts';

/**
 * The session that an id, a unique prefix of one, or a name stands for: among the living ones, and, when none of them is meant, among
 * those that have ended. Throws `unknown_session`, and `server_unavailable` for one that is alive and could not be taken over.
 */
export function findSession(
  reference: string,
  all: readonly Session[],
  unadopted: ReadonlyMap<SessionId, CottyError>,
): Session {
  const living = all.filter(session => !session.isClosed);
  for (const pool of [living, all]) {
    const named = pool.filter(session => session.name !== '' && session.name === reference);
    if (named.length === 1 && named[0]) return named[0];
    if (named.length > 1) throw ambiguous(reference, named);
    const prefixed = reference === '' ? [] : pool.filter(session => hasPrefix(session.id, reference));
    if (prefixed.length === 1 && prefixed[0]) return prefixed[0];
    if (prefixed.length > 1) throw ambiguous(reference, prefixed);
  }
  const refused = [...unadopted].find(([id]) => hasPrefix(id, reference));
  throw refused ? notAdopted(...refused) : unknownSession(reference, living);
}

function hasPrefix(id: SessionId, prefix: string): boolean {
  return id.startsWith(prefix) || id.slice(id.indexOf(':') + 1).startsWith(prefix);
}

function unknownSession(reference: string, living: readonly Session[]): CottyError {
  const list = living.map(session => (session.name ? `${session.id} (${session.name})` : session.id)).slice(0, 10);
  return new CottyError(
    'unknown_session',
    `There is no session ${JSON.stringify(reference)}.`,
    list.length > 0
      ? `Living sessions: ${list.join(', ')}.`
      : 'No session is alive; open one with manage_session action=create.',
  );
}

function notAdopted(id: SessionId, cause: CottyError): CottyError {
  return new CottyError(
    'server_unavailable',
    `${id} is alive, but the server could not take it over: ${cause.message}`,
    'It tries again every few seconds; `cotty doctor` says how it stands.',
    {cause},
  );
}

function ambiguous(reference: string, matches: readonly Session[]): CottyError {
  return new CottyError(
    'unknown_session',
    `${JSON.stringify(reference)} could mean ${matches.length} sessions.`,
    `Write the id, or enough of it: ${matches
      .map(session => session.id)
      .slice(0, 10)
      .join(', ')}.`,
  );
}
