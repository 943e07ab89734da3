import {CottyError} from '../../core/index.ts';
import type {RequestCase, RequestInit, ResponseOf} from '../messages.ts';

/** Whoever carries requests to iTerm2 and brings the answers. */
export interface Requests {
  /** Undefined when the answer is nothing but the request's id. Errors: `protocol_error`, `server_unavailable`. */
  request<Case extends RequestCase>(name: Case, value: RequestInit<Case>): Promise<ResponseOf<Case> | undefined>;
}

/** Errors: those of the request; `protocol_error` when iTerm2 says nothing but that it has heard. */
export async function answered<Case extends RequestCase>(
  api: Requests,
  name: Case,
  value: RequestInit<Case>,
): Promise<NonNullable<ResponseOf<Case>>> {
  const response = await api.request(name, value);
  if (response) return response;
  throw new CottyError('protocol_error', `iTerm2 does not answer ${name}.`, 'It may be an older one: update iTerm2.');
}

/** The session, tab or window of a request is gone. */
export function noSession(id: string): CottyError {
  return new CottyError(
    'unknown_session',
    `iTerm2 has no session ${id}.`,
    'manage_session action=list names the sessions there are.',
  );
}

/** What iTerm2 refuses, with its own word for the reason. */
export function refusedBy(what: string, status: string | undefined): CottyError {
  return new CottyError(
    'not_supported',
    `iTerm2 does not ${what}: ${status ?? 'it does not say why'}.`,
    'Look at iTerm2 itself.',
  );
}
