import type {FileAccess} from '../command.ts';
import {questionAbout} from './confirmation.ts';
import type {FileOperation, FileReply} from './file-operations.ts';

/** Makes a file. Replacing one that has other content needs the caller's word, which `answered` is. */
export async function writeFile(
  {path, content}: Extract<FileOperation, {type: 'write'}>,
  files: FileAccess,
  answered: string | null,
): Promise<FileReply> {
  const before = await files.stat(path);
  const bytes = new TextEncoder().encode(content);
  if (before?.kind === 'file' && (await isSame(files, path, before.sizeBytes, bytes)))
    return {type: 'wrote', path: before.path, sizeBytes: bytes.length, created: false, replacements: 0};
  const question = await questionAbout([{path, content: bytes}], files);
  if (question && question.id !== answered)
    return {
      type: 'needs_confirmation',
      path: before?.path ?? path,
      change: question.about.join(),
      question: question.id,
    };
  const after = await files.write(path, bytes, {overwrite: before !== null});
  return {type: 'wrote', path: after.path, sizeBytes: after.sizeBytes, created: before === null, replacements: 0};
}

async function isSame(files: FileAccess, path: string, sizeBytes: number, bytes: Uint8Array): Promise<boolean> {
  if (sizeBytes !== bytes.length) return false;
  const present = await files.read(path);
  return present.length === bytes.length && present.every((byte, i) => byte === bytes[i]);
}
