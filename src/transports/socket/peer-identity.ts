import {shownName} from '../../core/index.ts';
import type {Credentials, Identity} from '../../engine/index.ts';
import type {Header} from './header.ts';

/** The process at the other end of a connection. */
export interface Peer {
  readonly uid: number;
  /** Null where the system does not tell. */
  readonly pid: number | null;
}

/**
 * Who is at the other end of the private socket. A person is whom one of the person's verbs declares to be one, on a terminal; what runs
 * inside a session, where an agent may be typing, or gives itself an agent's id, is an agent whatever it declares.
 */
export function identityOf({role, fields}: Header, peer: Peer | null): Identity {
  const agentId = fields.agent ?? null;
  const mayBePerson = role !== 'mcp' && fields.inside === undefined && agentId === null;
  return {
    type: mayBePerson && fields.actor === 'person' ? 'person' : 'agent',
    name: shownName(agentId ?? fields.name ?? '') || 'unknown',
    via: DOORS[role],
    credentials: credentialsOf(peer),
    agentId,
  };
}

const DOORS = {rpc: 'commandLine', attach: 'attach', mcp: 'mcp'} as const;

/** The file's mode lets nobody but this user connect, so the user is known where the process is not. */
function credentialsOf(peer: Peer | null): Credentials {
  return {type: 'peer', uid: peer?.uid ?? process.geteuid?.() ?? -1, pid: peer?.pid ?? null};
}
