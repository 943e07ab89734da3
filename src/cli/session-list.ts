import {field, textField} from '../core/index.ts';
import type {Client} from './client.ts';

/** A session as people see it in a table. */
export interface SessionRow {
  readonly sessionId: string;
  readonly name: string;
  readonly state: string;
  readonly size: string;
  readonly cwd: string;
  readonly commandLine: string;
}

/** The typed list of living sessions, as `manage_session` gives it. */
export async function listSessions(client: Client): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await listAll(client)).sessions;
}

/** The same, and what could not be started, where other sessions may live that nobody sees. */
export async function listAll(client: Client): Promise<{
  readonly sessions: readonly Readonly<Record<string, unknown>>[];
  readonly unavailable: readonly unknown[];
}> {
  const {value} = await client.call('manage_session', {action: 'list'});
  const {sessions, unavailable} = value;
  return {
    sessions: Array.isArray(sessions) ? sessions : [],
    unavailable: Array.isArray(unavailable) ? unavailable : [],
  };
}

/** One sentence about a backend that could not be started, and one about what to do. */
export function unavailableInWords(missing: unknown): string {
  return `${textField(missing, 'backend')} is not available: ${textField(missing, 'message')} ${textField(missing, 'hint')}`;
}

export function sessionRow(session: Readonly<Record<string, unknown>>): SessionRow {
  return {
    sessionId: textField(session, 'session_id'),
    name: textField(session, 'name'),
    state: textField(session, 'state'),
    size: `${field(field(session, 'grid_size'), 'cols') ?? '?'}x${field(field(session, 'grid_size'), 'rows') ?? '?'}`,
    cwd: textField(session, 'cwd'),
    commandLine: textField(session, 'command_line'),
  };
}
