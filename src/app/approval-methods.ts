/** What the server's private socket offers to whoever answers for a person. */
import {CottyError, field, textField} from '../core/index.ts';
import {actorOf, type Engine, type Identity, typeSecret} from '../engine/index.ts';
import {type Answer, type Approval, type ApprovalScope, approvalScopes} from '../guard/index.ts';
import type {AgentProcesses} from './agent-processes.ts';
import {allowInConfig} from './allow-in-config.ts';
import type {Home} from './home.ts';
import {mayRead} from './recording-methods.ts';

interface Context {
  readonly identity: Identity;
  readonly signal: AbortSignal;
}

type Method = (params: unknown, context: Context) => Promise<unknown>;

export interface ApprovalMethodsOptions {
  readonly engine: Engine;
  readonly home: Home;
  readonly agents: AgentProcesses;
}

/** `approvals` lists what is asked. For a person alone: `answer_approval` answers it, `type_secret` types what a program asks for in secret. */
export function approvalMethods({engine, home, agents}: ApprovalMethodsOptions): Readonly<Record<string, Method>> {
  return {
    approvals: async (_, {identity}) => ({approvals: await listed(engine, identity)}),
    answer_approval: async (params, {identity}) => {
      await agents.requirePerson(identity);
      const decision = textField(params, 'decision') === 'approve' ? 'approve' : 'deny';
      const given = {decision, scope: scopeIn(params), by: identity.name, channel: 'terminal'} as const;
      return answerApproval({engine, home}, textField(params, 'id'), given);
    },
    type_secret: async (params, {identity, signal}) => {
      await agents.requirePerson(identity);
      const session = engine.session(textField(params, 'session_id'));
      await typeSecret(session, textField(params, 'secret'), {by: actorOf(identity, 'secret'), signal});
      return {session_id: session.id};
    },
  };
}

/** A person sees all of what they answer; an agent what it may read, without secrets. */
async function listed(engine: Engine, identity: Identity): Promise<readonly unknown[]> {
  const approvals = engine.approvals.list();
  if (identity.type === 'person') return approvals.map(approvalValue);
  const isTold = await Promise.all(
    approvals.map(({sessionId}) => sessionId === null || mayRead(engine, identity, sessionId)),
  );
  const told = approvals.filter((_, at) => isTold[at]).map(approvalValue);
  return engine.secrets?.maskAll(told) ?? told;
}

/** Gives a person's answer, and writes the rule of one that is for always. Throws what `Approvals.answer` and `allowInConfig` throw. */
export function answerApproval(
  {engine, home}: Pick<ApprovalMethodsOptions, 'engine' | 'home'>,
  reference: string,
  answer: Answer,
): Readonly<Record<string, unknown>> {
  const approval = engine.approvals.answer(engine.approvals.get(reference).id, answer);
  if (answer.decision === 'approve' && answer.scope === 'always') allowInConfig(home.configFile, approval);
  return approvalValue(approval);
}

/** As it is told: names in snake_case. */
export function approvalValue(approval: Approval): Readonly<Record<string, unknown>> {
  return {
    approval_id: approval.id,
    state: approval.state,
    level: approval.level,
    command: approval.line,
    commands: approval.commands,
    reasons: approval.reasons.map(({rule, message, start, end}) => ({rule, message, start, end})),
    agent: approval.agent,
    session_id: approval.sessionId,
    cwd: approval.cwd,
    read_by: approval.foreground,
    may_last: approval.shape !== null,
    asked_at_ms: approval.askedAtMs,
    expires_at_ms: approval.expiresAtMs,
    ...(approval.answer
      ? {answered_by: approval.answer.by, channel: approval.answer.channel, scope: approval.answer.scope}
      : {}),
  };
}

function scopeIn(params: unknown): ApprovalScope {
  const given = field(params, 'scope') ?? 'once';
  const scope = approvalScopes.find(known => known === given);
  if (scope) return scope;
  throw new CottyError(
    'invalid_argument',
    'That is no scope of an answer.',
    `It is one of ${approvalScopes.join(', ')}.`,
  );
}
