import type {CommandId, LogCursor} from '../../core/index.ts';
import type {CommandState, CompletionEvidence} from '../projection/command-record.ts';
import type {CommandLabels} from './command-labels.ts';
import type {RunResult} from './run-result.ts';

/** What became of input. */
export interface AfterInput extends CommandLabels {
  /** `ready`: no command has the terminal. `shell_exited` without a command: the shell ended at its prompt, and the session with it. */
  readonly state: CommandState | 'ready';
  /** Absent when `ready`, and for a program that the line editor has started. */
  readonly commandId?: CommandId;
  readonly via?: CompletionEvidence;
  readonly exitCode: number | null;
  readonly waitingFor?: RunResult['waitingFor'];
  /** For a reader; nothing of what a full-screen program draws. */
  readonly output: string;
  /** Characters of it that a person at the terminal does not see. */
  readonly hidden: number;
  /** One past the last byte that `output` covers. */
  readonly cursor: LogCursor;
}
