/** Cuts an unfinished UTF-8 character off the end, as a slice of a longer stream may have one. */
export function withoutBrokenEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needs > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/**
 * Begins a slice of a longer stream where reading makes sense: after a full-screen stretch that it starts in, after the
 * first line end; or, on one endless line, after the rest of a sequence or character.
 */
export function withoutBrokenStart(bytes: Uint8Array): Uint8Array {
  const rest = afterAlternateScreen(bytes);
  const line = rest.indexOf(LF) + 1;
  if (line > 0 && line < rest.length) return rest.subarray(line);
  const beginning = Buffer.from(rest.subarray(0, LOOK)).toString('latin1');
  const sequence = STRING_REST.exec(beginning)?.[0] ?? CSI_REST.exec(beginning)?.[0] ?? '';
  let start = sequence.length;
  while (start < rest.length && ((rest[start] ?? 0) & 0xc0) === 0x80) start++;
  return rest.subarray(start);
}

const LF = 0x0a;
const LOOK = 4096;
/** The end of an OSC or DCS: text up to BEL or ST with no other sequence before. */
const STRING_REST = /^[^\x07\x1b\n]*(?:\x07|\x1b\\)/;
/** Parameters and final of a CSI. A plain word does not look like it: at least one parameter character is needed. */
const CSI_REST = /^(?:\[[\d;:?]*|[\d;:?]+)[A-Za-z@`~]/;
const SWITCH = /\x1b\[\?(?:47|1047|1049)([hl])/;

/** A stream whose first switch leaves the alternate screen was on it before. */
function afterAlternateScreen(bytes: Uint8Array): Uint8Array {
  const found = SWITCH.exec(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
  return found?.[1] === 'l' ? bytes.subarray(found.index + found[0].length) : bytes;
}
