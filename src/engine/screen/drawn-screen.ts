import type {LogCursor} from '../../core/index.ts';
import {logCursor} from '../../core/index.ts';
import type {FeedPlace, Screen, ScreenPool} from '../../screen/index.ts';
import {readRange} from '../output/output-source.ts';
import {KeptScreens} from './kept-screens.ts';
import {planReplay, type ReplayPlan} from './plan-replay.ts';
import type {SizeChange} from './screen-history.ts';
import type {DrawnSource} from './screen-source.ts';

/** What draws a session's screen: a pool that is made at first use. */
export type Pool = () => ScreenPool;

/** How far a drawing has come, and all that is needed to go on from there. */
interface Progress {
  fedTo: LogCursor;
  /** The size the screen has now. */
  size: SizeChange | null;
  /** What is left out of the present replay. */
  skips: readonly ReplayPlan['skips'][number][];
  /** The replay has begun somewhere in a line: that one is left out. */
  beginsInLine: boolean;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * A screen drawn from a session's log. When the thread that draws it hangs or dies, it is drawn again from its last
 * checkpoint, without the output that it hung on.
 */
export class DrawnScreen implements Disposable {
  readonly #session: DrawnSource;
  readonly #pool: Pool;
  #screen: Screen | null = null;
  #at: Progress = {fedTo: logCursor(0), size: null, skips: [], beginsInLine: false};
  #checkpoint: {readonly state: string; readonly at: Progress} | null = null;
  #fedSinceCheckpoint = 0;
  readonly #kept: KeptScreens | null;
  /** Of what a full-screen program has drawn: so much since a screen was kept beside the log. */
  #fedSinceKept = 0;
  /** Feeds that nothing has been heard of yet, and where in the log each begins. */
  readonly #underWay = new Map<number, number>();
  /** Output that the emulator does not get over, oldest first. */
  readonly #poison: Range[] = [];
  #isSuspect = false;
  readonly #end = new AbortController();

  constructor(session: DrawnSource, pool: Pool) {
    this.#session = session;
    this.#pool = pool;
    this.#kept = session.log.screens ? new KeptScreens(session.log.screens) : null;
  }

  /** Where it stands. */
  get fedTo(): LogCursor {
    return this.#at.fedTo;
  }

  /** The size of the terminal there; null before the first is known. */
  get size(): SizeChange | null {
    return this.#at.size;
  }

  /** Begins with what another drawing of the same session has saved, where that is before what is asked for. */
  beginAt(other: DrawnScreen): void {
    this.#checkpoint = other.#checkpoint;
  }

