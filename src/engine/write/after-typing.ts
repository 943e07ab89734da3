/** What is waited for after a program was typed at. */
import {CottyError, END_OF_INPUT, isSignal, type LogCursor, Patience, pause} from '../../core/index.ts';
import {type Pattern, StepBudget} from '../../patterns/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';

/** ^C, ^D, ^Z and ^\ end most commands. They get this long for it: what is typed meanwhile would be for nobody. */
const END_MS = 200;
/** How long a busy program has to show that it has read a paste, or the Enter after it. */
const SHOWN_MS = 1500;
/** Longest wait for `wait_for` and `settle_ms`. */
const WAIT_LIMIT_MS = 30_000;

/** Resolves when the command that a control character was to end has ended, or has had the time to. */
export async function ended(
  session: Session,
  record: CommandRecord | null,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  if (!record || bytes.length !== 1 || !bytes.every(byte => isSignal(byte) || byte === END_OF_INPUT)) return;
  using limit = new Patience(END_MS, signal);
  await session.waiters.until(() => (record.phase === 'ended' ? true : undefined), limit.signal).catch(() => undefined);
}

/** Resolves when the program has shown something since, as it does when it has read; not every program does. */
export async function shown(session: Session, from: LogCursor, signal: AbortSignal): Promise<void> {
  using limit = new Patience(SHOWN_MS, signal);
  const look = () => (session.tracker.outputEnd > from || session.isClosed ? true : undefined);
  await session.waiters.until(look, limit.signal).catch(() => undefined);
}

/** Resolves when there has been output after `from` and then none for `quietMs`; in any case after ten times that. */
export async function settled(session: Session, from: LogCursor, quietMs: number, signal: AbortSignal): Promise<void> {
  const start = session.clock.monotonicMs();
  const limit = Math.min(WAIT_LIMIT_MS, Math.max(500, quietMs * 10));
  while (!signal.aborted) {
    const now = session.clock.monotonicMs();
    const since = session.tracker.outputEnd > from ? Math.max(session.foreground.lastOutputMs, start) : start;
    const rest = quietMs - (now - since);
    if (rest <= 0 || now - start >= limit) return;
    await pause(rest, signal);
  }
}

/** True when the screen came to show the pattern after `from`, false after the wait limit. Throws `too_large` when it cost too much. */
export async function screenShows(
  session: Session,
  pattern: Pattern,
  from: LogCursor,
  options: {readonly signal: AbortSignal; readonly sent: string},
): Promise<boolean> {
  using limit = new Patience(WAIT_LIMIT_MS, options.signal);
  const budget = new StepBudget();
  const look = async (): Promise<boolean> => {
    const texts = searchedTexts(await logicalText(session));
    for (const text of texts) budget.earn(text.length);
    const {result, isDone} = await session.searcher.test([pattern], texts, {budget, signal: options.signal});
    if (result.some(([isFound]) => isFound)) return true;
    if (!isDone) throw tooCostly(pattern, options.sent);
    return false;
  };
  let seen = -1;
  for (;;) {
    const end = session.tracker.outputEnd;
    if (end > from && end !== seen) {
      seen = end;
      if (await look()) return true;
    }
    const grew = await session.waiters
      .until(
        () => (session.tracker.outputEnd !== seen && session.tracker.outputEnd > from) || session.isClosed || undefined,
        limit.signal,
      )
      .catch(() => false);
    if (!grew || session.isClosed) return session.isClosed ? look() : false;
  }
}

/** Anchors mean a line, as they do in all other patterns; a pattern may also reach over several. */
function searchedTexts(text: string): readonly string[] {
  return [text, ...text.split('\n')];
}

function tooCostly({source}: Pattern, sent: string): CottyError {
  return new CottyError(
    'too_large',
    `${sent} was sent. Whether the screen shows the wait_for pattern ${JSON.stringify(source.slice(0, 120))} is not known: it needs too many steps.`,
    'Look with read_screen; for the next wait use a simpler pattern: lower counts in {…}, fewer alternatives that begin alike.',
  );
}

/** Text of the screen with wrapped lines whole, without secrets: what is looked for may stand across the wrap. */
async function logicalText(session: Session): Promise<string> {
  return (await session.screen.masked({joinWrapped: true})).text;
}
