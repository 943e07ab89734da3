import type {IntegrationLevel} from '../../core/index.ts';
import {CommandHistory} from './command-history.ts';
import type {CommandRecord} from './command-record.ts';
import {ShellLine, ShellLines} from './shell-lines.ts';

/** What a tracker is told of a session before its first event. */
export interface TrackedFacts {
  readonly integration: IntegrationLevel;
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
}

/** The commands of a session, the shells that run them, and who waits for whose end. */
export interface TrackerParts {
  readonly history: CommandHistory;
  readonly shells: ShellLines;
  /** Commands of nested shells that were left, whose end is that of what ran them. */
  readonly left: {readonly record: CommandRecord; readonly isFar: boolean}[];
}

/** Of a session of which nothing has happened yet. */
export function newParts(facts: TrackedFacts): TrackerParts {
  return {history: new CommandHistory(), shells: new ShellLines(new ShellLine(null, facts)), left: []};
}
