/** A session's log as everybody but its writer sees it. */
import type {SessionEvent} from './events.ts';
import type {EventSeq, LogCursor} from './ids.ts';

/** How much of the output stream a read could give. */
export interface OutputSlice {
  readonly bytes: Uint8Array;
  /** Where `bytes` begins; later than asked when retention dropped the beginning. */
  readonly from: LogCursor;
  /** Asked-for bytes that are gone. */
  readonly missedBytes: number;
}

/** What somebody has made of a log's events up to `seq`, and of output up to `outputEnd`: to go on from instead of reading it again. */
export interface LogCheckpoint {
  readonly seq: EventSeq;
  readonly outputEnd: LogCursor;
  /** Anything that JSON can say. */
  readonly state: unknown;
}

/** The checkpoint beside a log: a shortcut that can be deleted at any time. */
export interface LogCheckpoints {
  /** The one that was kept last; null when there is none, and when the log is not the one, or not as long as, it was made of. */
  take(): LogCheckpoint | null;
  /**
   * Keeps this one in its place; it is found again with a later `seq` where nothing but output up to `outputEnd` followed. False when it cannot: the log is not known to reach that
   * far, or has no room beside it.
   */
  keep(checkpoint: LogCheckpoint): boolean;
}

/** Texts kept beside a log, each for a place in its output stream. They are shortcuts that can be deleted at any time. */
export interface KeptTexts {
  /** In ascending order. */
  places(): readonly number[];
  /** Undefined where none can be read. */
  read(place: number): string | undefined;
  /** Does nothing where none can be written. */
  write(place: number, text: string): void;
  forget(place: number): void;
}

/** When something was printed, and where in the stream it stands. */
export interface OutputTime {
  readonly seq: EventSeq;
  /** As in {@link SessionEvent}. */
  readonly atMs: number;
  readonly from: LogCursor;
  readonly to: LogCursor;
}

/** Reads the one truth about a session. Works while it lives and after. */
export interface SessionLogView {
  /** First byte still kept. */
  readonly oldest: LogCursor;
  /** One past the last byte of the output stream known to this reader. */
  readonly end: LogCursor;
  /** The event behind the last one that this reader has seen in the log. */
  readonly nextSeq: EventSeq;
  /** Bytes `[from, to)` of the output stream, at most `maxBytes`. */
  readOutput(from: LogCursor, to: LogCursor): Promise<OutputSlice>;
  /** Events after `after` in order, without waiting for new ones; `output: false` passes over output events cheaply. */
  events(after: EventSeq, options?: {readonly output?: boolean}): AsyncIterable<SessionEvent>;
  /** Of every output event after `after`, without reading what was printed where that is long. */
  outputTimes(after: EventSeq): AsyncIterable<OutputTime>;
  /** Absent where nothing can be kept beside the log. */
  readonly checkpoints?: LogCheckpoints | undefined;
  /** Screens of the past; absent where none can be kept. */
  readonly screens?: KeptTexts | undefined;
}
