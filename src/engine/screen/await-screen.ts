import {CottyError, Patience} from '../../core/index.ts';
import {compilePattern, type Pattern, StepBudget} from '../../patterns/index.ts';
import {findText, styleWords} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';

/** What a screen must be; all that is named. */
export interface ScreenCondition {
  /** RE2, looked for in each line and in all of them together; rows that the terminal wrapped are one line. */
  readonly pattern?: string | undefined;
  /** Stands in a row as it is. */
  readonly text?: string | undefined;
  /** Zero-based. */
  readonly cursor?: {readonly row: number; readonly col: number} | undefined;
  /** The hash is another one than this. */
  readonly changedFrom?: string | undefined;
}

export interface ScreenVerdict {
  readonly isMet: boolean;
  /** Of `text`, at the last look. */
  readonly matches: readonly ScreenMatch[];
}

/** A place where a text stands. */
export interface ScreenMatch {
  /** Zero-based. */
  readonly row: number;
  readonly col: number;
  /** Cells. */
  readonly length: number;
  /** Words as in `bold fg=red`; empty for the plain style. */
  readonly style: string;
}

/**
 * Waits until the screen is as it should be; looks at once, and again whenever something was printed. Secrets are
 * masked in what it looks at, or asking would tell them. Of a session that has ended the
 * last screen counts. Errors: `invalid_pattern`, `too_large` for a pattern that needs too many steps, `cancelled`.
 */
export async function awaitScreen(
  session: Session,
  condition: ScreenCondition,
  {timeoutMs, signal}: {readonly timeoutMs: number; readonly signal: AbortSignal},
): Promise<ScreenVerdict> {
  const pattern = condition.pattern === undefined ? null : compilePattern(condition.pattern, 'wait_for pattern');
  const budget = new StepBudget();
  using limit = new Patience(timeoutMs, signal);
  for (;;) {
    const seen = session.tracker.outputEnd;
    const verdict = await look(session, condition, {pattern, budget, signal});
    if (verdict.isMet || session.isClosed || limit.signal.aborted) {
      signal.throwIfAborted();
      return verdict;
    }
    const isNew = (): true | undefined => session.tracker.outputEnd > seen || session.isClosed || undefined;
    await session.waiters.until(isNew, limit.signal).catch(() => undefined);
  }
}

interface Search {
  readonly pattern: Pattern | null;
  readonly budget: StepBudget;
  readonly signal: AbortSignal;
}

async function look(session: Session, condition: ScreenCondition, search: Search): Promise<ScreenVerdict> {
  const {text, cursor, changedFrom} = condition;
  const {reading: screen, grid} =
    text === undefined
      ? {reading: await session.screen.masked({joinWrapped: true}), grid: null}
      : await session.screen.maskedWithGrid({joinWrapped: true});
  const found = text === undefined || !grid ? [] : findText(grid, text);
  const matches = found.map(match => ({...match, style: styleWords(match.style)}));
  const isAtCursor = !cursor || (screen.cursor.row === cursor.row && screen.cursor.col === cursor.col);
  const isMet =
    isAtCursor &&
    (changedFrom === undefined || screen.hash !== changedFrom) &&
    (text === undefined || matches.length > 0) &&
    (await shows(session, screen.text, search));
  return {isMet, matches};
}

/** Anchors mean a line, as they do in all other patterns; a pattern may also reach over several. */
async function shows(session: Session, text: string, {pattern, budget, signal}: Search): Promise<boolean> {
  if (!pattern) return true;
  const texts = [text, ...text.split('\n')];
  for (const one of texts) budget.earn(one.length);
  const {result, isDone} = await session.searcher.test([pattern], texts, {budget, signal});
  if (result.some(([isFound]) => isFound)) return true;
  if (isDone) return false;
  throw new CottyError(
    'too_large',
    `Whether the screen shows ${JSON.stringify(pattern.source.slice(0, 120))} is not known: the pattern needs too many steps.`,
    'Use a simpler pattern: lower counts in {…}, fewer alternatives that begin alike.',
  );
}
