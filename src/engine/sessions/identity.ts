import type {Actor, Door} from '../../core/index.ts';

/** What vouches for a caller. */
export type Credentials =
  /** A process of this user at the other end of the private socket; the pid is null where the system does not tell it. */
  | {readonly type: 'peer'; readonly uid: number; readonly pid: number | null}
  /** Whoever has the token of the HTTP door. */
  | {readonly type: 'token'}
  /** This very process, or the one that started it and holds its standard streams. */
  | {readonly type: 'process'};

/**
 * Who calls, as the door that carries the call has found out. A person is only who was shown to be one there: whoever says nothing is
 * an agent.
 */
export interface Identity {
  readonly type: 'agent' | 'person';
  /** What the caller is called in logs: a client's name, a login name. It is what the caller says, and vouched for by nothing more. */
  readonly name: string;
  readonly via: Door;
  readonly credentials: Credentials;
  /** What an agent calls itself by to be told from others of its name; null when it has not. */
  readonly agentId: string | null;
}

/** As it writes to terminals, over this connection. */
export function actorOf({type, name, via}: Identity, connection: string): Actor {
  return {type, name, via, connection};
}
