import {eventSeq, logCursor, type SessionEvent, type SessionLogView} from '../../core/index.ts';
import {
  type Footage,
  type FootageFacts,
  type Found,
  type Frame,
  isBehind,
  LineFinder,
  type Piece,
  type Place,
} from '../../timeline/index.ts';
import {maskedLog} from '../output/masked-log.ts';
import type {OutputSource} from '../output/output-source.ts';
import {MOST_KEPT} from '../projection/command-history.ts';
import type {PastScreen} from '../screen/past-screen.ts';
import type {SizeChange} from '../screen/screen-history.ts';
import type {ScreenKeepers} from '../screen/screen-keeper.ts';
import {chapterOf} from './chapter-of.ts';
import {TimeIndex} from './time-index.ts';

/** Pieces that are read at once. */
const BATCH_BYTES = 256 * 1024;
const BATCH_PIECES = 1000;
/** A shorter stretch is drawn quickly enough each time. */
const LONG_STRETCH_BYTES = 4 * 1024 * 1024;
const PREPARED_STEP_BYTES = 1024 * 1024;

/** Whose life it is. */
export interface FilmedSession {
  readonly sessionId: string;
  readonly name: string;
  readonly source: Pick<OutputSource, 'log' | 'recent' | 'tracker' | 'secrets'>;
}

/** A session's log as footage, without its secrets: nothing of it is kept in memory but when it was printed. */
export class LogFootage implements Footage, Disposable {
  facts: FootageFacts;
  readonly #session: FilmedSession;
  readonly #past: PastScreen;
  readonly #screens: ScreenKeepers;
  readonly #index: TimeIndex;
  readonly #began: Pick<SessionEvent, 'atMs' | 'wallMs'>;
  /** Without secrets. */
  readonly log: SessionLogView;

  static async open(session: FilmedSession, screens: ScreenKeepers, signal?: AbortSignal): Promise<LogFootage> {
    const {log} = session.source;
    let began: Pick<SessionEvent, 'atMs' | 'wallMs'> = {atMs: 0, wallMs: Date.now()};
    for await (const event of log.events(eventSeq(0))) {
      began = event;
      break;
    }
    const index = new TimeIndex(log);
    await index.update(signal);
    return new LogFootage(session, {index, began, screens});
  }

  private constructor(
    session: FilmedSession,
    parts: {index: TimeIndex; began: Pick<SessionEvent, 'atMs' | 'wallMs'>; screens: ScreenKeepers},
  ) {
    this.#session = session;
    this.log = maskedLog(session.source.log, session.source.secrets ?? null);
    this.#index = parts.index;
    this.#began = parts.began;
    this.#screens = parts.screens;
    this.#past = parts.screens.past(session.source);
    this.facts = this.#factsNow();
  }

  /** Takes in what has happened since. */
  async refresh(): Promise<FootageFacts> {
    await this.#index.update();
    this.facts = this.#factsNow();
    return this.facts;
  }

  async frame(
    atMs: number,
    {at, signal}: {readonly at?: number | undefined; readonly signal?: AbortSignal | undefined} = {},
  ): Promise<Frame> {
    const {oldest, end} = this.facts;
    const wanted = at ?? (await this.#index.cursorAt(atMs));
    signal?.throwIfAborted();
    const cursor = Math.min(Math.max(wanted, oldest), end);
    return {atMs, at: cursor, ...(await this.look(cursor))};
  }

  /** What a terminal prints to show a place, and its size. Errors: `invalid_argument` for one that is not kept. */
  look(at: number): Promise<{state: string; cols: number; rows: number}> {
    return this.#past.look(logCursor(at), async (screen, signal, {cols, rows}) => ({
      state: this.#masked(await screen.redraw({scrollback: 0, signal})),
      cols,
      rows,
    }));
  }

  async pieces(after: Place, signal?: AbortSignal): Promise<readonly Piece[]> {
    const pieces: Piece[] = [];
    let bytes = 0;
    for await (const piece of this.#piecesBehind(after)) {
      signal?.throwIfAborted();
      pieces.push(piece);
      bytes += piece.type === 'output' ? piece.bytes.length : 0;
      if (bytes >= BATCH_BYTES || pieces.length === BATCH_PIECES) break;
    }
    return pieces;
  }

  async search(words: string, signal?: AbortSignal): Promise<Found> {
    const finder = new LineFinder(words);
    for await (const piece of this.#piecesBehind({at: 0, atMs: -1})) {
      signal?.throwIfAborted();
      finder.push(piece);
      if (finder.isFull) break;
    }
    return finder.end();
  }

  /** Draws what full-screen programs have drawn for long once, so that jumps into it are quick from then on. */
  async prepare(signal: AbortSignal): Promise<void> {
    const {tracker, log} = this.#session.source;
    if (!log.screens) return;
    using past = this.#screens.past(this.#session.source);
    for (const {from, to} of [...tracker.screen.stretches]) {
      const end = to ?? tracker.outputEnd;
      const begin = Math.max(from, log.oldest);
      if (end - begin < LONG_STRETCH_BYTES) continue;
      for (let at = begin; at < end; at += PREPARED_STEP_BYTES) {
        if (signal.aborted) return;
        await past.look(logCursor(at), (screen, waiting) => screen.flush({signal: waiting}));
      }
    }
  }

  /** The sizes that the terminal had, and from where on. */
  get sizes(): readonly SizeChange[] {
    return this.#session.source.tracker.screen.sizes;
  }

  /** When the output had come to a place. */
  timeOf(at: number): Promise<number> {
    return this.#index.timeOf(at);
  }

  [Symbol.dispose](): void {
    this.#past[Symbol.dispose]();
  }

  async *#piecesBehind(place: Place): AsyncGenerator<Piece> {
    for await (const event of this.log.events(this.#index.seqBefore(place.at))) {
      if (event.type === 'output') {
        const at = event.offset + event.bytes.length;
        const known = Math.max(0, place.at - event.offset);
        if (at > place.at) yield {type: 'output', atMs: event.atMs, at, bytes: event.bytes.subarray(known)};
      } else if (event.type === 'resize') {
        const piece: Piece = {type: 'size', atMs: event.atMs, at: event.offset, cols: event.cols, rows: event.rows};
        if (isBehind(piece, place)) yield piece;
      }
    }
  }

  #masked<Value>(value: Value): Value {
    return this.#session.source.secrets?.maskAll(value) ?? value;
  }

  #factsNow(): FootageFacts {
    const {sessionId, name, source} = this.#session;
    const {log, tracker} = source;
    const chapters = [...tracker.recentCommands(MOST_KEPT)].map(chapterOf).toSorted((a, b) => a.start_ms - b.start_ms);
    const lastMs = Math.max(this.#index.endMs, ...chapters.slice(-1).map(({end_ms, start_ms}) => end_ms ?? start_ms));
    return {
      session_id: sessionId,
      name: this.#masked(name),
      began_at_ms: Math.round(this.#began.wallMs - this.#began.atMs),
      oldest_ms: log.oldest === 0 ? 0 : (this.#index.active[0]?.[0] ?? 0),
      length_ms: Math.max(lastMs, tracker.exit?.atMs ?? 0),
      is_over: tracker.phase === 'exited',
      oldest: log.oldest,
      end: Math.max(log.oldest, Math.min(this.#index.end, tracker.outputEnd)),
      chapters: this.#masked(chapters),
      active: this.#index.active,
    };
  }
}
