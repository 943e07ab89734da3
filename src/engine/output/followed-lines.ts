import {asCottyError, type CottyError, type LogCursor, logCursor} from '../../core/index.ts';
import {CONTEXT_BEFORE} from '../../guard/index.ts';
import type {Pattern} from '../../patterns/index.ts';
import {LineMatcher, type LinesFound} from '../search/line-matcher.ts';
import type {Session} from '../session/session.ts';
import {piecesByEcho} from './echo-spans.ts';
import {followOutput, type OutputFollowing} from './follow-output.ts';
import {LineStream, type LineUpdate, type StreamRegion} from './line-stream.ts';
import {penNear} from './shown-text.ts';

export interface LinesToFollow {
  readonly patterns: readonly Pattern[];
  readonly from: LogCursor;
  /** Which part of the prompt cycle the stream is in there. */
  readonly region: StreamRegion;
  readonly includeEcho: boolean;
}

/** Told a line, and which of the patterns it matches now. */
export type LineListener = (update: LineUpdate, found: readonly boolean[]) => void;

/**
 * The lines of a session's output from a place on, searched as they come. A pattern that takes its time is searched for on
 * another thread, while what is printed waits in the log.
 */
export class FollowedLines implements Disposable {
  /** Everything before it was looked at. */
  position: LogCursor;
  /** Bytes that were gone before they could be looked at. */
  missedBytes = 0;
  /** The patterns cost too much: nothing from `position` on is searched. */
  isSpent = false;
  /** The search broke down, for a reason of our own. */
  failure: CottyError | null = null;
  readonly #session: Session;
  readonly #stream: LineStream;
  readonly #matcher: LineMatcher;
  readonly #armedAt: LogCursor;
  readonly #onLine: LineListener;
  readonly #following: OutputFollowing;
  /** The lines before: a secret may have begun there. */
  #before = '';
  readonly #stopped = new AbortController();

  /** Armed by construction. */
  constructor(session: Session, {patterns, from, region, includeEcho}: LinesToFollow, onLine: LineListener) {
    this.#session = session;
    this.#onLine = onLine;
    this.#armedAt = session.tracker.outputEnd;
    this.position = from;
    this.#stream = new LineStream({
      region,
      includeEcho,
      isProved: at => session.marks.has(at),
      pen: penNear(session.recent, from),
      columns: session.tracker.cols,
    });
    this.#matcher = new LineMatcher(patterns, session.searcher, this.#stopped.signal);
    this.#following = followOutput(session, from, {
      bytes: (bytes, offset) => (this.#isOver ? undefined : this.#look(bytes, offset)),
      missed: bytes => {
        if (!this.#isOver) this.missedBytes += bytes;
      },
    });
  }

  /** All of the output was looked at, or nothing more will be. */
  get isCurrent(): boolean {
    return this.#isOver || this.#following.isCurrent;
  }

  [Symbol.dispose](): void {
    this.#following[Symbol.dispose]();
    this.#stopped.abort();
  }

  get #isOver(): boolean {
    return this.isSpent || this.failure !== null || this.#stopped.signal.aborted;
  }

  #look(bytes: Uint8Array, offset: LogCursor): void | Promise<void> {
    const end = logCursor(offset + bytes.length);
    const updates = this.#masked(this.#updates(bytes, offset));
    const found = this.#matcher.test(updates);
    if (!(found instanceof Promise)) return this.#tell(updates, found, end);
    return found.then(
      later => this.#tell(updates, later, end),
      error => {
        if (!this.#stopped.signal.aborted) this.failure = asCottyError(error);
      },
    );
  }

  /** A pattern cannot feel out what it does not get to read. */
  #masked(updates: readonly LineUpdate[]): readonly LineUpdate[] {
    const {secrets} = this.#session;
    if (!secrets || updates.length === 0) return updates;
    const before = this.#before;
    const printed = `${before}${updates.map(({text}) => `${text}\n`).join('')}`;
    this.#before = printed.slice(-CONTEXT_BEFORE);
    const masked = secrets.mask(printed);
    if (masked === printed) return updates;
    let at = before.length;
    return updates.map(update => {
      const text = masked.slice(at, at + update.text.length);
      at += update.text.length + 1;
      return {...update, text};
    });
  }

  #tell(updates: readonly LineUpdate[], found: LinesFound, end: LogCursor): void {
    if (this.#stopped.signal.aborted) return;
    this.isSpent = found.length < updates.length;
    if (!this.isSpent) this.position = end;
    for (const [at, update] of updates.entries()) {
      const row = found[at];
      if (row) this.#onLine(update, row);
    }
  }

  /** Of output that was there before, or that was not looked at when it came, the tracker knows what was typed. */
  #updates(bytes: Uint8Array, offset: LogCursor): readonly LineUpdate[] {
    const {tracker} = this.#session;
    const isPast = offset < this.#armedAt || offset + bytes.length < tracker.outputEnd;
    if (!isPast || tracker.integration !== 'full') return this.#stream.push(bytes, offset, tracker.isTypedOn);
    return piecesByEcho(tracker, bytes, offset).flatMap(piece =>
      this.#stream.push(piece.bytes, piece.offset, piece.echo),
    );
  }
}
