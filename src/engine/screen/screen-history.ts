import type {EventOf, LogCursor} from '../../core/index.ts';

/** The terminal's size from a place in the output stream on. */
export interface SizeChange {
  readonly at: LogCursor;
  readonly cols: number;
  readonly rows: number;
}

/** A part of the output stream that was drawn on the alternate screen; `to` is null while it goes on. */
export interface AlternateStretch {
  readonly from: LogCursor;
  to: LogCursor | null;
}

/** A part of the stream in which the screens were switched too often for each switch to be kept. */
export interface UnsureStretch {
  readonly from: LogCursor;
  /** The switch that stands here is known again. */
  readonly to: LogCursor;
}

const MOST_KEPT = 500;

/** What must be known of the past to draw a screen from the middle of the log. Of very much, the newest is kept. */
export class ScreenHistory {
  readonly sizes: SizeChange[] = [];
  readonly stretches: AlternateStretch[] = [];
  readonly unsure: UnsureStretch[] = [];

  resized({offset, cols, rows}: EventOf<'resize'> | EventOf<'open'>): void {
    this.sizes.push({at: offset, cols, rows});
    if (this.sizes.length > MOST_KEPT) this.sizes.shift();
  }

  switched({offset, value, since}: EventOf<'mode'>): void {
    if (since !== undefined) this.#passOver(since, offset);
    const last = this.stretches.at(-1);
    const isOn = last !== undefined && last.to === null;
    if (value > 0 && !isOn) this.stretches.push({from: offset, to: null});
    else if (value === 0 && isOn) last.to = offset;
    if (this.stretches.length > MOST_KEPT) this.stretches.shift();
  }

  /** The screen that is drawn on where the stream has come to a place. */
  isAlternate(place: LogCursor): boolean {
    return this.stretches.some(({from, to}) => from < place && (to === null || to >= place));
  }

  /** Nothing of such a part may be left out of a replay: in between the primary screen was drawn on, too. */
  #passOver(from: LogCursor, to: LogCursor): void {
    const last = this.stretches.at(-1);
    if (last && last.to === null) last.to = from;
    this.unsure.push({from, to});
    if (this.unsure.length > MOST_KEPT) this.unsure.shift();
  }
}
