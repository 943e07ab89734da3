/** The pseudo-terminal: command lines with nothing behind them but code that ships with cotty. */
import type {CallScope, PseudoTerminalHost, PseudoTerminalHostOptions, Replay} from './host/pseudo-terminal-host.ts';
import type {PseudoTerminalOptions} from './registry.ts';

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
export type {FileOperation, FileReply, GrepMatch} from './files/file-operations.ts';
export type {RunRecord, RunRecordSink} from './host/run-log.ts';
export type {RunnerProgram} from './host/runner-command.ts';
export type {SkillFacts, SkillText} from './host/skills.ts';
export type {Completion} from './protocol/complete-line.ts';
export {quoteWord} from './protocol/quote-word.ts';
export {PseudoError, type PseudoErrorCode} from './pseudo-error.ts';
export {createPseudoTerminal, type PseudoTerminal} from './registry.ts';
export type {ExecResult, FinishedRun, ParsedCommand, RunHost, RunRequest} from './run-protocol.ts';
export type {CallScope, PseudoTerminalHost, PseudoTerminalHostOptions, PseudoTerminalOptions, Replay};

/** What a program of your own calls to be a runner: see {@link PseudoTerminalHostOptions.program}. */
export async function serveRunner(options: PseudoTerminalOptions): Promise<void> {
  const room = await import('./runner/serve-runner.ts');
  room.serveRunner(options);
}

/** Runs command lines in restricted processes and records them. Loads on first use. */
export async function openPseudoTerminalHost(options: PseudoTerminalHostOptions): Promise<PseudoTerminalHost> {
  const room = await import('./host/pseudo-terminal-host.ts');
  return new room.PseudoTerminalHost(options);
}
