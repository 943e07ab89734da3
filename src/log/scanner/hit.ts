/** What the scanner finds in an output stream. */
import type {MarkEvent, ModeEvent, TerminalQuery} from '../../core/index.ts';

/** A mark as found: everything of a mark event but the line count, which the log's writer knows. */
export type MarkHit = Omit<MarkEvent, 'lines'>;

/** What a shell says on our asking: a step in giving a nested one its marks (`src/backends/shell/nested-shell.ts`), or its line. */
export interface AnswerHit {
  readonly type: 'answer';
  /** The asking line's own. */
  readonly token: string;
  readonly step: number;
  readonly facts: Readonly<Record<string, string>>;
  /** Of the shell that its nonce shows to have said so, counted as in marks; 0 is the session's own. Null when nothing shows it. */
  readonly shell: number | null;
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
