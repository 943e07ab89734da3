/** A few lines of output that tell their own number. */
export function numberedLines(index: number): Uint8Array {
  const line = `${index} `.repeat(1 + (index % 50));
  return new Uint8Array(Buffer.from(`${line}\n`, 'latin1'));
}