  /** Draws up to a place in the log, never further, and looks. */
  async look<T>(to: LogCursor, see: (screen: Screen, signal: AbortSignal) => Promise<T>): Promise<T> {
    let own = 0;
    for (let losses = 1; ; losses++) {
      try {
        const seen = await see(await this.#catchUp(to), this.#end.signal);
        this.#underWay.clear();
        return seen;
      } catch (error) {
        const loss = this.#screen?.loss;
        if (!loss || losses === MOST_LOSSES || this.#end.signal.aborted) throw error;
        if (loss.isOwn) {
          this.#learn(loss.place);
          // Better no past on the screen than no screen.
          if (++own === MOST_OWN_LOSSES) this.#passOver({from: 0, to});
        }
        this.#leave();
      }
    }
  }

  /** Saves what was drawn when that has become much, so that it need not be drawn again. */
  async keepCheckpoint(): Promise<void> {
    if (!this.#screen || this.#fedSinceCheckpoint < CHECKPOINT_BYTES) return;
    const at = {...this.#at};
    const state = await this.#screen.checkpoint({signal: this.#end.signal});
    if (state === null) return;
    this.#checkpoint = {state, at};
    this.#fedSinceCheckpoint = 0;
  }

  /** The screen is drawn anew from the log next time. */
  forget(): void {
    this.#leave();
    this.#checkpoint = null;
  }

  /** Ends what is under way: it rejects with `cancelled`. */
  [Symbol.dispose](): void {
    this.#end.abort();
    this.forget();
  }

  #leave(): void {
    this.#screen?.dispose();
    this.#screen = null;
    this.#underWay.clear();
  }

  /** A suspect is drawn with such care that the place it fails at is one sequence: that is passed over from then on. */
  #learn(place: FeedPlace | undefined): void {
    const fedFrom = place && this.#underWay.get(place.feed);
    if (this.#isSuspect && place && fedFrom !== undefined) {
      const from = fedFrom + place.offset;
      this.#passOver({from, to: from + place.length});
    } else if (this.#isSuspect) {
      // It did not fail at any output: perhaps at what was saved.
      this.#checkpoint = null;
    }
    this.#isSuspect = true;
  }

  #passOver(range: Range): void {
    this.#poison.push(range);
    if (this.#poison.length > MOST_POISON) this.#poison.shift();
  }

  async #catchUp(to: LogCursor): Promise<Screen> {
    if (this.#screen && this.#at.fedTo > to) this.#leave();
    if (this.#screen && (!this.#isNear(to) || this.#hasNearer(this.#at.fedTo, to))) this.forget();
    const screen = this.#screen ?? this.#begin(to);
    while (this.#at.fedTo < to) {
      this.#applySizes(screen);
      const [skip] = this.#at.skips;
      const poison = this.#poison.find(range => range.from <= this.#at.fedTo && range.to > this.#at.fedTo);
      if (skip && skip.from <= this.#at.fedTo) {
        screen.feed(ALTERNATE_ON);
        this.#at.fedTo = skip.to;
        this.#at.skips = this.#at.skips.slice(1);
      } else if (poison) {
        const end = Math.min(poison.to, to);
        screen.feed(CANCEL);
        screen.skip(end - this.#at.fedTo);
        this.#at.fedTo = logCursor(end);
      } else {
        await this.#feed(screen, this.#nextStop(to), to);
        if (this.#fedSinceKept >= KEPT_EVERY_BYTES) await this.#keepBeside(screen);
      }
    }
    this.#applySizes(screen);
    return screen;
  }

  /** How far can be fed at once. */
  #nextStop(to: LogCursor): LogCursor {
    const {fedTo, skips} = this.#at;
    const poison = this.#poison.find(range => range.from > fedTo)?.from;
    // The end of the output is not torn apart: it is what the screen shows.
    const sliceBytes = this.#fedSinceKept >= KEPT_EVERY_BYTES ? PLACE_BYTES : SLICE_BYTES;
    const slice = to - fedTo > SLICE_BYTES ? Math.min(fedTo + sliceBytes, to - LAST_BYTES) : to;
    return logCursor(Math.min(slice, skips[0]?.from ?? to, poison ?? to, this.#nextSize()?.at ?? to));
  }

  async #feed(screen: Screen, end: LogCursor, to: LogCursor): Promise<void> {
    const from = this.#at.fedTo;
    const read = await readRange(this.#session, from, end);
    const bytes = this.#at.beginsInLine ? read.bytes.subarray(read.bytes.indexOf(LF) + 1) : read.bytes;
    this.#at.beginsInLine = false;
    // What is missing was dropped at the beginning.
    this.#underWay.set(screen.feed(bytes, {hasMore: end < to}), end - bytes.length);
    if (bytes.length >= SLICE_BYTES) {
      await screen.flush({signal: this.#end.signal});
      this.#underWay.clear();
    }
    this.#at.fedTo = end;
    this.#fedSinceCheckpoint += end - from;
    const isAlternate = this.#session.tracker.screen.isAlternate(end);
    this.#fedSinceKept = isAlternate ? this.#fedSinceKept + end - from : 0;
  }

  /** A program that has the screen for long is drawn from here the next time. */
  async #keepBeside(screen: Screen): Promise<void> {
    const {fedTo, size} = this.#at;
    const isKept = this.#kept?.has(fedTo - KEPT_EVERY_BYTES / 2, fedTo) ?? true;
    const state = isKept ? undefined : await screen.checkpoint({signal: this.#end.signal});
    // In the middle of a sequence the next place is as good.
    if (state === null) return;
    this.#fedSinceKept = 0;
    if (state !== undefined) this.#kept?.keep({state, at: fedTo, size}, this.#session.log.oldest);
  }

  /** Drawing on costs less than drawing anew, or the program on the alternate screen cannot be drawn anew. */
  #isNear(to: LogCursor): boolean {
    const isAlternate = this.#session.tracker.screen.isAlternate(to);
    return to - this.#at.fedTo <= (isAlternate ? 16 * REPLAY_BYTES : REPLAY_BYTES);
  }

  /** A screen is kept beside the log from which there is much less to draw. */
  #hasNearer(from: LogCursor, to: LogCursor): boolean {
    return to - from > KEPT_EVERY_BYTES && this.#kept?.has(from + KEPT_EVERY_BYTES, to) === true;
  }

  #begin(to: LogCursor): Screen {
    return this.#resume(to) ?? this.#replay(to);
  }

  /** From a screen that is kept beside the log, where that is nearer than what would be replayed. */
  #recall(to: LogCursor, from: LogCursor): Screen | null {
    const kept = this.#kept?.nearest(to, Math.max(from, this.#session.log.oldest));
    if (!kept) return null;
    const {sizes} = this.#session.tracker.screen;
    const size = sizes.find(
      ({at, cols, rows}) => at === kept.size?.at && cols === kept.size.cols && rows === kept.size.rows,
    );
    if (kept.size && !size) return null;
    const screen = this.#newScreen(size ?? this.#session.tracker);
    screen.restore(kept.state);
    this.#at = {fedTo: logCursor(kept.at), size: size ?? null, skips: [], beginsInLine: false};
    this.#fedSinceCheckpoint = this.#fedSinceKept = 0;
    return screen;
  }

  /** From the checkpoint, where the log still has what came after it. */
  #resume(to: LogCursor): Screen | null {
    if (!this.#checkpoint) return null;
    this.#at = {...this.#checkpoint.at};
    if (this.#at.fedTo < this.#session.log.oldest || this.#at.fedTo > to || !this.#isNear(to)) return null;
    if (this.#hasNearer(this.#at.fedTo, to)) return null;
    const screen = this.#newScreen(this.#at.size ?? this.#session.tracker);
    screen.restore(this.#checkpoint.state);
    this.#fedSinceCheckpoint = 0;
    return screen;
  }

  #replay(to: LogCursor): Screen {
    const {tracker, log} = this.#session;
    const {sizes, stretches, unsure} = tracker.screen;
    const plan = planReplay(stretches, {oldest: log.oldest, to, unsure});
    const recalled = this.#recall(to, plan.from);
    if (recalled) return recalled;
    const size = sizes.findLast(change => change.at <= plan.from) ?? sizes[0] ?? null;
    const screen = this.#newScreen(size ?? tracker);
    this.#at = {fedTo: plan.from, size, skips: plan.skips, beginsInLine: plan.from > 0 && !plan.beginsAlternate};
    this.#fedSinceCheckpoint = 0;
    if (plan.beginsAlternate) screen.feed(ALTERNATE_ON);
    return screen;
  }

  #newScreen({cols, rows}: {cols: number; rows: number}): Screen {
    this.#screen = this.#pool().createScreen({cols, rows, scrollback: SCROLLBACK, isSuspect: this.#isSuspect});
    return this.#screen;
  }

  /** The size that comes after the one the screen has. */
  #nextSize(): SizeChange | undefined {
    const {sizes} = this.#session.tracker.screen;
    return this.#at.size ? sizes[sizes.indexOf(this.#at.size) + 1] : sizes[0];
  }

  #applySizes(screen: Screen): void {
    for (let next = this.#nextSize(); next && next.at <= this.#at.fedTo; next = this.#nextSize()) {
      const {size} = this.#at;
      if (next.cols !== size?.cols || next.rows !== size.rows) screen.resize(next.cols, next.rows);
      this.#at.size = next;
    }
  }
}

/** A longer backlog is not caught up with: the screen is made anew. */
const REPLAY_BYTES = 2 * 1024 * 1024;
const SLICE_BYTES = 256 * 1024;
/** More than the emulator ever draws for its own sake. */
const LAST_BYTES = 16 * 1024;
const SCROLLBACK = 2000;
/** After so much output it is worth saving what came of it. */
const CHECKPOINT_BYTES = 512 * 1024;
/** So much of a full-screen program is drawn again in a tenth of a second. */
const KEPT_EVERY_BYTES = 3 * 1024 * 1024;
/** Places at so short a distance are tried for one at which a screen can be kept: most in the middle of drawing are none. */
const PLACE_BYTES = 4 * 1024 + 1;
/** Threads that may be lost for one look; the others are lost to other screens. */
const MOST_LOSSES = 10;
const MOST_OWN_LOSSES = 5;
const MOST_POISON = 100;
const ALTERNATE_ON = Buffer.from('\x1b[?1049h');
/** Ends a sequence that is not whole. */
const CANCEL = Buffer.from('\x18');
const LF = 10;
