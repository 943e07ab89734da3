import type {ScreenCursor, ScreenSnapshot} from '../core/index.ts';
import type {KeyModes} from './keys/key-modes.ts';

/** What part of a screen to read. */
export interface CaptureOptions {
  /** -1 (default): the viewport. n > 0: the last n rows, reaching into the scrollback; blank rows at the end do not count. */
  readonly lines?: number | undefined;
  /** With `lines` -1: the whole scrollback and the viewport. Default false. */
  readonly scrollback?: boolean | undefined;
  /** Rows that the terminal wrapped are joined to one line of `text`. Default false. */
  readonly joinWrapped?: boolean | undefined;
  /** Marks the cursor in `text`: █ where its cell is blank; a character stays what it is. Default false. */
  readonly markCursor?: boolean | undefined;
  /** Text that a person does not see is marked in `text`, for `revealHidden`. Default false. */
  readonly marksConcealed?: boolean | undefined;
  /** Adds `styles`; they count rows as they are on the screen. Default false. */
  readonly styles?: boolean | undefined;
  /** Adds `apart`, of the same moment. Default false. */
  readonly apart?: boolean | undefined;
}

/** Rows one by one, for whoever changes their text and puts it together again. */
export interface RowsApart {
  /** As wide as the screen where the next goes on with them, else without blanks at the end. */
  readonly rows: readonly string[];
  /** By row: something stands in its last column, or the next was wrapped from it. A text may go on there. */
  readonly goesOn: readonly boolean[];
  /** By row: the terminal has wrapped it from the one before. */
  readonly isWrapped: readonly boolean[];
  /** What stands in the rows above the first and goes on in it, without a line feed. */
  readonly above: string;
}

/** A stretch of equally styled cells that differs from the default style. */
export interface StyledRun {
  /** Zero-based line of `text`. */
  readonly row: number;
  /** Zero-based cell column. */
  readonly col: number;
  /** Cells, counting a wide character as two. */
  readonly length: number;
  /** Words as in `bold underline fg=red bg=#102030 fg=palette-208`. */
  readonly style: string;
}

/** A snapshot whose `text` holds the rows that were asked for; `hash`, `cursor` and sizes always describe the viewport. */
export interface ScreenCapture extends ScreenSnapshot {
  /** Rows of scrollback and viewport together. */
  readonly totalLines: number;
  /** Viewport row of the first line of `text`; negative in the scrollback. */
  readonly firstRow: number;
  /** Output that was passed over instead of drawn, and may be missing from these rows; 0 as a rule. */
  readonly skippedBytes: number;
  /** Present when asked for. */
  readonly styles?: readonly StyledRun[];
  /** Present when asked for: the rows of `text` with its marks, and those of the viewport without any. */
  readonly apart?: {readonly asked: RowsApart; readonly viewport: RowsApart};
}

/** Modes of the emulated terminal, enough to encode keys and answer mode reports. */
export interface ScreenModes extends KeyModes {
  readonly alternateScreen: boolean;
  readonly focusReporting: boolean;
  readonly synchronizedOutput: boolean;
  readonly cursorVisible: boolean;
  readonly wraparound: boolean;
  readonly insert: boolean;
  readonly origin: boolean;
}

export type {ScreenCursor};
