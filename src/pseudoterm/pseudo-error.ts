import type {JsonObject} from './command.ts';

/** Why a run was refused or ended; the words of the protocol. */
export type PseudoErrorCode =
  | 'MultipleCommands'
  | 'ShellSyntax'
  | 'UnknownCommand'
  | 'InvalidArguments'
  | 'Timeout'
  | 'LimitExceeded'
  | 'NotSupported'
  | 'NeedsConfirmation'
  | 'PathDenied'
  | 'CommandFailed';

/**
 * How a builtin or the protocol says no. The message goes to stderr, `details` become `result`, e.g.
 * `new PseudoError('NotSupported', '…', {platform: 'any', format: 'doc'})`.
 */
export class PseudoError extends Error {
  override readonly name = 'PseudoError';
  readonly code: PseudoErrorCode;
  readonly details: JsonObject | null;

  constructor(code: PseudoErrorCode, message: string, details: JsonObject | null = null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/** By name and not by class: errors may come from another copy of this module. */
export function isPseudoError(error: unknown): error is PseudoError {
  return error instanceof Error && error.name === 'PseudoError' && 'code' in error && 'details' in error;
}

/** Exit code of a run that ended with this error, as a shell would give it. */
export const exitCodeOf: Readonly<Record<PseudoErrorCode, number>> = {
  CommandFailed: 1,
  InvalidArguments: 2,
  MultipleCommands: 2,
  ShellSyntax: 2,
  NotSupported: 3,
  NeedsConfirmation: 4,
  Timeout: 124,
  LimitExceeded: 125,
  PathDenied: 126,
  UnknownCommand: 127,
};
