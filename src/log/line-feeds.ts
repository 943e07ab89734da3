/** Counts line feeds (0x0a) in `bytes[from, to)`, four bytes at a time: it runs over every byte a session prints. */
export function countLineFeeds(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let count = 0;
  let i = from;
  while (i < to && ((bytes.byteOffset + i) & 3) !== 0) if (bytes[i++] === 0x0a) count++;
  if (i >= to) return count;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + i, (to - i) >> 2);
  for (let k = 0; k < words.length; k++) {
    // A byte of `x` is zero exactly where the stream has a line feed; the well-known exact zero-byte test follows.
    const x = (words[k] ?? 0) ^ 0x0a0a0a0a;
    const zeros = ~(((x & 0x7f7f7f7f) + 0x7f7f7f7f) | x | 0x7f7f7f7f);
    if (zeros !== 0) count += ((zeros >>> 7) & 1) + ((zeros >>> 15) & 1) + ((zeros >>> 23) & 1) + (zeros >>> 31);
  }
  for (i += words.length * 4; i < to; i++) if (bytes[i] === 0x0a) count++;
  return count;
}
