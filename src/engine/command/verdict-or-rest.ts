import {LinkedAbort, type LogCursor, pause} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';
import {awaitVerdict} from './await-verdict.ts';
import {quiet} from './printed-since.ts';
import type {Verdict} from './verdict.ts';

const LOOK_AGAIN_MS = 100;
const CONFIRM_MS = 25;

/** A verdict, or `stillRunning` when time is up, or when it reads on without asking. */
export async function verdictOrRest(
  session: Session,
  record: CommandRecord,
  from: LogCursor,
  limit: AbortSignal,
): Promise<Verdict> {
  using rested = new LinkedAbort(limit);
  void readsOn(session, record, from, rested.signal).then(
    () => rested.abort(),
    () => undefined,
  );
  try {
    return await awaitVerdict(session, record, rested.signal);
  } finally {
    rested.abort();
  }
}

/** Resolves when the program waits for input that is not there, quietly and at two looks. Rejects on abort. */
async function readsOn(session: Session, record: CommandRecord, from: LogCursor, signal: AbortSignal): Promise<void> {
  for (let seenAt: LogCursor | null = null; record.phase !== 'ended'; ) {
    await quiet(session, from, signal);
    signal.throwIfAborted();
    const end = session.tracker.outputEnd;
    const look = await session.look().catch(() => null);
    signal.throwIfAborted();
    const reads = look?.claim.type === 'blockedOnRead' && session.tracker.outputEnd === end;
    if (reads && seenAt === end) return;
    seenAt = reads ? end : null;
    await pause(reads ? CONFIRM_MS : LOOK_AGAIN_MS, signal);
  }
}
