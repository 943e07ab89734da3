/**
 * A private notification from the server to the bridge: which session is active for this caller. The bridge swallows it
 * and says it again in the first line to the next server, so that a replaced server goes on in the same session.
 */
const METHOD = 'notifications/cotty/active_session';
const PREFIX = Buffer.from(`{"method":"${METHOD}"`);

/** One line, newline included. */
export function activeSessionNotice(sessionId: string | null): string {
  return `${JSON.stringify({method: METHOD, params: {session_id: sessionId ?? ''}, jsonrpc: '2.0'})}\n`;
}

/** The session id in a notice (empty: none); undefined when the line is something else. */
export function readActiveSession(line: Buffer): string | undefined {
  if (!line.subarray(0, PREFIX.length).equals(PREFIX)) return undefined;
  const notice: {params?: {session_id?: unknown}} = JSON.parse(line.toString('utf8'));
  return typeof notice.params?.session_id === 'string' ? notice.params.session_id : '';
}
