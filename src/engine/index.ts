/** Sessions, commands, waits and the one write boundary. */

export type {
  CallScope,
  FileOperation,
  FileReply,
  PseudoTerminalHost,
  SkillFacts,
} from '../pseudoterm/index.ts';
export type {Caller} from './caller.ts';
export {
  type CommandRecord,
  type CommandState,
  type CompletionEvidence,
  endState,
  isSuspended,
} from './command-record.ts';
export {Engine, type EngineDefaults, type EngineOptions} from './engine.ts';
export type {SpineEvent, SpineEventKind, SpinePage} from './event-spine.ts';
export type {FinishedSession} from './finished-sessions.ts';
export {folderPath} from './folder-path.ts';
export {type Heartbeat, heartbeat} from './heartbeat.ts';
export {type Integrated, integrateShell} from './integrate-shell.ts';
export {compilePattern, type LinearPattern} from './linear-pattern.ts';
export {LiveOutput, type OutputListener, type OutputPiece} from './live-output.ts';
export {Patience} from './patience.ts';
export {type ReadResult, readOutput} from './read-output.ts';
export {type RunResult, runCommand, waitForCommand} from './run-command.ts';
export type {ScreenReading} from './screen-keeper.ts';
export type {Session, SessionState} from './session.ts';
export {type SessionSurroundings, surroundings} from './session-context.ts';
export {stateNow} from './state-now.ts';
export {type ScreenAfter, sendControl, sendKeys, sendText} from './typing.ts';
export type {Viewer, ViewerHandlers} from './viewer.ts';
export {type WatchResult, watchOutput} from './watch.ts';
