/** Messages between {@link ScreenPool} and its worker threads. Private: both sides are always of one build. */
import type {ErrorShape} from '../core/index.ts';
import type {CaptureOptions, ScreenCapture, ScreenCursor, ScreenModes} from './capture.ts';

export interface ScreenOptions {
  readonly cols: number;
  readonly rows: number;
  /** Rows kept above the viewport. */
  readonly scrollback: number;
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
  /** `scrollback`: rows above the viewport that are drawn as well. */
  | {readonly type: 'redraw'; readonly scrollback: number}
  | {readonly type: 'flush'};

export interface Answers {
  readonly capture: ScreenCapture;
  readonly modes: ScreenModes;
  readonly cursor: ScreenCursor;
  readonly serialize: string;
  readonly redraw: string;
  readonly flush: null;
  readonly stats: PoolStats;
}

export type ToWorker =
  | {readonly type: 'create'; readonly screen: number; readonly options: ScreenOptions}
  | {readonly type: 'feed'; readonly screen: number; readonly bytes: Uint8Array}
  | {readonly type: 'resize'; readonly screen: number; readonly cols: number; readonly rows: number}
  | {readonly type: 'restore'; readonly screen: number; readonly state: string}
  | {readonly type: 'dispose'; readonly screen: number}
  | {readonly type: 'ask'; readonly screen: number; readonly request: number; readonly question: Question}
  | {readonly type: 'stats'; readonly request: number; readonly freeze: boolean};

export type FromWorker =
  | {readonly type: 'answer'; readonly request: number; readonly value: Answers[keyof Answers]}
  | {readonly type: 'failure'; readonly request: number; readonly error: ErrorShape};
