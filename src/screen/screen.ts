import {CottyError} from '../core/index.ts';
import type {CaptureOptions, ScreenCapture, ScreenCursor, ScreenModes} from './capture.ts';
import type {PaintedRows} from './painted-rows.ts';
import type {ScreenGrid} from './picture/grid/screen-grid.ts';
import type {LinesWanted, ScreenLines} from './screen-lines.ts';
import type {Answers, Question, ToWorker} from './worker-protocol.ts';
import type {ScreenLoss} from './worker-thread.ts';

/** A screen's door to the thread that emulates it. */
export interface ScreenPort {
  readonly id: number;
  post(message: Exclude<ToWorker, {type: 'ask' | 'stats'}>, transfer?: ArrayBuffer): void;
  ask<Q extends Question>(question: Q, signal: AbortSignal | undefined): Promise<Answers[Q['type']]>;
  loss(): ScreenLoss | undefined;
  close(): void;
}

interface Waiting {
  readonly signal?: AbortSignal | undefined;
}

/** Largest grid accepted, in rows or columns. */
const MAX_SIZE = 2000;

/**
 * One emulated terminal in a worker thread. Everything fed, resized and read happens in call order. It never answers a
 * program's queries. When the emulator fails, its thread dies or hangs, reads reject with `internal` and {@link loss} says
 * what of: make a new screen and replay the log.
 */
export class Screen {
  readonly #port: ScreenPort;
  #feeds = 0;
  #disposed = false;

  /** Use {@link ScreenPool.createScreen}. */
  constructor(port: ScreenPort, size: {cols: number; rows: number}) {
    checkSize(size.cols, size.rows);
    this.#port = port;
  }

  /**
   * Gives output bytes to the emulator and returns the ordinal of this feed, from one. The bytes are copied; call
   * {@link flush} now and then when feeding megabytes. Where drawing them would be far more work than the screen is worth,
   * a part is passed over and counted in `skippedBytes`, but not the end of it unless more follows at once.
   */
  feed(bytes: Uint8Array, {hasMore = false}: {hasMore?: boolean} = {}): number {
    this.#alive();
    const feed = ++this.#feeds;
    const copy = new Uint8Array(bytes);
    this.#port.post({type: 'feed', screen: this.#port.id, feed, bytes: copy, hasMore}, copy.buffer);
    return feed;
  }

  /** Counts output that is left out for good into `skippedBytes`. */
  skip(bytes: number): void {
    this.#alive();
    this.#port.post({type: 'skip', screen: this.#port.id, bytes});
  }

  /** Why this screen is of no use any more; undefined while it is. */
  get loss(): ScreenLoss | undefined {
    return this.#port.loss();
  }

  /** Resolves when everything fed so far has been taken in. */
  async flush(options: Waiting = {}): Promise<void> {
    await this.#ask({type: 'flush'}, options);
  }

  /** Changes the grid; soft-wrapped lines reflow. */
  resize(cols: number, rows: number): void {
    this.#alive();
    checkSize(cols, rows);
    this.#port.post({type: 'resize', screen: this.#port.id, cols, rows});
  }

  /** Reads the screen as it is after everything fed so far. */
  snapshot(options: CaptureOptions = {}, waiting: Waiting = {}): Promise<ScreenCapture> {
    return this.#ask({type: 'capture', options}, waiting);
  }

  /** Modes set by the program so far. */
  modes(options: Waiting = {}): Promise<ScreenModes> {
    return this.#ask({type: 'modes'}, options);
  }

  /** Zero-based cursor in the viewport; at a delayed wrap the column is the last one. */
  cursor(options: Waiting = {}): Promise<ScreenCursor> {
    return this.#ask({type: 'cursor'}, options);
  }

  /** The whole state as an opaque string for {@link restore}; valid for the same build of cotty only. */
  serialize(options: Waiting = {}): Promise<string> {
    return this.#ask({type: 'serialize'}, options);
  }

  /** As {@link serialize}; null while a copy would not behave the same, as in the middle of a sequence. */
  checkpoint(options: Waiting = {}): Promise<string | null> {
    return this.#ask({type: 'checkpoint'}, options);
  }

  /**
   * What a fresh terminal must print to stand where this one stands: screen, styles, modes, cursor, and so many rows above the
   * viewport.
   */
  redraw({scrollback = REDRAW_SCROLLBACK, ...waiting}: Waiting & {readonly scrollback?: number} = {}): Promise<string> {
    return this.#ask({type: 'redraw', scrollback}, waiting);
  }

  /** The viewport row by row, cut to a terminal of that size. */
  paint(size: {readonly cols: number; readonly rows: number}, options: Waiting = {}): Promise<PaintedRows> {
    return this.#ask({type: 'paint', ...size}, options);
  }

  /** The viewport cell by cell, with all that is to be drawn of it. */
  grid(options: Waiting = {}): Promise<ScreenGrid> {
    return this.#ask({type: 'grid'}, options);
  }

  /** Rows of the screen and above it, by numbers that stay what they are while output scrolls. */
  lines(wanted: LinesWanted, options: Waiting = {}): Promise<ScreenLines> {
    return this.#ask({type: 'lines', wanted}, options);
  }

  /** Replaces the whole state, size included. A state that is not one makes later reads reject with `invalid_argument`. */
  restore(state: string): void {
    this.#alive();
    this.#port.post({type: 'restore', screen: this.#port.id, state});
  }

  /** Frees the emulator. Idempotent; later calls throw `cancelled`. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#port.close();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async #ask<Q extends Question>(question: Q, {signal}: Waiting): Promise<Answers[Q['type']]> {
    this.#alive();
    return this.#port.ask(question, signal);
  }

  #alive(): void {
    if (this.#disposed)
      throw new CottyError('cancelled', 'The screen was closed.', 'Make a new screen and replay the log.');
  }
}

function checkSize(cols: number, rows: number): void {
  const ok = (size: number): boolean => Number.isInteger(size) && size >= 1 && size <= MAX_SIZE;
  if (ok(cols) && ok(rows)) return;
  throw new CottyError(
    'invalid_argument',
    `A terminal cannot have ${cols} columns and ${rows} rows.`,
    `Give whole numbers from 1 to ${MAX_SIZE}.`,
  );
}

/** Rows above the viewport that a late viewer gets as well. */
const REDRAW_SCROLLBACK = 500;
