/** Waits until something can be said about a command: it ended, it wants input, the caller's pattern came, time is up. */
import {asCottyError, CottyError} from '../../core/index.ts';
import type {OutputMatch} from '../output/output-match.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';
import {FIRST_LOOK_MS, LookLoop} from './look-loop.ts';
import type {Verdict} from './verdict.ts';

/** Made once: a new reason for every wait would cost more than the wait. */
const WAIT_OVER = new DOMException('The wait is over.', 'AbortError');

interface VerdictOptions {
  readonly match?: OutputMatch | undefined;
  /** A program that reads the tty counts as asking, also when no question stands on the screen (`cat`, `read x`). */
  readonly countsBareReads?: boolean;
}

/**
 * `signal` ends the wait, not the command, and is no error. Errors: `internal` and what else went wrong while waiting, with the
 * command's id: nothing is known of it then, which is not the same as that it runs.
 */
export async function awaitVerdict(
  session: Session,
  record: CommandRecord,
  signal: AbortSignal,
  {match, countsBareReads = false}: VerdictOptions = {},
): Promise<Verdict> {
  try {
    // Most commands are over before the tty is looked at.
    const early = await session.waiters.within(() => immediate(record, match, null), FIRST_LOOK_MS, signal);
    return early ?? (await looked(session, record, signal, {match, countsBareReads}));
  } catch (error) {
    if (!signal.aborted) throw waitFailed(session, record, error);
    return {type: 'stillRunning', blockedOnTtyRead: session.claim?.type === 'blockedOnRead'};
  }
}

async function looked(
  session: Session,
  record: CommandRecord,
  signal: AbortSignal,
  {match, countsBareReads = false}: VerdictOptions,
): Promise<Verdict> {
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(WAIT_OVER);
  signal.addEventListener('abort', onAbort, {once: true});
  if (signal.aborted) stop.abort(WAIT_OVER);
  const looks = new LookLoop(session, record, {countsBareReads});
  try {
    return await Promise.race([
      session.waiters.until<Verdict>(() => immediate(record, match, looks), stop.signal),
      looks.run(stop.signal),
    ]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    stop.abort(WAIT_OVER);
  }
}

function immediate(record: CommandRecord, match: OutputMatch | undefined, looks: LookLoop | null): Verdict | undefined {
  if (record.phase === 'ended') return looks?.verdict ?? {type: 'ended'};
  const line = match?.line ?? null;
  return line === null ? undefined : {type: 'matched', line};
}

function waitFailed(session: Session, record: CommandRecord, error: unknown): CottyError {
  const {code, message} = asCottyError(error);
  return new CottyError(
    code,
    `What became of the command ${record.commandId} in ${session.id} could not be found out: ${message}`,
    'It was handed over and may run. Look with read_screen, or ask again with read_output and this command_id.',
    {cause: error},
  );
}
