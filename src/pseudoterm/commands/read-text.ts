import type {FileAccess} from '../command.ts';
import {decodeText} from '../decode-text.ts';
import {PseudoError} from '../pseudo-error.ts';

interface Source {
  /** A path, `-` for stdin, or undefined for stdin when there is one. */
  readonly path: string | undefined;
  readonly stdin: string | null;
  readonly files: FileAccess;
}

/** Text of a file or of stdin: UTF-8, UTF-16 with a byte order mark, else Windows-1252. Throws `InvalidArguments` without either. */
export async function readText(source: Source): Promise<{readonly text: string; readonly encoding: string}> {
  const bytes = await readBytes(source);
  return typeof bytes === 'string' ? {text: bytes, encoding: 'utf-8'} : decodeText(bytes);
}

/** The bytes of a file, or stdin as UTF-8. */
export async function readInput(source: Source): Promise<Uint8Array> {
  const bytes = await readBytes(source);
  return typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
}

async function readBytes({path, stdin, files}: Source): Promise<Uint8Array | string> {
  if (path !== undefined && path !== '-') return await files.read(path);
  if (stdin !== null) return stdin;
  throw new PseudoError('InvalidArguments', 'Nothing to read: name a file with --in, or give stdin.');
}
