/** What host and runner say to each other over the process channel. Both sides are of one build. */
import type {ResourceLimits} from './command.ts';
import type {FileOperation, FileReply} from './files/file-operations.ts';
import type {FinishedRun, ParsedCommand, RunRequest} from './run-protocol.ts';

/**
 * `asking` writes nothing that needs the caller's word without it. A replay writes nothing at all: `dry` answers as if the file
 * had been written. `dry-checked` still refuses to replace one that exists, for runs that failed the first time, and
 * `dry-asking` asks, for runs that asked.
 */
export type Writes = 'real' | 'asking' | 'dry' | 'dry-checked' | 'dry-asking';

export type ToRunner =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly runId: string;
      readonly request: RunRequest;
      readonly writes: Writes;
      /** The question that the caller has said yes to. */
      readonly answered: string | null;
    }
  | {readonly type: 'file'; readonly id: number; readonly operation: FileOperation; readonly answered: string | null}
  | {readonly type: 'complete'; readonly id: number; readonly line: string}
  | {readonly type: 'cancel'; readonly id: number};

export type FromRunner =
  | {readonly type: 'ready'}
  /** Sent before the builtin begins: from here on the host enforces these limits. */
  | {readonly type: 'started'; readonly id: number; readonly parsed: ParsedCommand; readonly limits: ResourceLimits}
  | {readonly type: 'ran'; readonly id: number; readonly run: FinishedRun}
  | {readonly type: 'file'; readonly id: number; readonly reply: FileReply}
  | {readonly type: 'completed'; readonly id: number; readonly candidates: readonly string[]; readonly word: string};

/** First argument of the runner's program. */
export interface RunnerSetup {
  /** Real path of the workspace. */
  readonly workspace: string;
  /** Real path of the folder that holds a folder per run. */
  readonly artifacts: string;
  /** Real paths that stay closed although they lie inside the workspace. */
  readonly closed: readonly string[];
  /** Holds a `node_modules` with what was installed for some commands; need not exist. */
  readonly packages: string;
}
