import type {FileAccess} from '../command.ts';
import {decodeText} from '../decode-text.ts';
import type {FileOperation, ReadReply} from './file-operations.ts';

/** Largest file that is opened at all. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Some lines of a text file. A negative offset counts from the end. Throws `NotSupported` for binary files. */
export async function readLines(
  {path, offsetLines, limitLines, maxBytes}: Extract<FileOperation, {type: 'read'}>,
  files: FileAccess,
): Promise<ReadReply> {
  const bytes = await files.read(path, {maxBytes: MOST_BYTES});
  const {text, encoding} = decodeText(bytes);
  const lines = text === '' ? [] : text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const first = offsetLines < 0 ? Math.max(0, lines.length + offsetLines) : Math.min(offsetLines, lines.length);
  const chosen = lines.slice(first, first + limitLines);
  const part = wholeLinesOf(chosen, maxBytes);
  const facts = await files.stat(path);
  return {
    type: 'read',
    path: facts?.path ?? path,
    text: part.text,
    encoding,
    firstLine: part.count === 0 ? 0 : first + 1,
    lines: part.count,
    totalLines: lines.length,
    sizeBytes: bytes.length,
    truncated: part.isCut || first + chosen.length < lines.length,
  };
}

/** As many whole lines as fit; of a single line that does not, its beginning. */
function wholeLinesOf(lines: readonly string[], maxBytes: number): {text: string; count: number; isCut: boolean} {
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const [i, line] of lines.entries()) {
    bytes += encoder.encode(line).length + 1;
    if (bytes <= maxBytes) continue;
    if (i > 0) return {text: lines.slice(0, i).join('\n'), count: i, isCut: true};
    const start = encoder.encode(line).subarray(0, maxBytes);
    return {text: new TextDecoder().decode(start).replace(/\ufffd$/, ''), count: 1, isCut: true};
  }
  return {text: lines.join('\n'), count: lines.length, isCut: false};
}
