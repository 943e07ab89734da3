import fc from 'fast-check';
import {expect, test} from 'vitest';
import {countLineFeeds} from './index.ts';

test('line feeds are counted in any range at any alignment', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0x0a, 0x0b, 0x8a, 0x00, 0xff, 0x61)),
      fc.nat(9),
      fc.nat(9),
      (values, skip, cut) => {
        const bytes = new Uint8Array(values).subarray(Math.min(skip, values.length));
        const to = Math.max(0, bytes.length - cut);
        expect(countLineFeeds(bytes, 0, to)).toBe(bytes.subarray(0, to).filter(byte => byte === 0x0a).length);
        const from = Math.min(3, bytes.length);
        expect(countLineFeeds(bytes, from)).toBe(bytes.subarray(from).filter(byte => byte === 0x0a).length);
      },
    ),
  );
});
