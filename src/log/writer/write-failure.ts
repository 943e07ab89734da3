/** System errors of the log's files as cotty's own, with what to do about them. */
import {CottyError} from '../../core/index.ts';

export function writeFailure(error: unknown, directory: string): CottyError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const options = {cause: error};
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new CottyError(
      'disk_full',
      `The session log in ${directory} cannot grow: the disk or quota is full (${code}).`,
      'Free some space, or lower [session] log_max_mb; the session goes on and the log declares what it missed.',
      options,
    );
  return new CottyError(
    'home_unwritable',
    `The session log in ${directory} cannot be written${code === '' ? '' : ` (${code})`}.`,
    'Make the directory exist and writable for you, or point COTTY_HOME at another one.',
    options,
  );
}
