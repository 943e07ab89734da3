import {randomUUID} from 'node:crypto';
import type {Socket} from 'node:net';
import {tcpPeerPids} from '../backends/index.ts';
import {actorOf, type Engine, type Identity, typeSecret} from '../engine/index.ts';
import type {PersonDoor} from '../transports/index.ts';
import type {AgentProcesses} from './agent-processes.ts';
import {answerApproval, approvalValue} from './approval-methods.ts';
import type {Home} from './home.ts';

export interface BrowserPersonOptions {
  readonly engine: Engine;
  readonly home: Home;
  readonly agents: AgentProcesses;
}

/** A person at the page. Whether it is one is seen by the processes that hold the other end of the connection, each time. */
export function browserPerson({engine, home, agents}: BrowserPersonOptions): PersonDoor {
  // A connection carries many requests, and stays with its process.
  const noted = new WeakMap<Socket, Promise<void>>();
  return {
    requirePerson: async connection => agents.requireNoAgents(await tcpPeerPids(connection)),
    refuseAgents: async connection => {
      const pids = await tcpPeerPids(connection);
      if (pids.length > 0) await agents.requireNoAgents(pids);
    },
    noteAgent: connection => {
      const known = noted.get(connection) ?? tcpPeerPids(connection).then(pids => agents.noteProcesses(pids));
      noted.set(connection, known);
      return known;
    },
    approvals: () => engine.approvals.list().map(approvalValue),
    answer: ({id, decision, scope}) => answerApproval({engine, home}, id, {decision, scope, by: NAME, channel: 'http'}),
    typeSecret: ({session, secret}, signal) =>
      typeSecret(engine.session(session), secret, {by: actorOf(IDENTITY, randomUUID()), signal}),
  };
}

/** As the page's own typing is recorded. */
const NAME = 'browser';

const IDENTITY: Identity = {type: 'person', name: NAME, via: 'http', credentials: {type: 'token'}, agentId: null};
