import {CottyError, textField} from '../core/index.ts';
import type {Client} from './client.ts';
import {listSessions} from './session-list.ts';

/** Two living sessions of one name could be told apart by their ids alone. Throws `invalid_argument` where there is one already. */
export async function refuseLivingName(client: Client, name: string): Promise<void> {
  const session = (await listSessions(client)).find(row => textField(row, 'name') === name);
  if (!session) return;
  throw new CottyError(
    'invalid_argument',
    `A session that lives is called "${name}": ${textField(session, 'session_id')}.`,
    `Use that one, e.g. with \`cotty attach ${textField(session, 'session_id')}\`, or give another name.`,
  );
}
