import {asCottyError, type CottyError, type LogCursor, logCursor} from '../../core/index.ts';
import {CONTEXT_BEFORE} from '../../guard/index.ts';
import type {Pattern} from '../../patterns/index.ts';
import {LineMatcher, type LinesFound} from '../search/line-matcher.ts';
import type {Session} from '../session/session.ts';
import {piecesByEcho} from './echo-spans.ts';
import {followOutput, type OutputFollowing} from './follow-output.ts';
import {LineStream, type LineUpdate, type StreamRegion} from './line-stream.ts';
import {columnNear, penNear} from './shown-text.ts';

export interface LinesToFollow {
  readonly patterns: readonly Pattern[];
  readonly from: LogCursor;
  /** Which part of the prompt cycle the stream is in there. */
  readonly region: StreamRegion;
  readonly includeEcho: boolean;
  /** Given where `from` may stand within a line, so that what comes completes that line: the region of the place where the line begins. */
  readonly regionAt?: (at: LogCursor) => StreamRegion;
}

/** Longer lines are not completed by what came before. */
const LINE_LOOK_BACK = 16 * 1024;

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
  readonly #toFollow: LinesToFollow;
  #stream: LineStream;
  #matcher: LineMatcher;
  readonly #armedAt: LogCursor;
  readonly #onLine: LineListener;
  readonly #following: OutputFollowing;
  /** The lines before: a secret may have begun there. */
  #before = '';
  readonly #stopped = new AbortController();

  /** Armed by construction. */
  constructor(session: Session, toFollow: LinesToFollow, onLine: LineListener) {
    const {from, region, regionAt} = toFollow;
    this.#session = session;
    this.#toFollow = toFollow;
    this.#onLine = onLine;
    this.#armedAt = session.tracker.outputEnd;
    this.position = from;
    this.#stream = this.#newStream(region, from);
    this.#matcher = this.#newMatcher();
    const start = regionAt ? logCursor(Math.min(from, Math.max(session.log.oldest, from - LINE_LOOK_BACK))) : from;
    this.#following = followOutput(session, start, {
      bytes: (bytes, offset) => (this.#isOver ? undefined : this.#lookFrom(bytes, offset)),
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

  #newStream(region: StreamRegion, from: LogCursor): LineStream {
    const {marks, recent, tracker} = this.#session;
    const {includeEcho} = this.#toFollow;
    const pen = penNear(recent, from);
    const isProved = (at: LogCursor) => marks.has(at);
    const saysStarts = () => tracker.integration === 'full';
    const {cols: columns} = tracker;
    const column = tracker.integration === 'graded' ? columnNear(recent, from, columns) : 0;
    return new LineStream({region, includeEcho, isProved, saysStarts, pen, columns, column});
  }

  #newMatcher(): LineMatcher {
    return new LineMatcher(this.#toFollow.patterns, this.#session.searcher, this.#stopped.signal);
  }

  #lookFrom(bytes: Uint8Array, offset: LogCursor): void | Promise<void> {
    const before = Math.min(this.#toFollow.from - offset, bytes.length);
    if (before <= 0) return this.#look(bytes, offset);
    const begun = this.#takeBegun(bytes.subarray(0, before), offset);
    const rest = () => this.#look(bytes.subarray(before), logCursor(offset + before));
    return begun ? begun.then(rest) : rest();
  }

  /** What stands on the line already. If it matches, it was told of before: then only what follows counts. */
  #takeBegun(before: Uint8Array, offset: LogCursor): void | Promise<void> {
    const {from, region, regionAt} = this.#toFollow;
    const lineAt = before.lastIndexOf(LF) + 1;
    const start = logCursor(offset + lineAt);
    if (start === from || !regionAt) return;
    this.#stream = this.#newStream(regionAt(start), start);
    const begin = (found: LinesFound): void => {
      if (!found.flat().includes(true)) return;
      this.#stream = this.#newStream(region, from);
      this.#matcher = this.#newMatcher();
      this.#before = '';
    };
    const found = this.#matcher.test(this.#masked(this.#updates(before.subarray(lineAt), start)));
    return found instanceof Promise ? found.then(begin, error => this.#fail(error)) : begin(found);
  }

  #fail(error: unknown): void {
    if (!this.#stopped.signal.aborted) this.failure = asCottyError(error);
  }

  #look(bytes: Uint8Array, offset: LogCursor): void | Promise<void> {
    const end = logCursor(offset + bytes.length);
    const updates = this.#masked(this.#updates(bytes, offset));
    const found = this.#matcher.test(updates);
    if (!(found instanceof Promise)) return this.#tell(updates, found, end);
    return found.then(
      later => this.#tell(updates, later, end),
      error => this.#fail(error),
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

const LF = 10;
