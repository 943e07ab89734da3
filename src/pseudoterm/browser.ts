/** `import {createPseudoTerminal} from 'cotty/pseudo-terminal'`: what runs in browsers too. Nothing here needs `node:*`. */
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
export {quoteWord} from './protocol/quote-word.ts';
export {PseudoError, type PseudoErrorCode} from './pseudo-error.ts';
export {createPseudoTerminal, type PseudoTerminal, type PseudoTerminalOptions} from './registry.ts';
export type {ExecResult, FinishedRun, ParsedCommand, RunHost, RunRequest} from './run-protocol.ts';
