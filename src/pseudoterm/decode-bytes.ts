/**
 * As `TextDecoder` does it in one go, which before Node.js 23 reads Windows-1252 as Latin-1; decoding a stream is right
 * everywhere. Throws a `RangeError` for a label that is none.
 */
export function decodeBytes(bytes: Uint8Array, label: string): string {
  const decoder = new TextDecoder(label);
  return decoder.decode(bytes, {stream: true}) + decoder.decode();
}
