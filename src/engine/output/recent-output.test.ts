import fc from 'fast-check';
import {expect, test} from 'vitest';
import {logCursor} from '../../core/index.ts';
import {RecentOutput} from './recent-output.ts';

const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString();
const at = logCursor;

test('what was pushed last is there, whatever the sizes of the pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({max: 90_000}), {maxLength: 12}), sizes => {
      const stream = Buffer.alloc(sizes.reduce((sum, size) => sum + size, 0));
      for (let index = 0; index < stream.length; index++) stream[index] = (index * 31) % 251;
      const recent = new RecentOutput();
      let end = 0;
      for (const size of sizes) {
        recent.push(at(end), stream.subarray(end, end + size), size);
        end += size;
      }
      expect(recent.end).toBe(end);
      const from = Math.max(0, end - 64 * 1024);
      expect(recent.oldest).toBeLessThanOrEqual(from);
      expect(text(recent.slice(at(from), at(end)))).toBe(stream.subarray(from).toString());
      expect(recent.slice(at(recent.oldest), at(end))).toEqual(new Uint8Array(stream.subarray(recent.oldest)));
    }),
    {numRuns: 60},
  );
});

test('what is no longer or not yet there is null; nothing is nothing', () => {
  const recent = new RecentOutput();
  recent.push(at(100), Buffer.from('abc'), 3);
  expect(recent.slice(at(99), at(102))).toBeNull();
  expect(recent.slice(at(101), at(104))).toBeNull();
  expect(text(recent.slice(at(101), at(103)))).toBe('bc');
  expect(text(recent.slice(at(500), at(500)))).toBe('');
});

test('unknown bytes leave nothing behind but the place where the stream is', () => {
  const recent = new RecentOutput();
  recent.push(at(0), Buffer.from('abc'), 3);
  recent.push(at(3), null, 1000);
  expect([recent.oldest, recent.end]).toEqual([1003, 1003]);
  recent.push(at(1003), Buffer.from('Continue? '), 10);
  expect(text(recent.slice(at(1003), at(1013)))).toBe('Continue? ');
});

test('pieces that come twice or overlap what is there change nothing', () => {
  const recent = new RecentOutput();
  recent.push(at(0), Buffer.from('abcdef'), 6);
  recent.push(at(0), Buffer.from('abc'), 3);
  recent.push(at(4), Buffer.from('efgh'), 4);
  expect(text(recent.slice(at(0), at(8)))).toBe('abcdefgh');
});

test('bytes read from the log join those that came meanwhile', () => {
  const recent = new RecentOutput();
  recent.push(at(0), null, 100);
  recent.push(at(100), Buffer.from('new'), 3);
  recent.prepend(at(97), Buffer.from('oldne'));
  expect(text(recent.slice(at(97), at(103)))).toBe('oldnew');
  recent.prepend(at(10), Buffer.from('too far away'));
  expect(recent.oldest).toBe(97);
});

test('a caller may use its buffer again', () => {
  const recent = new RecentOutput();
  const buffer = Buffer.from('abc');
  recent.push(at(0), buffer, 3);
  buffer.fill(0);
  expect(text(recent.slice(at(0), at(3)))).toBe('abc');
});
