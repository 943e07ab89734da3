/** The beginning of a text in at most `maxBytes` of UTF-8; ends after a line feed when one is in its second half. */
export function headOf(text: string, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  const bytes = Buffer.from(text.slice(0, maxBytes));
  let end = Math.min(maxBytes, bytes.length);
  while (end > 0 && isContinuation(bytes[end])) end--;
  const line = bytes.lastIndexOf(LF, end - 1) + 1;
  return bytes.toString('utf8', 0, line > end / 2 ? line : end);
}

/** The end of a text in at most `maxBytes` of UTF-8; begins after a line feed when one is in its first half. */
export function tailOf(text: string, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  if (maxBytes <= 0) return '';
  const bytes = Buffer.from(text.slice(-maxBytes));
  let start = Math.max(0, bytes.length - maxBytes);
  while (start < bytes.length && isContinuation(bytes[start])) start++;
  const line = bytes.indexOf(LF, start) + 1;
  return bytes.toString('utf8', line > 0 && line < (start + bytes.length) / 2 ? line : start);
}

const LF = 0x0a;

function fits(text: string, maxBytes: number): boolean {
  return text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
