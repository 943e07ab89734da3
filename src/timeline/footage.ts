/** What a time line shows: a session's whole life, wherever it is kept. Plain data is named as it is told to others. */

/** One command, as a chapter of the session's life. */
export interface Chapter {
  readonly command_id: string;
  /** Null where the shell did not tell the line. */
  readonly command_line: string | null;
  /** Who has given the line, e.g. `person anna`. */
  readonly by: string;
  /** In the time of {@link FootageFacts}. */
  readonly start_ms: number;
  /** Null while it runs. */
  readonly end_ms: number | null;
  /** Null while it runs, and where nobody knows it. */
  readonly exit_code: number | null;
  readonly state: string;
  /** Of its output in the stream. */
  readonly from: number;
  /** Null while it runs. */
  readonly to: number | null;
}

/** A time in which something was printed now and again. */
export type ActiveStretch = readonly [fromMs: number, toMs: number];

/** All times are milliseconds since the session began. */
export interface FootageFacts {
  readonly session_id: string;
  readonly name: string;
  /** Unix milliseconds of time 0. */
  readonly began_at_ms: number;
  /** What came before is not kept any more. */
  readonly oldest_ms: number;
  /** How far it goes; more may follow where the session lives. */
  readonly length_ms: number;
  readonly is_over: boolean;
  /** In the stream of output: what is kept. */
  readonly oldest: number;
  readonly end: number;
  readonly chapters: readonly Chapter[];
  readonly active: readonly ActiveStretch[];
}

/** The screen of one moment. */
export interface Frame {
  readonly atMs: number;
  /** Where the output had come to. */
  readonly at: number;
  readonly cols: number;
  readonly rows: number;
  /** What a fresh terminal of that size prints to show it. */
  readonly state: string;
}

/** What happens next. */
export type Piece =
  | {readonly type: 'output'; readonly atMs: number; readonly at: number; readonly bytes: Uint8Array}
  | {readonly type: 'size'; readonly atMs: number; readonly at: number; readonly cols: number; readonly rows: number};

/** A place between two pieces: the stream offset behind the first, and its time. */
export interface Place {
  readonly atMs: number;
  readonly at: number;
}

/** A line of output with the words that were looked for. */
export interface Match {
  readonly at_ms: number;
  /** Stream offset behind the line. */
  readonly at: number;
  readonly line: string;
}

export interface Found {
  readonly matches: readonly Match[];
  /** There are more than are told. */
  readonly is_cut: boolean;
}

export interface Footage {
  readonly facts: FootageFacts;
  /**
   * The screen at a moment; before the first and after the last one it is that one. At one moment more may have been printed than
   * belongs to what is looked for: `at` says how far the output had come.
   */
  frame(
    atMs: number,
    options?: {readonly at?: number | undefined; readonly signal?: AbortSignal | undefined},
  ): Promise<Frame>;
  /** The next pieces in their order, some at a time; none at the end. A gap in what is kept is passed over. */
  pieces(after: Place, signal?: AbortSignal): Promise<readonly Piece[]>;
  /** Lines of output with these words, oldest first. */
  search(words: string, signal?: AbortSignal): Promise<Found>;
}
