import {PseudoError} from '../pseudo-error.ts';

/** The file is not what its format demands: cut off, overwritten, or never of that format. */
export function damaged(format: string, what: string, cause?: unknown): PseudoError {
  return new PseudoError(
    'CommandFailed',
    `Not a readable ${format} file: ${what}.`,
    {format},
    cause === undefined ? undefined : {cause},
  );
}

/** Nothing here reads that kind of file; `advice` says what would help. */
export function unsupported(format: string, what: string, advice: string): PseudoError {
  return new PseudoError('NotSupported', `${what} ${advice}`, {platform: 'any', format});
}

/** The file is locked with a password or by rights management. */
export function encrypted(format: string): PseudoError {
  return unsupported(format, `This ${format} file is encrypted.`, 'Save a copy without a password and try that.');
}
