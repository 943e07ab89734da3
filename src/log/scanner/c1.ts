/** 8-bit C1 controls in a stream that is usually UTF-8: a byte is a control only where no UTF-8 sequence claims it. */
import {isUtf8} from 'node:buffer';

/** The last bytes of the stream before a chunk, newest last. */
export type StreamTail = readonly [number, number, number];

/** True when `bytes[at]` continues a UTF-8 sequence begun up to three bytes before, perhaps in the chunk before. */
export function isContinuation(bytes: Uint8Array, at: number, tail: StreamTail): boolean {
  for (let distance = 1; distance <= 3; distance++) {
    const before = at - distance;
    const byte = before >= 0 ? bytes[before] : tail[3 + before];
    if (byte === undefined || byte < 0x80) return false;
    if (byte >= 0xc0) return sequenceLength(byte) > distance;
  }
  return false;
}

/** Index of the first C1 control that begins something, from `from` on; the chunk's length when there is none. */
export function findIntroducer(bytes: Uint8Array, from: number, tail: StreamTail): number {
  for (let i = from; i < bytes.length; i++) if (isIntroducer(bytes[i]) && !isContinuation(bytes, i, tail)) return i;
  return bytes.length;
}

/** Valid UTF-8 but for sequences that the chunk's ends cut: then no C1 control can be in it. Much faster than looking. */
export function isCleanUtf8(bytes: Uint8Array, tail: StreamTail): boolean {
  let start = 0;
  while (start < Math.min(3, bytes.length) && (bytes[start] ?? 0) >> 6 === 2 && isContinuation(bytes, start, tail))
    start++;
  let end = bytes.length;
  for (let distance = 1; distance <= 3 && bytes.length - distance >= start; distance++) {
    const byte = bytes[bytes.length - distance] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    if (sequenceLength(byte) > distance) end = bytes.length - distance;
    break;
  }
  return isUtf8(bytes.subarray(start, end));
}

/** The last three bytes of the stream after this chunk. */
export function nextTail(bytes: Uint8Array, tail: StreamTail): StreamTail {
  const n = bytes.length;
  const byteBack = (distance: number) => (n >= distance ? bytes[n - distance] : tail[3 - distance + n]) ?? 0;
  return [byteBack(3), byteBack(2), byteBack(1)];
}

/** DCS, SOS, CSI, OSC, PM, APC. */
function isIntroducer(byte: number | undefined): boolean {
  return byte === 0x9b || byte === 0x9d || byte === 0x90 || byte === 0x98 || byte === 0x9e || byte === 0x9f;
}

function sequenceLength(lead: number): number {
  if (lead < 0xc2) return 1;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 1;
}
