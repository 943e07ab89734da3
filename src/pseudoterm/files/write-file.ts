import type {FileAccess} from '../command.ts';
import type {FileOperation, FileReply} from './file-operations.ts';
import {needsConfirmation} from './needs-confirmation.ts';

/** Makes a file. Replacing one that has other content needs the caller's word. */
export async function writeFile(
  {path, content, confirmed}: Extract<FileOperation, {type: 'write'}>,
  files: FileAccess,
): Promise<FileReply> {
  const before = await files.stat(path);
  const bytes = new TextEncoder().encode(content);
  if (before?.kind === 'file' && (await isSame(files, path, before.sizeBytes, bytes)))
    return {type: 'wrote', path: before.path, sizeBytes: bytes.length, created: false, replacements: 0};
  if (before && !confirmed)
    return {
      type: 'needs_confirmation',
      path: before.path,
      change: `replaces ${before.path} (${before.sizeBytes} bytes) with ${bytes.length} bytes`,
    };
  if (!confirmed && needsConfirmation(path))
    return {type: 'needs_confirmation', path, change: `makes ${path}, which programs obey without asking`};
  const after = await files.write(path, bytes, {overwrite: before !== null});
  return {type: 'wrote', path: after.path, sizeBytes: after.sizeBytes, created: before === null, replacements: 0};
}

async function isSame(files: FileAccess, path: string, sizeBytes: number, bytes: Uint8Array): Promise<boolean> {
  if (sizeBytes !== bytes.length) return false;
  const present = await files.read(path);
  return present.length === bytes.length && present.every((byte, i) => byte === bytes[i]);
}
