/** Watches a session's output for lines that match; only fresh ones, each once, with nothing lost silently. */
import {CottyError, type LogCursor, Patience} from '../../core/index.ts';
import {compilePattern} from '../../patterns/index.ts';
import {revealHidden} from '../../screen/index.ts';
import {type Heartbeat, heartbeat} from '../session/heartbeat.ts';
import type {Session} from '../session/session.ts';
import {isCommandOutput} from './echo-spans.ts';
import {FollowedLines} from './followed-lines.ts';
import type {LineUpdate, StreamRegion} from './line-stream.ts';

/** Lines kept of one burst; the rest is counted. */
const LINES_KEPT = 50;

export interface WatchRequest {
  readonly pattern: string;
  readonly stopPattern?: string | undefined;
  readonly includeEcho: boolean;
  /** Start here instead of now: a watch that goes on where an earlier one ended. */
  readonly from?: LogCursor | undefined;
}

export interface WatchResult {
  readonly matched: boolean;
  /** For a reader: what a person does not see of them is told apart. */
  readonly lines: readonly string[];
  /** Characters of these lines that a person at the terminal does not see. */
  readonly hidden: number;
  /** All matches of the burst, also those not among `lines`. */
  readonly matchCount: number;
  /** The stop pattern came first. */
  readonly stopped: boolean;
  readonly timedOut: boolean;
  readonly sessionClosed: boolean;
  readonly cursor: LogCursor;
  readonly missedBytes: number;
}

/** Follows output and collects matches; armed by construction. */
export class Watch implements Disposable {
  readonly #followed: FollowedLines;
  readonly #session: Session;
  readonly #request: WatchRequest;
  readonly #onMatch: () => void;
  #lines: string[] = [];
  #hidden = 0;
  #matchCount = 0;
  #reportedLine = -1;
  #missedReported = 0;
  stopped = false;

  constructor(session: Session, request: WatchRequest, onMatch: () => void = () => undefined) {
    this.#session = session;
    this.#request = request;
    this.#onMatch = onMatch;
    const pattern = compilePattern(request.pattern);
    const stop = request.stopPattern === undefined ? [] : [compilePattern(request.stopPattern, 'stop_pattern')];
    const from = request.from ?? session.tracker.outputEnd;
    this.#followed = new FollowedLines(
      session,
      {
        patterns: [pattern, ...stop],
        from,
        region: regionAt(session, from),
        includeEcho: request.includeEcho,
        ...(request.from === undefined ? {} : {regionAt: (at: LogCursor) => regionAt(session, at)}),
      },
      (update, [isMatch = false, isStop = false]) => this.#take(update, isMatch, isStop),
    );
  }

  get matchCount(): number {
    return this.#matchCount;
  }

  /** No match can come any more: the session is over and all of its output was looked at, or looking ended for {@link trouble}. */
  get isOver(): boolean {
    return this.trouble !== null || (this.#session.isClosed && this.#followed.isCurrent);
  }

  /** Why nothing more is searched; null while it is. */
  get trouble(): CottyError | null {
    const {failure, isSpent, position} = this.#followed;
    if (!isSpent) return failure;
    return new CottyError(
      'too_large',
      `${patternsOf(this.#request)} needed too many steps; the output was searched up to cursor ${position}, and nothing is known of what follows.`,
      'Use a simpler pattern: lower counts in {…}, fewer alternatives that begin alike. watch_output with cursor goes on where this one ended.',
    );
  }

  /** Takes what has been collected since the last time. */
  drain(flags: {timedOut: boolean}): WatchResult {
    const result = {
      matched: this.#matchCount > 0,
      lines: this.#lines,
      hidden: this.#hidden,
      matchCount: this.#matchCount,
      stopped: this.stopped,
      timedOut: flags.timedOut,
      sessionClosed: this.#session.isClosed,
      cursor: this.#followed.position,
      missedBytes: this.#followed.missedBytes - this.#missedReported,
    };
    this.#lines = [];
    this.#hidden = 0;
    this.#matchCount = 0;
    this.#missedReported = this.#followed.missedBytes;
    return result;
  }

  [Symbol.dispose](): void {
    this.#followed[Symbol.dispose]();
  }

  /** A line counts once, when it first matches, even if it grows afterwards. */
  #take({number, text}: LineUpdate, isMatch: boolean, isStop: boolean): void {
    if (this.stopped) return;
    const isNew = isMatch && number !== this.#reportedLine;
    if (isNew) {
      this.#reportedLine = number;
      this.#matchCount++;
      if (this.#lines.length < LINES_KEPT) this.#keep(text);
    }
    this.stopped = isStop;
    if (isNew || isStop) this.#onMatch();
  }

  #keep(line: string): void {
    const {text, hidden} = revealHidden(line);
    this.#lines.push(text);
    this.#hidden += hidden;
  }
}

/**
 * Waits for the first match, the stop pattern, the end of the session or of time. Throws `cancelled` when aborted by the caller,
 * `too_large` when the pattern cost too much before anything matched.
 */
export async function watchOutput(
  session: Session,
  request: WatchRequest,
  options: {timeoutMs: number; signal: AbortSignal; onProgress?: Heartbeat | undefined},
): Promise<WatchResult> {
  using watch = new Watch(session, request);
  using patience = new Patience(options.timeoutMs, options.signal);
  using _beat = heartbeat(session, null, options.onProgress);
  const ended = await session.waiters
    .until(() => (watch.matchCount > 0 || watch.stopped || watch.isOver ? true : undefined), patience.signal)
    .catch(error => {
      if (patience.timedOut) return false;
      throw error;
    });
  const result = watch.drain({timedOut: !ended});
  if (watch.trouble && !result.matched && !result.stopped) throw watch.trouble;
  return result;
}

function patternsOf({pattern, stopPattern}: WatchRequest): string {
  const quoted = (source: string): string => JSON.stringify(source.slice(0, 120));
  return stopPattern === undefined
    ? `The pattern ${quoted(pattern)}`
    : `The pattern ${quoted(pattern)} with stop_pattern ${quoted(stopPattern)}`;
}

function regionAt(session: Session, from: LogCursor): StreamRegion {
  const {tracker} = session;
  if (tracker.integration !== 'full') return 'output';
  if (from < tracker.outputEnd) return isCommandOutput(tracker, from) ? 'output' : 'input';
  return tracker.phase === 'running' ? 'output' : tracker.phase === 'preparing' ? 'between' : 'input';
}
