import type {FileAccess} from '../command.ts';
import {looksBinary} from '../decode-text.ts';
import {PseudoError} from '../pseudo-error.ts';
import {questionAbout} from './confirmation.ts';
import type {FileOperation, FileReply} from './file-operations.ts';

/**
 * Replaces a text that stands exactly once in the file, or everywhere on demand. Throws `CommandFailed` when it is not
 * there or not unique, `NotSupported` when the file is not UTF-8. Files that programs obey need the caller's word, which
 * `answered` is.
 */
export async function editFile(
  {path, oldText, newText, replaceAll}: Extract<FileOperation, {type: 'edit'}>,
  files: FileAccess,
  answered: string | null,
): Promise<FileReply> {
  if (oldText === '') throw new PseudoError('InvalidArguments', 'old_text is empty; make new files with write_file.');
  if (oldText === newText) throw new PseudoError('InvalidArguments', 'old_text and new_text are the same.');
  const text = decodeExactly(await files.read(path), path);
  const found = positions(text, oldText, replaceAll ? oldText.length : 1);
  if (found.length === 0) throw new PseudoError('CommandFailed', absence(text, oldText, path));
  if (found.length > 1 && !replaceAll) {
    const lines = found.slice(0, 10).map(at => lineAt(text, at));
    throw new PseudoError(
      'CommandFailed',
      `old_text stands ${found.length} times in ${path} (lines ${lines.join(', ')}): give more of its surroundings, or replace_all=true.`,
    );
  }
  const content = new TextEncoder().encode(text.split(oldText).join(newText));
  const question = await questionAbout([{path, content}], files, {asksToReplace: false});
  if (question && question.id !== answered)
    return {type: 'needs_confirmation', path, change: question.about.join(), question: question.id};
  const after = await files.write(path, content, {overwrite: true});
  return {type: 'wrote', path: after.path, sizeBytes: after.sizeBytes, created: false, replacements: found.length};
}

/** The byte order mark is kept, since the whole file is written back. */
function decodeExactly(bytes: Uint8Array, path: string): string {
  try {
    if (!looksBinary(bytes)) return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    // Told below.
  }
  throw new PseudoError('NotSupported', `${path} is not UTF-8 text.`, {platform: 'any', format: 'not UTF-8'});
}

/** From the left. A step of 1 finds overlapping ones too; the length of the part finds them as `split` does. */
function positions(text: string, part: string, step: number): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + step)) found.push(at);
  return found;
}

function absence(text: string, oldText: string, path: string): string {
  const start = `old_text does not stand in ${path}`;
  if (text.includes('\r\n') && !oldText.includes('\r') && text.replaceAll('\r\n', '\n').includes(oldText))
    return `${start} as given: the file has CRLF line ends. Write \\r\\n, or run: text normalize --in ${path}`;
  const loose = (part: string) => part.replace(/\s+/g, ' ').trim();
  if (loose(oldText) !== '' && loose(text).includes(loose(oldText)))
    return `${start} exactly: it differs in blanks or line breaks. Read the lines again and copy them.`;
  return `${start}. Read it again, it may have changed.`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
