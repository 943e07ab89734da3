import {judgedLength} from '../../core/index.ts';

/**
 * How many of these bytes can be read by themselves: a character or control sequence that is unfinished at the end waits for
 * its rest (UTF-8; ECMA-48 5.4 and 8.3). All of them when it is longer than any that makes sense.
 */
export function wholeLength(bytes: Uint8Array): number {
  const start = bytes.lastIndexOf(ESC);
  if (start >= 0 && bytes.length - start <= LONGEST_SEQUENCE && !isFinished(bytes.subarray(start))) return start;
  return bytes.length - brokenEnd(bytes);
}

/** The same, without an invisible character at the end that may join what is before it with what follows. */
export function judgedBytes(bytes: Uint8Array): number {
  const whole = wholeLength(bytes);
  const end = bytes.subarray(Math.max(0, whole - LONGEST_ROW), whole);
  const text = Buffer.from(end.buffer, end.byteOffset, end.byteLength).toString('utf8');
  return whole - Buffer.byteLength(text.slice(judgedLength(text)));
}

/** Without half a character at the end. */
export function wholeCharacters(bytes: Uint8Array): number {
  return bytes.length - brokenEnd(bytes);
}

/** In bytes; longer than the characters that decide about each other. */
const LONGEST_ROW = 96;
const ESC = 0x1b;
const BEL = 0x07;
const LONGEST_SEQUENCE = 4096;

/** `sequence` begins with ESC and holds no other. */
function isFinished(sequence: Uint8Array): boolean {
  const [, kind] = sequence;
  if (kind === undefined) return false;
  if (kind === 0x5b) return sequence.subarray(2).some(byte => byte >= 0x40 && byte <= 0x7e);
  if (kind === 0x5d || kind === 0x50 || kind === 0x58 || kind === 0x5e || kind === 0x5f) return sequence.includes(BEL);
  if (kind >= 0x20 && kind <= 0x2f) return sequence.subarray(2).some(byte => byte >= 0x30 && byte <= 0x7e);
  return true;
}

/** Bytes of an unfinished UTF-8 character at the end: at most three. */
function brokenEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}
