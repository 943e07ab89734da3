import {Closing, type ClosingLink, GRACE_MS} from '../application/closing.ts';
import {processGroupsOfSession} from '../system/processes.ts';
import {sendSignal} from '../system/send-signal.ts';
import type {TmuxServer} from './tmux-server.ts';

export interface ClosingPane extends ClosingLink {
  readonly server: TmuxServer;
  readonly pane: string;
}

/** What is in the foreground and the shell are hung up; then, after a grace period, killed. */
export async function closePane(link: ClosingPane): Promise<void> {
  const {server, pane, facts} = link;
  using closing = new Closing(link);
  closing.hangUp();
  if (await closing.endsWithin(HANG_UP_MS)) return;
  await server.refresh();
  if (!link.facts.alive || (await closing.endsWithin(GRACE_MS))) return;
  sendSignal(await processGroupsOfSession(facts.pid), 'SIGHUP');
  closing.kill();
  await server.run('kill-pane', '-t', pane).catch(() => undefined);
  await server.refresh();
  await closing.endsWithin(GRACE_MS);
}

/** A shell that ends at once is told of by then, unless tmux has missed it. */
const HANG_UP_MS = 100;
