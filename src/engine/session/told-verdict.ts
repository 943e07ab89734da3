import type {LogCursor} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';

/** What was found of a command, and when: it holds while the tty says the same, and nothing was printed or typed since. */
export interface ToldVerdict {
  readonly record: CommandRecord;
  /** The verdict as JSON, before it was made fit for a reader. */
  readonly verdict: string;
  readonly outputEnd: LogCursor;
  /** Monotonic time of the newest input by then. */
  readonly inputMs: number;
}
