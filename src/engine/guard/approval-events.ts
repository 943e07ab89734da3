import {revealInvisible, type SessionId} from '../../core/index.ts';
import type {Approval} from '../../guard/index.ts';
import type {EventData} from '../events/event-ring.ts';

/** What a question to a person, and its answer, raise. */
export const approvalEventKinds = ['approval_requested', 'approval_answered'] as const;

/** What is told of it, to whoever waits: the person who is to answer, and the agent that waits for it. */
export function approvalEvent(
  approval: Approval,
): [kind: (typeof approvalEventKinds)[number], sessionId: SessionId | null, data: EventData] {
  const {id, state, level, line, agent, answer, sessionId} = approval;
  const told = {
    approval_id: id,
    state,
    level,
    agent,
    command: line === null ? null : revealInvisible(line).text.slice(0, MOST_TOLD),
    ...(answer ? {channel: answer.channel, scope: answer.scope} : {}),
  };
  return [state === 'pending' ? 'approval_requested' : 'approval_answered', sessionId, told];
}

const MOST_TOLD = 500;
