import type {ScreenCursor} from './capture.ts';

/** A part of the viewport, for a terminal of another size. */
export interface PaintedRows {
  /** One per row from the top: characters and SGR sequences, beginning and ending in the plain style, as wide as asked or less. */
  readonly rows: readonly string[];
  /** What stands above the first row and goes on in it, without a line feed; empty where the rows are cut. */
  readonly above: string;
  /** Within this part. */
  readonly cursor: ScreenCursor;
}
