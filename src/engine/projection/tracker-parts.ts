import type {SessionId} from '../../core/index.ts';
import type {CommandParts} from './open-commands.ts';
import type {ShellStack} from './shell-stack.ts';
import type {ShellStart} from './tracked-shell.ts';

/** What a tracker is told of a session before its first event. */
export interface TrackedFacts extends ShellStart {
  /** Absent where there is but one. */
  readonly sessionId?: SessionId;
  /** Of the session's own shell; absent or null where nobody knows it. */
  readonly pid?: number | null;
  readonly cols: number;
  readonly rows: number;
}

/** The commands of a session, and the shells that run them. */
export interface TrackerParts extends CommandParts {
  readonly shells: ShellStack;
}
