import type {IntegrationLevel} from '../../core/index.ts';
import type {CommandParts} from './open-commands.ts';
import type {ShellLines} from './shell-lines.ts';

/** What a tracker is told of a session before its first event. */
export interface TrackedFacts {
  readonly integration: IntegrationLevel;
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
}

/** The commands of a session, and the shells that run them. */
export interface TrackerParts extends CommandParts {
  readonly shells: ShellLines;
}
