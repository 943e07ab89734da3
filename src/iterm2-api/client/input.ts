/** What goes into a session: to its program, and to its display. */
import {InjectResponse_Status as Injected, SendTextResponse_Status as Sent} from '../generated/input_pb.js';
import {answered, noSession, type Requests} from './requests.ts';

/** Types it. Enter is a carriage return. Errors: `unknown_session`, also when its program has ended. */
export async function sendText(api: Requests, session: string, text: string): Promise<void> {
  const {status} = await answered(api, 'sendTextRequest', {session, text, suppressBroadcast: true});
  if (status === Sent.SESSION_NOT_FOUND) throw noSession(session);
}

/** Shows it as if the session's program had printed it. */
export async function inject(api: Requests, session: string, data: Uint8Array): Promise<void> {
  const {status} = await answered(api, 'injectRequest', {sessionId: [session], data});
  if (status[0] === Injected.SESSION_NOT_FOUND) throw noSession(session);
}
