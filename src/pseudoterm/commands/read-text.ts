import type {FileAccess} from '../command.ts';
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

function decodeText(bytes: Uint8Array): {readonly text: string; readonly encoding: string} {
  for (const [encoding, mark] of [
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ] as const) {
    if (mark.every((byte, i) => bytes[i] === byte)) return {text: new TextDecoder(encoding).decode(bytes), encoding};
  }
  try {
    return {text: new TextDecoder('utf-8', {fatal: true}).decode(bytes), encoding: 'utf-8'};
  } catch {
    if (bytes.subarray(0, 8192).includes(0))
      throw new PseudoError('NotSupported', 'This is a binary file, not text.', {platform: 'any', format: 'binary'});
    return {text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252'};
  }
}
