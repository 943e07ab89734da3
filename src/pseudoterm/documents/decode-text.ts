import {decodeBytes} from '../decode-bytes.ts';
import {cyrillicEncoding, eastAsianEncoding} from './guess-encoding.ts';

/**
 * Bytes to text: byte order mark, else the declared encoding, else UTF-8 when it is valid, else UTF-16 by its zeros,
 * else an East Asian or Cyrillic encoding or Windows-1252, whichever reads as real text. Returns the encoding's WHATWG name.
 */
export function decodeText(bytes: Uint8Array, declared?: string): {readonly text: string; readonly encoding: string} {
  const marked = encodingByMark(bytes);
  if (marked) return decodeAs(bytes, marked);
  const known = declared === undefined ? undefined : knownEncoding(declared);
  if (known && known !== 'utf-8') return decodeAs(bytes, known);
  const utf8 = tryDecode(bytes, 'utf-8');
  if (utf8 !== undefined && !looksLikeUtf16(bytes)) return {text: utf8, encoding: 'utf-8'};
  const utf16 = looksLikeUtf16(bytes);
  if (utf16) return decodeAs(bytes, utf16);
  return decodeAs(bytes, eastAsianEncoding(bytes) ?? cyrillicEncoding(bytes) ?? 'windows-1252');
}

/** True when the bytes hold what no text has. */
export function isBinary(bytes: Uint8Array): boolean {
  if (encodingByMark(bytes) || looksLikeUtf16(bytes)) return false;
  const head = bytes.subarray(0, 8192);
  let odd = 0;
  for (const byte of head) {
    if (byte === 0) return true;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) odd++;
  }
  return odd > head.byteLength / 50;
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function decodeAs(bytes: Uint8Array, encoding: string): {text: string; encoding: string} {
  return {text: decodeBytes(bytes, encoding), encoding};
}

function knownEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, {fatal: true}).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Text in Latin letters has zeros at every second place. */
function looksLikeUtf16(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 2048);
  const pairs = head.byteLength >> 1;
  if (pairs < 2) return undefined;
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < head.byteLength; at += 2) {
    if (head[at] === 0) even++;
    if (head[at + 1] === 0) odd++;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.05) return 'utf-16be';
  return undefined;
}
