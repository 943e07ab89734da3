import {closeSession} from '../../iterm2-api/index.ts';
import {Closing, type ClosingLink, GRACE_MS} from '../application/closing.ts';
import {processGroupsOfSession} from '../system/processes.ts';
import {sendSignal} from '../system/send-signal.ts';
import type {Iterm2Connection} from './iterm2-connection.ts';

export interface ClosingSession extends ClosingLink {
  readonly connection: Iterm2Connection;
  readonly guid: string;
}

/** What is in the foreground and the shell are hung up; then iTerm2 ends the session; then they are killed. */
export async function closeLink(link: ClosingSession): Promise<void> {
  const {connection, guid, facts} = link;
  using closing = new Closing(link);
  closing.hangUp();
  if (await closing.endsWithin(GRACE_MS)) return;
  const left = await processGroupsOfSession(facts.pid);
  await closeSession(connection.api, guid).catch(() => undefined);
  sendSignal(left, 'SIGHUP');
  if (await closing.endsWithin(GRACE_MS)) return;
  closing.kill();
  await closing.endsWithin(GRACE_MS);
}
