import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type AttachFrame, encodeFrame, FrameReader} from './attach-frames.ts';

const bytes = fc.uint8Array().map(array => Buffer.from(array));
const size = fc.integer({min: 1, max: 1000});
const frame: fc.Arbitrary<AttachFrame> = fc.oneof(
  fc.record({type: fc.constant('open' as const), session: fc.string(), cols: size, rows: size, name: fc.string()}),
  fc.record({type: fc.constant('opened' as const), sessionId: fc.string()}),
  fc.record({type: fc.constant('input' as const), bytes}),
  fc.record({type: fc.constant('resize' as const), cols: size, rows: size}),
  fc.record({type: fc.constant('detach' as const)}),
  fc.record({type: fc.constant('repaint' as const)}),
  fc.record({type: fc.constant('output' as const), bytes}),
  fc.record({type: fc.constant('closed' as const), exit: fc.constantFrom(null, {exitStatus: 1})}),
);

test('frames come out as they went in, however the stream was cut', () => {
  fc.assert(
    fc.property(fc.array(frame, {maxLength: 6}), fc.integer({min: 1, max: 50}), (frames, cut) => {
      const reader = new FrameReader();
      const stream = Buffer.concat(frames.map(encodeFrame));
      const seen: AttachFrame[] = [];
      for (let at = 0; at < stream.length; at += cut) seen.push(...reader.push(stream.subarray(at, at + cut)));
      expect(seen).toEqual(frames);
    }),
  );
});

test('a frame of unknown type is passed over', () => {
  const unknown = Buffer.from([200, 0, 0, 0, 1, 7]);
  expect(new FrameReader().push(Buffer.concat([unknown, encodeFrame({type: 'detach'})]))).toEqual([{type: 'detach'}]);
});

test('a stream that cannot be frames is refused', () => {
  expect(() => new FrameReader().push(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow(RangeError);
});
