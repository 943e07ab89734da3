import {randomUUID} from 'node:crypto';
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
  return {
    requirePerson: async connection => agents.requireNoAgents(await tcpPeerPids(connection)),
    refuseAgents: async connection => {
      const pids = await tcpPeerPids(connection);
      if (pids.length > 0) await agents.requireNoAgents(pids);
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
