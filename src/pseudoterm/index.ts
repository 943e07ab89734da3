/** The pseudo-terminal: command lines with nothing behind them but code that ships with cotty. */
export {
  type AnyBuiltin,
  type ArgumentSpec,
  type Artifact,
  type ArtifactSink,
  type Builtin,
  type BuiltinContext,
  type BuiltinOutcome,
  type Capability,
  defaultLimits,
  defineBuiltin,
  type FileAccess,
  type FileFacts,
  type FlagSpecs,
  type JsonObject,
  type JsonValue,
  type PositionalSpecs,
  type ResourceLimits,
} from './command.ts';
export type {Completion} from './protocol/complete-line.ts';
export {PseudoError, type PseudoErrorCode} from './pseudo-error.ts';
export {createPseudoTerminal, type PseudoTerminal, type PseudoTerminalOptions} from './registry.ts';
export type {FinishedRun, ParsedCommand, RunHost, RunRequest, RunResult} from './run-protocol.ts';
