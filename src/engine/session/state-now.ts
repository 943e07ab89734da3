import {lookOnce} from '../command/look-loop.ts';
import {type CommandRecord, type CommandState, endState} from '../projection/command-record.ts';
import type {Session} from './session.ts';

/** What a command does now, without waiting: what an earlier look at the tty found holds while the tty still says so. */
export async function stateNow(session: Session, record: CommandRecord): Promise<CommandState> {
  if (session.tracker.carriesShell(record)) return session.tracker.phase === 'prompt' ? 'awaiting_input' : 'running';
  await lookOnce(session, record).catch(() => undefined);
  const known = session.claim?.type;
  if (record.phase !== 'ended' && record === session.tracker.current && known !== undefined) {
    const look = await session.look().catch(() => null);
    if (look?.claim.type === known && record.phase === 'running') return claimedState(known);
  }
  return record.phase === 'ended' ? endState(record) : 'running';
}

function claimedState(claim: NonNullable<Session['claim']>['type']): CommandState {
  switch (claim) {
    case 'awaiting':
      return 'awaiting_input';
    case 'secret':
      return 'secret_wanted';
    case 'tui':
      return 'tui';
    case 'blockedOnRead':
    case 'shellReads':
    case 'busy':
    case 'unknown':
      return 'running';
    default:
      return claim satisfies never;
  }
}
