import type {FileAccess} from '../command.ts';
import {isPseudoError} from '../pseudo-error.ts';
import {editFile} from './edit-file.ts';
import type {FileOperation, FileReply} from './file-operations.ts';
import {globFiles} from './glob-files.ts';
import {grepFiles} from './grep-files.ts';
import {listFiles} from './list-files.ts';
import {needsConfirmation} from './needs-confirmation.ts';
import {readLines} from './read-lines.ts';
import {writeFile} from './write-file.ts';

/** Never rejects: a refusal is a reply. */
export async function runFileOperation(
  operation: FileOperation,
  files: FileAccess,
  signal: AbortSignal,
): Promise<FileReply> {
  try {
    return await perform(operation, files, signal);
  } catch (error) {
    if (isPseudoError(error)) return {type: 'refused', code: error.code, message: error.message};
    return {type: 'refused', code: 'CommandFailed', message: error instanceof Error ? error.message : String(error)};
  }
}

async function perform(operation: FileOperation, files: FileAccess, signal: AbortSignal): Promise<FileReply> {
  switch (operation.type) {
    case 'read':
      return await readLines(operation, files);
    case 'write':
      return await writeFile(operation, files);
    case 'edit':
      return await editFile(operation, files);
    case 'list':
      return await listFiles(operation, files, signal);
    case 'make_directory': {
      const {path, confirmed} = operation;
      const before = await files.stat(path);
      if (!before && !confirmed && needsConfirmation(path))
        return {
          type: 'needs_confirmation',
          path,
          change: `makes ${path}, a place from which programs are started or configured`,
        };
      await files.makeDirectory(path);
      return {type: 'made', path: (await files.stat(path))?.path ?? path, created: before === null};
    }
    case 'grep':
      return await grepFiles(operation, files, signal);
    case 'glob':
      return await globFiles(operation, files, signal);
    default:
      return operation satisfies never;
  }
}
