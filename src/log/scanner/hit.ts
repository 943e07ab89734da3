/** What the scanner finds in an output stream. */
import type {MarkEvent, ModeEvent, TerminalQuery} from '../../core/index.ts';

/** A mark as found: everything of a mark event but the line count, which the log's writer knows. */
export type MarkHit = Omit<MarkEvent, 'lines'>;

/** A step in giving a nested shell its marks, see `src/backends/shell/nested-shell.ts`. */
export interface AnswerHit {
  readonly type: 'answer';
  /** The asking line's own. */
  readonly token: string;
  readonly step: number;
  readonly facts: Readonly<Record<string, string>>;
}

export type ControlHit =
  | MarkHit
  | AnswerHit
  | ModeEvent
  | {readonly type: 'title'; readonly title: string}
  | {readonly type: 'custom'; readonly event: string; readonly data: string}
  | {readonly type: 'query'; readonly query: TerminalQuery};

export interface ScanHit {
  /** Stream offset of the control sequence's first byte. May lie before the bytes of this `scan` call. */
  readonly start: number;
  /** Stream offset after its last byte. */
  readonly end: number;
  readonly hit: ControlHit;
}
