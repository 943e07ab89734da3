import type {TerminalView} from '../../core/index.ts';
import {closeSession} from '../../iterm2-api/index.ts';
import {readForegroundNow} from '../system/process-table.ts';
import {processGroupsOfSession} from '../system/processes.ts';
import {sendSignal} from '../system/send-signal.ts';
import type {Iterm2Connection} from './iterm2-connection.ts';
import type {SessionFacts} from './session-facts.ts';

const GRACE_MS = 2000;

export interface ClosingLink extends Pick<TerminalView, 'onNotice'> {
  readonly connection: Iterm2Connection;
  readonly guid: string;
  readonly facts: SessionFacts;
}

/** As closing a terminal window does: what is in the foreground and the shell are hung up; then iTerm2 ends the session; then they are killed. */
export async function closeLink(link: ClosingLink): Promise<void> {
  const {connection, guid, facts} = link;
  const ended = Promise.withResolvers<true>();
  using _listening = link.onNotice(notice => {
    if (notice.type === 'closed') ended.resolve(true);
  });
  const groups = [...new Set([readForegroundNow(facts.pid) ?? facts.pid, facts.pid])];
  sendSignal(groups, 'SIGHUP');
  sendSignal(groups, 'SIGCONT');
  if (await settlesWithin(ended.promise, GRACE_MS)) return;
  const left = await processGroupsOfSession(facts.pid);
  await closeSession(connection.api, guid).catch(() => undefined);
  sendSignal(left, 'SIGHUP');
  if (await settlesWithin(ended.promise, GRACE_MS)) return;
  sendSignal(groups, 'SIGKILL');
  await settlesWithin(ended.promise, GRACE_MS);
}

async function settlesWithin(promise: Promise<true>, ms: number): Promise<boolean> {
  const {promise: late, resolve} = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
