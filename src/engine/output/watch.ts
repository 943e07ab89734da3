/** Watches a session's output for lines that match; only fresh ones, each once, with nothing lost silently. */
import type {LogCursor} from '../../core/index.ts';
import {type Heartbeat, heartbeat} from '../session/heartbeat.ts';
import {Patience} from '../session/patience.ts';
import type {Session} from '../session/session.ts';
import {isCommandOutput, piecesByEcho} from './echo-spans.ts';
import {followOutput, type OutputFollowing} from './follow-output.ts';
import {LineStream, type LineUpdate, type StreamRegion} from './line-stream.ts';
import {compilePattern, type LinearPattern} from './linear-pattern.ts';

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
  readonly lines: readonly string[];
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
  readonly #pattern: LinearPattern;
  readonly #stop: LinearPattern | null;
  readonly #subscription: OutputFollowing;
  readonly #session: Session;
  #lines: string[] = [];
  #matchCount = 0;
  #reportedLine = -1;
  #position: LogCursor;
  #missedBytes = 0;
  stopped = false;

  constructor(session: Session, request: WatchRequest, onMatch?: () => void) {
    this.#session = session;
    this.#pattern = compilePattern(request.pattern);
    this.#stop = request.stopPattern === undefined ? null : compilePattern(request.stopPattern, 'stop_pattern');
    const {tracker} = session;
    const armedAt = tracker.outputEnd;
    const from = request.from ?? armedAt;
    this.#position = from;
    const stream = new LineStream({
      region: regionAt(session, from),
      includeEcho: request.includeEcho,
      isProved: mark => session.isProvedMark(mark),
    });
    this.#subscription = followOutput(session, from, {
      bytes: (bytes, offset) => {
        this.#position = (offset + bytes.length) as LogCursor;
        const isPast = offset < armedAt || this.#position < tracker.outputEnd;
        const updates =
          isPast && tracker.integration === 'full'
            ? piecesByEcho(tracker, bytes, offset).flatMap(piece => stream.push(piece.bytes, piece.echo))
            : stream.push(bytes, tracker.isTypedOn);
        if (this.#take(updates)) onMatch?.();
      },
      missed: bytes => {
        this.#missedBytes += bytes;
      },
    });
  }

  get matchCount(): number {
    return this.#matchCount;
  }

  /** The session is over and all of its output was looked at: no match can come any more. */
  get isOver(): boolean {
    return this.#session.isClosed && this.#subscription.isCurrent;
  }

  /** Takes what has been collected since the last time. */
  drain(flags: {timedOut: boolean}): WatchResult {
    const result = {
      matched: this.#matchCount > 0,
      lines: this.#lines,
      matchCount: this.#matchCount,
      stopped: this.stopped,
      timedOut: flags.timedOut,
      sessionClosed: this.#session.isClosed,
      cursor: this.#position,
      missedBytes: this.#missedBytes,
    };
    this.#lines = [];
    this.#matchCount = 0;
    this.#missedBytes = 0;
    return result;
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }

  /** A line counts once, when it first matches, even if it grows afterwards. */
  #take(updates: readonly LineUpdate[]): boolean {
    let found = false;
    for (const update of updates) {
      if (this.stopped) break;
      if (update.number !== this.#reportedLine && this.#pattern.test(update.text)) {
        this.#reportedLine = update.number;
        this.#matchCount++;
        if (this.#lines.length < LINES_KEPT) this.#lines.push(update.text);
        found = true;
      }
      if (this.#stop?.test(update.text)) this.stopped = true;
    }
    return found || this.stopped;
  }
}

/** Waits for the first match, the stop pattern, the end of the session or of time. Throws `cancelled` when aborted by the caller. */
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
  return watch.drain({timedOut: !ended});
}

function regionAt(session: Session, from: LogCursor): StreamRegion {
  const {tracker} = session;
  if (tracker.integration !== 'full') return 'output';
  if (from < tracker.outputEnd) return isCommandOutput(tracker, from) ? 'output' : 'input';
  return tracker.phase === 'running' ? 'output' : tracker.phase === 'preparing' ? 'between' : 'input';
}
