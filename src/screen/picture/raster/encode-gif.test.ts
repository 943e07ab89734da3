import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compressLzw} from './compress-lzw.ts';
import {GifEncoder} from './encode-gif.ts';

/** LZW as the specification tells a reader to undo it. */
function uncompressed(bytes: Buffer): number[] {
  const codeBits = bytes[0] ?? 0;
  const data: number[] = [];
  for (let at = 1; bytes[at]; at += 1 + (bytes[at] ?? 0))
    data.push(...bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)));
  const clear = 1 << codeBits;
  let table: number[][] = [];
  let length = codeBits + 1;
  let before: number[] | null = null;
  const out: number[] = [];
  const reset = (): void => {
    table = [...Array.from({length: clear}, (_, index) => [index]), [], []];
    length = codeBits + 1;
    before = null;
  };
  let bit = 0;
  for (;;) {
    let code = 0;
    for (let i = 0; i < length; i++, bit++) code |= (((data[bit >> 3] ?? 0) >> (bit & 7)) & 1) << i;
    if (code === clear + 1) return out;
    if (code === clear) {
      reset();
      continue;
    }
    const last: number[] | null = before;
    const entry: number[] = table[code] ?? [...(last ?? []), last?.[0] ?? 0];
    out.push(...entry);
    if (last && table.length < 4096) table.push([...last, entry[0] ?? 0]);
    if (table.length === 1 << length && length < 12) length++;
    before = entry;
  }
}

test('what is compressed comes back, also where all codes are used up', () => {
  const picture = fc.integer({min: 1, max: 8}).chain(bits =>
    fc.record({
      bits: fc.constant(bits),
      indices: fc.uint8Array({min: 0, max: (1 << bits) - 1, minLength: 1, maxLength: 300}),
      times: fc.integer({min: 1, max: 40}),
    }),
  );
  fc.assert(
    fc.property(picture, ({bits, indices, times}) => {
      const all = Uint8Array.from(Array.from({length: times}, () => [...indices]).flat());
      expect(uncompressed(compressLzw({indices: all, bits}))).toEqual([...all]);
    }),
    {numRuns: 150},
  );
  const random = Uint8Array.from({length: 60_000}, (_, at) => (at * 2_654_435_761) >>> 24);
  expect(uncompressed(compressLzw({indices: random, bits: 8}))).toEqual([...random]);
});

test('a picture that follows another has only what differs', () => {
  const encoder = new GifEncoder({width: 100, height: 50});
  const pixels = new Uint32Array(5000).fill(0x112233);
  const first = encoder.add({width: 100, height: 50, pixels}, 1000);
  pixels[20 * 100 + 30] = 0xff0000;
  pixels[21 * 100 + 33] = 0x00ff00;
  const second = encoder.add({width: 100, height: 50, pixels}, 1000);
  const descriptor = Buffer.from(second.subarray(8, 18));
  expect([1, 3, 5, 7].map(at => descriptor.readUInt16LE(at))).toEqual([30, 20, 4, 2]);
  expect(second.length).toBeLessThan(first.length + 10);
});
