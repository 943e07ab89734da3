import type {TerminalView} from '../../core/index.ts';
import {readForegroundNow} from '../system/process-table.ts';
import {processGroupsOfSession} from '../system/processes.ts';
import {sendSignal} from '../system/send-signal.ts';
import type {PaneFacts} from './pane-facts.ts';
import type {TmuxServer} from './tmux-server.ts';

const GRACE_MS = 2000;

export interface ClosingPane extends Pick<TerminalView, 'onNotice'> {
  readonly server: TmuxServer;
  readonly pane: string;
  readonly facts: PaneFacts;
}

/** As closing a terminal window does: what is in the foreground and the shell are hung up; then, after a grace period, killed. */
export async function closePane(link: ClosingPane): Promise<void> {
  const {server, pane, facts} = link;
  const ended = Promise.withResolvers<true>();
  using _listening = link.onNotice(notice => {
    if (notice.type === 'closed') ended.resolve(true);
  });
  const groups = [...new Set([readForegroundNow(facts.pid) ?? facts.pid, facts.pid])];
  sendSignal(groups, 'SIGHUP');
  sendSignal(groups, 'SIGCONT');
  if (await settlesWithin(ended.promise, HANG_UP_MS)) return;
  await server.refresh();
  if (!link.facts.alive || (await settlesWithin(ended.promise, GRACE_MS))) return;
  sendSignal(await processGroupsOfSession(facts.pid), 'SIGHUP');
  sendSignal(groups, 'SIGKILL');
  await server.run('kill-pane', '-t', pane).catch(() => undefined);
  await server.refresh();
  await settlesWithin(ended.promise, GRACE_MS);
}

/** A shell that ends at once is told of by then, unless tmux has missed it. */
const HANG_UP_MS = 100;

async function settlesWithin(promise: Promise<true>, ms: number): Promise<boolean> {
  const {promise: late, resolve} = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
