/** Our own failures. Outcomes (a failed command, a timeout, a denial) are values, never errors. */

export type CottyErrorCode =
  | 'invalid_argument'
  | 'unknown_session'
  | 'unknown_command'
  | 'unknown_tool'
  | 'session_closed'
  | 'session_busy'
  | 'input_held'
  | 'invalid_pattern'
  | 'not_supported'
  | 'denied'
  | 'home_unwritable'
  | 'disk_full'
  | 'pty_exhausted'
  | 'shell_missing'
  | 'spawn_failed'
  | 'too_large'
  | 'log_damaged'
  | 'server_unavailable'
  | 'version_mismatch'
  | 'protocol_error'
  | 'cancelled'
  | 'internal';

/** How a `CottyError` travels between processes. */
export interface ErrorShape {
  readonly code: CottyErrorCode;
  readonly message: string;
  /** What to do next, as a sentence. */
  readonly hint: string;
}

/** The one error cotty throws. Test it with {@link isCottyError}, never `instanceof`: errors cross processes. */
export class CottyError extends Error {
  override readonly name = 'CottyError';
  readonly code: CottyErrorCode;
  readonly hint: string;

  constructor(code: CottyErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }

  toJSON(): ErrorShape {
    return {code: this.code, message: this.message, hint: this.hint};
  }

  /** Rebuilds an error that came from another process. */
  static from(shape: ErrorShape): CottyError {
    return new CottyError(shape.code, shape.message, shape.hint);
  }
}

/** True for a `CottyError` from any copy of this module, optionally of one code. */
export function isCottyError(error: unknown, code?: CottyErrorCode): error is CottyError {
  if (!(error instanceof Error) || error.name !== 'CottyError' || !('code' in error)) return false;
  return code === undefined || error.code === code;
}

/**
 * Turns whatever was thrown into a `CottyError`, with the original as cause. A full disk is `disk_full` wherever it is met;
 * other foreign errors become `internal`.
 */
export function asCottyError(error: unknown): CottyError {
  if (isCottyError(error)) return error;
  if (error instanceof Error && error.name === 'AbortError') return cancelledCall(error);
  const message = error instanceof Error ? error.message : String(error);
  if (isDiskFull(error))
    return new CottyError('disk_full', `No space left on the disk: ${message}.`, 'Free some space, then try again.', {
      cause: error,
    });
  return new CottyError(
    'internal',
    message,
    'This is a fault in cotty; please report it with the steps that led here.',
    {
      cause: error,
    },
  );
}

/** Whoever called wants no answer any more. `cause` is why, where that is known. */
export function cancelledCall(cause?: unknown): CottyError {
  return new CottyError('cancelled', 'The call was cancelled.', 'Call again when you still want the result.', {cause});
}

/** True for what the system says when a disk or a person's share of it is full (errno 28 and 122 on Linux). */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
