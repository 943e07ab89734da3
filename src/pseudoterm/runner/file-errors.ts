import type {Stats} from 'node:fs';
import type {FileFacts} from '../command.ts';
import {isPseudoError, PseudoError} from '../pseudo-error.ts';

export function kindOf(facts: Stats): FileFacts['kind'] {
  if (facts.isFile()) return 'file';
  if (facts.isDirectory()) return 'directory';
  return facts.isSymbolicLink() ? 'link' : 'other';
}

/** For what cannot be read or written as a file. */
export function notAFile(path: string, isDirectory: boolean): PseudoError {
  if (isDirectory) return new PseudoError('CommandFailed', `${path} is a folder.`);
  return new PseudoError('PathDenied', `${path} is a device, a pipe or a socket.`);
}

/** The system's refusals in the words of the protocol. */
export function toPseudoError(error: unknown, path: string): PseudoError {
  if (isPseudoError(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
      return new PseudoError('CommandFailed', `There is no ${path}.`);
    case 'ENOTDIR':
      return new PseudoError('CommandFailed', `${path} is not a folder, or goes through a file.`);
    case 'EISDIR':
      return new PseudoError('CommandFailed', `${path} is a folder.`);
    case 'EEXIST':
      return new PseudoError('CommandFailed', `${path} exists; --overwrite replaces it.`);
    case 'ENAMETOOLONG':
      return new PseudoError('InvalidArguments', 'The path is too long.');
    case 'ENOSPC':
    case 'EDQUOT':
      return new PseudoError('CommandFailed', `The disk is full; ${path} was not written.`);
    case 'ELOOP':
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ERR_ACCESS_DENIED':
      return new PseudoError('PathDenied', `${path} may not be used.`);
    default:
      return new PseudoError('CommandFailed', `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
