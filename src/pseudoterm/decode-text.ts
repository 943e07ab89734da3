import {decodeBytes} from './decode-bytes.ts';
import {PseudoError} from './pseudo-error.ts';

/** UTF-8, UTF-16 with a byte order mark, else Windows-1252; a byte order mark is dropped. `NotSupported` for binary data. */
export function decodeText(bytes: Uint8Array): {readonly text: string; readonly encoding: string} {
  for (const [encoding, mark] of MARKS) {
    if (mark.every((byte, i) => bytes[i] === byte)) return {text: new TextDecoder(encoding).decode(bytes), encoding};
  }
  if (looksBinary(bytes))
    throw new PseudoError('NotSupported', 'This is a binary file, not text.', {platform: 'any', format: 'binary'});
  try {
    return {text: new TextDecoder('utf-8', {fatal: true}).decode(bytes), encoding: 'utf-8'};
  } catch {
    return {text: decodeBytes(bytes, 'windows-1252'), encoding: 'windows-1252'};
  }
}

/** A zero byte near the start, as git and grep judge. */
export function looksBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8192).includes(0);
}

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;
