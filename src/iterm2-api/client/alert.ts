/** Questions with buttons that iTerm2 shows by itself. */
import {randomBytes} from 'node:crypto';
import {InvokeFunctionResponse_Status as Status} from '../generated/application_pb.js';
import {windowOf} from './layout.ts';
import {answered, noSession, type Requests, refusedBy} from './requests.ts';
import {setVariable} from './values.ts';

export interface Alert {
  readonly title: string;
  readonly text: string;
  /** Constants: what stands between quotes in an expression of iTerm2's is a part of the expression. */
  readonly buttons: readonly string[];
  readonly timeoutMs: number;
}

/**
 * Shows an alert on the window of a session, and waits for the button: its place among them, null where nobody has pressed one in time. An alert
 * cannot be taken back. Its texts are values of variables, which the expression only names: so they may hold anything. The names are not to be
 * guessed, since a program in the session can set variables of it (`OSC 1337;SetUserVar`). Errors: `unknown_session`, `not_supported`.
 */
export async function showAlert(
  api: Requests,
  session: string,
  {title, text, buttons, timeoutMs}: Alert,
): Promise<number | null> {
  const name = `user.cotty_${randomBytes(16).toString('hex')}`;
  const texts = {[`${name}_title`]: title, [`${name}_text`]: text};
  const window = await windowOf(api, session);
  try {
    for (const [variable, value] of Object.entries(texts)) await setVariable(api, session, variable, value);
    const labels = buttons.map(label => `"${label}"`).join(', ');
    const {disposition} = await answered(api, 'invokeFunctionRequest', {
      context: {case: 'session', value: {sessionId: session}},
      invocation: `iterm2.alert(title: ${name}_title, subtitle: ${name}_text, buttons: [${labels}], window_id: "${window}")`,
      timeout: Math.ceil(timeoutMs / 1000),
    });
    if (disposition.case === 'success') return placeOf(disposition.value.jsonResult, buttons);
    const {status, errorReason} = disposition.value ?? {};
    if (status === Status.TIMEOUT) return null;
    if (status === Status.INVALID_ID) throw noSession(session);
    throw refusedBy('show an alert', errorReason);
  } finally {
    for (const variable of Object.keys(texts)) await setVariable(api, session, variable, null).catch(() => undefined);
  }
}

/** Buttons are counted from 1000 on, as AppKit does. */
function placeOf(json: string, buttons: readonly string[]): number | null {
  const place = Number(json) - FIRST_BUTTON;
  return Number.isInteger(place) && place >= 0 && place < buttons.length ? place : null;
}

const FIRST_BUTTON = 1000;
