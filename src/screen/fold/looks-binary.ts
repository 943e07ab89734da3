/** Bytes looked at, at either end. */
const SAMPLE = 16 * 1024;

/**
 * True when output is not meant to be read as text: executables, archives, images, UTF-16, random bytes. Colour, cursor
 * movement, NUL-separated lists, UTF-8 in any language and the odd Latin-1 letter are text.
 */
export function looksBinary(bytes: Uint8Array): boolean {
  if (bytes.length <= 2 * SAMPLE) return sampleLooksBinary(bytes);
  return sampleLooksBinary(bytes.subarray(0, SAMPLE)) || sampleLooksBinary(bytes.subarray(-SAMPLE));
}

function sampleLooksBinary(sample: Uint8Array): boolean {
  if (sample.length === 0) return false;
  let nul = 0;
  let control = 0;
  for (const byte of sample) {
    if (byte === 0) nul++;
    else if (byte < 0x20 && !TERMINAL_CONTROLS.has(byte)) control++;
  }
  // A cut at either end of the sample may break a character: up to three bytes each.
  const broken = Math.max(0, replacements(sample) - 6);
  const share = (count: number): number => count / sample.length;
  return (
    share(nul) > 0.25 ||
    share(control) > 0.05 ||
    share(broken) > 0.4 ||
    (share(nul) > 0.02 && share(broken + control) > 0.01)
  );
}

/** BEL BS TAB LF VT FF CR SO SI ESC */
const TERMINAL_CONTROLS = new Set([0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x1b]);

function replacements(sample: Uint8Array): number {
  let count = 0;
  const text = new TextDecoder().decode(sample);
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) count++;
  return count;
}
