import type {LogCursor, TerminalNotice, TrackedMode} from '../../core/index.ts';

export interface LogPosition {
  /** One past the last output byte. */
  readonly end: LogCursor;
  readonly nextSeq: number;
  /** Line feeds in the output stream so far. */
  readonly lines: number;
}

/** Tracked modes that a program has set; absent is reset. */
export type TerminalModes = Readonly<Partial<Record<TrackedMode, number>>>;

export type NoticeListener = (notice: TerminalNotice) => void;
