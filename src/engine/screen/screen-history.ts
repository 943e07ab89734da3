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

const MOST_KEPT = 500;

/** What must be known of the past to draw a screen from the middle of the log. Of very much, the newest is kept. */
export class ScreenHistory {
  readonly sizes: SizeChange[] = [];
  readonly stretches: AlternateStretch[] = [];

  resized({offset, cols, rows}: EventOf<'resize'> | EventOf<'open'>): void {
    this.sizes.push({at: offset, cols, rows});
    if (this.sizes.length > MOST_KEPT) this.sizes.shift();
  }

  switched({offset, value}: EventOf<'mode'>): void {
    const last = this.stretches.at(-1);
    const isOn = last !== undefined && last.to === null;
    if (value > 0 && !isOn) this.stretches.push({from: offset, to: null});
    else if (value === 0 && isOn) last.to = offset;
    if (this.stretches.length > MOST_KEPT) this.stretches.shift();
  }
}
