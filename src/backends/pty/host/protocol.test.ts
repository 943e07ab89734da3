import fc from 'fast-check';
import {expect, test} from 'vitest';
import {logCursor} from '../../../core/index.ts';
import {encodeFrame, encodeHello, FrameReader, type HostHead, PROTOCOL, parseHello} from './protocol.ts';

test('frames survive being cut anywhere', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({maxLength: 300}), {maxLength: 8}),
      fc.array(fc.integer({min: 1, max: 50}), {minLength: 1}),
      (bodies, cuts) => {
        const hello = {protocol: PROTOCOL, packageVersion: '1.2.3', pid: 77, sessions: 4, retire: true};
        const frames = bodies.map((body, index) => encodeFrame(noticeOf(index, body.length), body));
        const stream = Buffer.concat([Buffer.from(encodeHello(hello)), ...frames]);
        const reader = new FrameReader<HostHead>();
        const seen: unknown[] = [];
        for (let at = 0, cut = 0; at < stream.length; cut++) {
          const length = cuts[cut % cuts.length] ?? 1;
          for (const {head, body} of reader.push(stream.subarray(at, at + length)))
            seen.push([head, Uint8Array.from(body)]);
          at += length;
        }
        expect(reader.hello).toEqual(hello);
        expect(seen).toEqual(bodies.map((body, index) => [noticeOf(index, body.length), body]));
      },
    ),
    {numRuns: 200},
  );
});

function noticeOf(subscription: number, length: number): HostHead {
  const notice = {type: 'output', offset: logCursor(7), length, lines: 0, bytes: null} as const;
  return {type: 'notice', subscription, notice, hasBody: true};
}

test.each(['', 'HTTP/1.1 200 OK', 'cotty-host/x 1.0.0', 'cotty-host/1', 'cotty-host/1 1.0.0 loose'])(
  '%j is no header of ours',
  line => expect(parseHello(line)).toBeUndefined(),
);

test('parameters of a later version are passed over', () => {
  expect(parseHello('cotty-host/1 1.0.0 colour=blue sessions=3')).toEqual({
    protocol: 1,
    packageVersion: '1.0.0',
    pid: 0,
    sessions: 3,
    retire: false,
  });
});

test.each([
  ["another program's greeting", Buffer.from('HTTP/1.1 400 Bad Request\r\n')],
  ['an endless first line', Buffer.alloc(2000, 'x')],
  ['a frame of an impossible size', Buffer.concat([Buffer.from('cotty-host/1 1.0.0\n'), Buffer.alloc(8, 0xff)])],
])('%s is a protocol error', (_, bytes) => {
  const reader = new FrameReader<HostHead>();
  expect(() => reader.push(bytes)).toThrow(expect.objectContaining({code: 'protocol_error'}));
});
