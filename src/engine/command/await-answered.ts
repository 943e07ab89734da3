/** Waits for a command at whose terminal somebody sits: what it asks is answered there, so a question does not end the wait. */

import {pause} from '../../core/index.ts';
import {isMarked} from '../output/live/live-output.ts';
import type {OutputMatch} from '../output/output-match.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';
import {awaitVerdict} from './await-verdict.ts';
import type {Verdict} from './verdict.ts';

/** A program wants input, and somebody is there to give it. */
export interface Asked {
  readonly state: 'awaiting_input' | 'secret_wanted' | 'tui';
  /** What was printed so far does not show what is asked: the shell says no marks, or the program draws at places of its own. */
  readonly needsScreen: boolean;
}

/** While somebody answers, the tty is looked at no more often than this. */
const LOOK_AGAIN_MS = 1000;

interface Waiting {
  readonly match?: OutputMatch | undefined;
  /** Told at each question; without it the first question is the verdict. */
  readonly onAsked?: ((asked: Asked) => void) | undefined;
  /** A program that reads the tty is the verdict too, also when no question stands on the screen. */
  readonly endsAtReads?: boolean | undefined;
}

/** As `awaitVerdict`, but with `onAsked` only the end, the pattern or `signal` end the wait. */
export async function awaitAnswered(
  session: Session,
  record: CommandRecord,
  signal: AbortSignal,
  {match, onAsked, endsAtReads = false}: Waiting,
): Promise<Verdict> {
  for (;;) {
    const countsBareReads = onAsked !== undefined || endsAtReads;
    const verdict = await awaitVerdict(session, record, signal, {match, countsBareReads});
    const state = askedState(verdict, record);
    if (!onAsked || !state) return verdict;
    const isInPlace = state !== 'tui' || session.tracker.mode('alternateScreen') > 0;
    onAsked({state, needsScreen: !isMarked(record) || !isInPlace});
    await somethingHappened(session, record, signal, match);
  }
}

function askedState(verdict: Verdict, record: CommandRecord): Asked['state'] | undefined {
  if (record.phase === 'ended') return undefined;
  switch (verdict.type) {
    case 'awaiting':
      return 'awaiting_input';
    case 'secret':
      return 'secret_wanted';
    case 'tui':
      return 'tui';
    case 'ended':
    case 'matched':
    case 'stillRunning':
      return undefined;
    default:
      return verdict satisfies never;
  }
}

/** The end, the pattern, and anything printed or typed are worth another look; the last two not at once. */
async function somethingHappened(
  session: Session,
  record: CommandRecord,
  signal: AbortSignal,
  match: OutputMatch | undefined,
): Promise<void> {
  const {outputEnd} = session.tracker;
  const {lastInputMs} = session.gate;
  using rest = new Rest(signal);
  const isOver = (): true | undefined => record.phase === 'ended' || (match?.line ?? null) !== null || undefined;
  const isNew = (): true | undefined =>
    isOver() ?? (session.tracker.outputEnd !== outputEnd || session.gate.lastInputMs !== lastInputMs || undefined);
  const later = pause(LOOK_AGAIN_MS, rest.signal).then(() => session.waiters.until(isNew, rest.signal));
  // A wait that is cancelled is over as well; what that means, the next verdict says.
  await Promise.race([session.waiters.until(isOver, rest.signal), later]).catch(() => undefined);
  later.catch(() => undefined);
}

/** Ends what waits when it is disposed, and when the caller goes away. */
class Rest implements Disposable {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #onAbort = (): void => this.#controller.abort(this.#caller.reason);

  constructor(caller: AbortSignal) {
    this.#caller = caller;
    if (caller.aborted) this.#onAbort();
    else caller.addEventListener('abort', this.#onAbort, {once: true});
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    this.#caller.removeEventListener('abort', this.#onAbort);
    this.#controller.abort();
  }
}
