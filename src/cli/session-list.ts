import {field, numberField, roughTime, textField} from '../core/index.ts';
import type {Client} from './client.ts';

/** A session as people see it in a table. */
export interface SessionRow {
  readonly sessionId: string;
  readonly name: string;
  /** With what is to be known of its end: `ready, ends in 12 min`, `closed, exit 0, 3 h ago`. */
  readonly state: string;
  readonly size: string;
  readonly cwd: string;
  readonly commandLine: string;
}

type Row = Readonly<Record<string, unknown>>;

/** The typed list of living sessions, as `manage_session` gives it. */
export async function listSessions(client: Client): Promise<readonly Row[]> {
  return (await listAll(client)).sessions;
}

/** The same with more: those that have ended, when asked for, and what could not be started, where others may live that nobody sees. */
export async function listAll(
  client: Client,
  {all = false}: {readonly all?: boolean | undefined} = {},
): Promise<{
  readonly sessions: readonly Row[];
  /** Ended ones that are left out, the oldest. */
  readonly omitted: number;
  readonly unavailable: readonly unknown[];
}> {
  const {value} = await client.call('manage_session', {action: 'list', ...(all && {all})});
  const {sessions, unavailable} = value;
  return {
    sessions: Array.isArray(sessions) ? sessions : [],
    omitted: numberField(value, 'ended_omitted') ?? 0,
    unavailable: Array.isArray(unavailable) ? unavailable : [],
  };
}

/** One sentence about a backend that could not be started, and one about what to do. */
export function unavailableInWords(missing: unknown): string {
  return `${textField(missing, 'backend')} is not available: ${textField(missing, 'message')} ${textField(missing, 'hint')}`;
}

export function sessionRow(session: Row): SessionRow {
  return {
    sessionId: textField(session, 'session_id'),
    name: textField(session, 'name'),
    state: stateWords(session),
    size: `${field(field(session, 'grid_size'), 'cols') ?? '?'}x${field(field(session, 'grid_size'), 'rows') ?? '?'}`,
    cwd: textField(session, 'cwd'),
    commandLine: textField(session, 'command_line'),
  };
}

function stateWords(session: Row): string {
  const endsInMs = numberField(session, 'ends_in_ms');
  const end = endsInMs === undefined ? endWords(session) : [`ends in ${roughTime(endsInMs)}`];
  const sandbox = textField(session, 'sandbox');
  const confined = sandbox === '' ? [] : [sandbox === 'network' ? 'sandboxed with network' : 'sandboxed'];
  return [textField(session, 'state'), ...confined, ...end].join(', ');
}

/** How it ended, and when. */
function endWords(session: Row): readonly string[] {
  if (field(session, 'ended_at_ms') === undefined) return [];
  const exitCode = numberField(session, 'exit_code');
  const how =
    session.abandoned === true
      ? 'abandoned'
      : textField(session, 'signal') || (exitCode === undefined ? 'without a word' : `exit ${exitCode}`);
  const endedAtMs = numberField(session, 'ended_at_ms');
  return [how, ...(endedAtMs === undefined ? [] : [`${roughTime(Date.now() - endedAtMs)} ago`])];
}
