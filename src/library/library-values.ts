/** What the library takes and gives: names and meanings are those of every other surface (tools, HTTP, `--json`). */
import type {CommandState, CompletionEvidence} from '../engine/index.ts';

export interface WaitOptions {
  /** Seconds; 30 for a command, 60 for a watch. Ends the wait, never the command. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RunOptions extends WaitOptions {
  /** False: do not wait at all; `read` the output later. */
  readonly wait_for_completion?: boolean | undefined;
  /** RE2 pattern: also stop waiting when a line of output matches. */
  readonly until?: string | undefined;
  /** Most bytes of output in the result; what is left out is counted. Default 1 000 000. */
  readonly max_output_bytes?: number | undefined;
}

/** What became of a command. */
export interface RunResult {
  readonly command_id: string;
  readonly session_id: string;
  readonly state: CommandState;
  /** The evidence for it. */
  readonly via: CompletionEvidence;
  /** Null: not known. */
  readonly exit_code: number | null;
  /** As a person would copy it: without echo, prompt and control sequences. */
  readonly output: string;
  readonly output_bytes: number;
  readonly output_lines: number;
  readonly omitted: {readonly bytes: number; readonly lines: number} | null;
  /** Where the output of this session goes on. */
  readonly cursor: number;
  readonly duration_ms: number;
  readonly cwd: string;
  readonly completed: boolean;
  readonly timed_out: boolean;
  /** Only while not completed. */
  readonly screen_snapshot?: string | undefined;
  /** What is asked for, when state is `awaiting_input` or `secret_wanted`. */
  readonly waiting_for?: {readonly kind: string; readonly program: string | null; readonly tail: string} | undefined;
  /** The line that `until` matched. */
  readonly matched_line?: string | undefined;
  /** Characters of the output that a person at the terminal does not see: they stand as `<U+202E>` or in `<hidden>…</hidden>`. */
  readonly hidden?: number | undefined;
}

export interface ReadOptions {
  /** Of this command; default the whole session. */
  readonly command_id?: string | undefined;
  /** Only what comes after it. */
  readonly cursor?: number | undefined;
  /** First line; negative counts from the end. */
  readonly offset_lines?: number | undefined;
  readonly limit_lines?: number | undefined;
  /** As it was printed: control sequences, hidden characters and all. Not with `grep` or lines. */
  readonly raw?: boolean | undefined;
  /** RE2 pattern: only lines that match. */
  readonly grep?: string | undefined;
  readonly context_lines?: number | undefined;
  /** Default 1 000 000. */
  readonly max_output_bytes?: number | undefined;
  /** Wait so long until the command is no longer running, or until the session has bytes after the cursor. */
  readonly wait_ms?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ReadResult {
  readonly text: string;
  readonly cursor: number;
  /** Where to go on reading. */
  readonly next_cursor: number;
  readonly missed_bytes: number;
  /** Of the command, or of the session. */
  readonly state: string;
  readonly exit_code: number | null;
  /** The pattern needed too many steps: what follows `next_cursor` was not searched. */
  readonly search_incomplete?: boolean | undefined;
  readonly hidden?: number | undefined;
}

export interface WatchOptions extends WaitOptions {
  /** Look at output from here on, e.g. the `cursor` of a result; default is what comes from now on. */
  readonly cursor?: number | undefined;
  /** Ends the watch without a match. */
  readonly stop_pattern?: string | undefined;
  /** Also match prompts and typed command lines. */
  readonly include_echo?: boolean | undefined;
}

export interface WatchResult {
  readonly matched: boolean;
  readonly lines: readonly string[];
  readonly match_count: number;
  readonly pattern: string;
  readonly timed_out: boolean;
  readonly hidden?: number | undefined;
  /** The stop pattern came first. */
  readonly stopped: boolean;
  readonly cursor: number;
  readonly missed_bytes: number;
}
