import type {Socket} from 'node:net';
import {CottyError} from '../../core/index.ts';

/**
 * What the page of a person may do beside looking on and typing. The door says that the browser was let in; whoever made the server looks
 * which process it is, and acts.
 */
export interface PersonDoor {
  /** Throws `denied` where the process at the other end may be one that an agent has started, or is not known. */
  requirePerson(connection: Socket): Promise<void>;
  /** Throws `denied` where it is known that an agent has started it. */
  refuseAgents(connection: Socket): Promise<void>;
  /** Whoever is at the other end is a client of MCP; known as such when it resolves. */
  noteAgent(connection: Socket): Promise<void>;
  /** Questions to a person, the newest last. */
  approvals(): readonly Readonly<Record<string, unknown>>[];
  /** Throws `invalid_argument` for one that there is not, or that somebody else has answered. */
  answer(answer: PersonAnswer): Readonly<Record<string, unknown>>;
  /** Throws `denied` unless a program asks for a secret there at this moment. */
  typeSecret(typed: {readonly session: string; readonly secret: string}, signal: AbortSignal): Promise<void>;
}

export interface PersonAnswer {
  readonly id: string;
  readonly decision: 'approve' | 'deny';
  readonly scope: 'once' | 'session' | 'always';
}

/** Of a server that nobody has told how persons are known: there all are agents. */
export const noPersons: PersonDoor = {
  requirePerson: () => Promise.reject(nobody()),
  refuseAgents: async () => {},
  noteAgent: async () => {},
  approvals: () => [],
  answer: () => {
    throw nobody();
  },
  typeSecret: () => Promise.reject(nobody()),
};

function nobody(): CottyError {
  return new CottyError(
    'denied',
    'No agent answers for a person.',
    'Answer in a terminal of your own: cotty approvals.',
  );
}
