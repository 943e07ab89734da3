import type {FileAccess} from '../command.ts';
import {isPseudoError} from '../pseudo-error.ts';
import {questionAbout} from './confirmation.ts';
import {editFile} from './edit-file.ts';
import type {FileOperation, FileReply} from './file-operations.ts';
import {globFiles} from './glob-files.ts';
import {grepFiles} from './grep-files.ts';
import {listFiles} from './list-files.ts';
import {readLines} from './read-lines.ts';
import {writeFile} from './write-file.ts';

export interface FileOperationContext {
  readonly signal: AbortSignal;
  /** The question that the caller has said yes to. */
  readonly answered: string | null;
}

/** Never rejects: a refusal is a reply. */
export async function runFileOperation(
  operation: FileOperation,
  files: FileAccess,
  context: FileOperationContext,
): Promise<FileReply> {
  try {
    return await perform(operation, files, context);
  } catch (error) {
    if (isPseudoError(error)) return {type: 'refused', code: error.code, message: error.message};
    return {type: 'refused', code: 'CommandFailed', message: error instanceof Error ? error.message : String(error)};
  }
}

async function perform(
  operation: FileOperation,
  files: FileAccess,
  {signal, answered}: FileOperationContext,
): Promise<FileReply> {
  switch (operation.type) {
    case 'read':
      return await readLines(operation, files);
    case 'write':
      return await writeFile(operation, files, answered);
    case 'edit':
      return await editFile(operation, files, answered);
    case 'list':
      return await listFiles(operation, files, signal);
    case 'make_directory': {
      const {path} = operation;
      const before = await files.stat(path);
      const question = await questionAbout([{path, content: null}], files);
      if (question && question.id !== answered)
        return {type: 'needs_confirmation', path, change: question.about.join(), question: question.id};
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
