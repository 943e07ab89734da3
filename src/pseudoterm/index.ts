/** The pseudo-terminal: command lines with nothing behind them but code that ships with cotty. */
import type {CallScope, PseudoTerminalHost, PseudoTerminalHostOptions, Replay} from './host/pseudo-terminal-host.ts';
import type {PseudoTerminalOptions} from './registry.ts';

export {type AnyBuiltin, defineBuiltin} from './command.ts';
export type {FileOperation, FileReply} from './files/file-operations.ts';
export {quoteWord} from './protocol/quote-word.ts';
export {PseudoError} from './pseudo-error.ts';
export {createPseudoTerminal, type PseudoTerminal} from './registry.ts';
export type {ExecResult, RunRequest} from './run-protocol.ts';
export type {CallScope, PseudoTerminalHost, PseudoTerminalHostOptions, Replay};

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
