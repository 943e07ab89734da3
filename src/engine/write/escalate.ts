/** Ends a program that does not act on ^C: SIGTERM, then SIGKILL. Only for whoever asks for it. */
import {Patience, pause} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';

export interface Escalation {
  /** The strongest signal that was needed; null when the program ended by itself. */
  readonly signal: 'SIGTERM' | 'SIGKILL' | null;
  readonly ended: boolean;
}

/** How long a program has to end after ^C, and after each signal. */
const GRACE_MS = 2000;
/** How often is looked for somebody who can be signalled. */
const RETRY_MS = 50;

/** The signals reach the foreground program and what it has started, wherever that is; the shell and its background jobs never. */
export async function escalate(session: Session, record: CommandRecord, signal: AbortSignal): Promise<Escalation> {
  let strongest: Escalation['signal'] = null;
  for (const next of ['SIGTERM', 'SIGKILL'] as const) {
    if (await endsInTime(session, record, signal)) return {signal: strongest, ended: true};
    signal.throwIfAborted();
    if (!(await reaches(session, record, next, signal))) break;
    strongest = next;
  }
  return {signal: strongest, ended: await endsInTime(session, record, signal)};
}

/** The shell may have the terminal for a moment, between two programs of one line. False when nobody else had it in all that time. */
async function reaches(
  session: Session,
  record: CommandRecord,
  next: 'SIGTERM' | 'SIGKILL',
  signal: AbortSignal,
): Promise<boolean> {
  for (const until = session.clock.monotonicMs() + GRACE_MS; ; ) {
    if (await session.gate.signal(next, 'program')) return true;
    if (record.phase === 'ended' || session.clock.monotonicMs() > until) return false;
    await pause(RETRY_MS, signal);
    signal.throwIfAborted();
  }
}

async function endsInTime(session: Session, record: CommandRecord, signal: AbortSignal): Promise<boolean> {
  using limit = new Patience(GRACE_MS, signal);
  return await session.waiters
    .until(() => (record.phase === 'ended' ? true : undefined), limit.signal)
    .catch(() => false);
}
