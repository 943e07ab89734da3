/** Messages between {@link ScreenPool} and its worker threads. Private: both sides are always of one build. */
import type {ErrorShape} from '../core/index.ts';
import type {CaptureOptions, ScreenCapture, ScreenCursor, ScreenModes} from './capture.ts';
import type {PaintedRows} from './painted-rows.ts';
import type {ScreenGrid} from './picture/grid/screen-grid.ts';
import type {LinesWanted, ScreenLines} from './screen-lines.ts';
import type {FeedPlace} from './watch/beat.ts';

export interface ScreenOptions {
  readonly cols: number;
  readonly rows: number;
  /** Rows kept above the viewport. */
  readonly scrollback: number;
  /** Drawn sequence by sequence, so that what stops the emulator is known exactly. */
  readonly isSuspect: boolean;
}

/** What a worker thread is started with. */
export interface WorkerStart {
  readonly limits: WorkerLimits;
  /** Memory of its `Beat`. */
  readonly beat: SharedArrayBuffer;
}

/** How a worker bounds its memory. */
export interface WorkerLimits {
  /** A screen unused for this long is frozen to text. */
  readonly freezeAfterMs: number;
  /** Live emulators kept; the least recently used one beyond it is frozen. */
  readonly maxLive: number;
}

export interface PoolStats {
  readonly screens: number;
  /** Screens that hold an emulator now; the others are frozen or were never used. */
  readonly live: number;
}

export type Question =
  | {readonly type: 'capture'; readonly options: CaptureOptions}
  | {readonly type: 'modes'}
  | {readonly type: 'cursor'}
  | {readonly type: 'serialize'}
  | {readonly type: 'checkpoint'}
  /** `scrollback`: rows above the viewport that are drawn as well. */
  | {readonly type: 'redraw'; readonly scrollback: number}
  | {readonly type: 'paint'; readonly cols: number; readonly rows: number}
  /** The viewport cell by cell. */
  | {readonly type: 'grid'}
  /** Rows by their numbers. */
  | {readonly type: 'lines'; readonly wanted: LinesWanted}
  | {readonly type: 'flush'};

export interface Answers {
  readonly capture: ScreenCapture;
  readonly modes: ScreenModes;
  readonly cursor: ScreenCursor;
  readonly serialize: string;
  /** Null while a copy would not behave the same. */
  readonly checkpoint: string | null;
  readonly redraw: string;
  readonly paint: PaintedRows;
  readonly grid: ScreenGrid;
  readonly lines: ScreenLines;
  readonly flush: null;
  readonly stats: PoolStats;
}

export type ToWorker =
  | {readonly type: 'create'; readonly screen: number; readonly options: ScreenOptions}
  | {
      readonly type: 'feed';
      readonly screen: number;
      /** Ordinal, from one. */
      readonly feed: number;
      readonly bytes: Uint8Array;
      /** More output follows at once: nobody looks at the screen as these bytes leave it. */
      readonly hasMore: boolean;
    }
  | {readonly type: 'skip'; readonly screen: number; readonly bytes: number}
  | {readonly type: 'resize'; readonly screen: number; readonly cols: number; readonly rows: number}
  | {readonly type: 'restore'; readonly screen: number; readonly state: string}
  | {readonly type: 'dispose'; readonly screen: number}
  | {readonly type: 'ask'; readonly screen: number; readonly request: number; readonly question: Question}
  | {readonly type: 'stats'; readonly request: number; readonly freeze: boolean};

export type FromWorker =
  | {readonly type: 'answer'; readonly request: number; readonly value: Answers[keyof Answers]}
  | {
      readonly type: 'failure';
      readonly request: number;
      readonly error: ErrorShape;
      /** What the emulator failed of: the screen must be made anew without it. */
      readonly place?: FeedPlace;
    };
