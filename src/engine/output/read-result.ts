import type {LogCursor} from '../../core/index.ts';

/** What a read of output gives. */
export interface ReadResult {
  readonly text: string;
  readonly cursor: LogCursor;
  /** Where to go on: everything before it is in `text`, or was not asked for. */
  readonly nextCursor: LogCursor;
  readonly missedBytes: number;
  /** Lines in the whole region, when they were counted. */
  readonly totalLines: number | null;
  /** Left out between the beginning and the end of a long output. */
  readonly omitted?: {readonly bytes: number; readonly lines: number} | null;
  /** Characters that a person at the terminal does not see; they are told apart in `text`. */
  readonly hidden: number;
  /** The pattern cost too many steps: the lines from `nextCursor` on were not searched. */
  readonly isIncomplete?: true;
}
