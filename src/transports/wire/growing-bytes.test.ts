import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {needsLinux} from '../../../test/support/needs.ts';
import {GrowingBytes} from './growing-bytes.ts';

test('what was appended comes out whole, and the next piece is the first again', () => {
  const bytes = new GrowingBytes(1_000_000);
  for (const piece of ['one ', 'x'.repeat(200_000), ' two']) bytes.append(Buffer.from(piece));
  expect(bytes.take().toString()).toBe(`one ${'x'.repeat(200_000)} two`);
  bytes.append(Buffer.from('new'));
  expect(bytes.take().toString()).toBe('new');
  expect(bytes.take()).toHaveLength(0);
});

test('its ends are copies of no more than was asked for', () => {
  const bytes = new GrowingBytes(100);
  bytes.append(Buffer.from('abcdef'));
  expect(bytes.takeEnds(2)).toEqual({head: Buffer.from('ab'), tail: Buffer.from('ef')});
  bytes.append(Buffer.from('abc'));
  expect(bytes.takeEnds(9)).toEqual({head: Buffer.from('abc'), tail: Buffer.from('abc')});
});

test('more than the limit is refused', () => {
  const bytes = new GrowingBytes(10);
  bytes.append(Buffer.from('12345678'));
  expect(() => bytes.append(Buffer.from('901'))).toThrow(RangeError);
});

test('memory is back as soon as the bytes are taken', async () => {
  needsLinux();
  const bytes = new GrowingBytes(256 * 1024 * 1024);
  const before = await residentBytes();
  const piece = Buffer.alloc(64 * 1024, 'x');
  for (let size = 0; size < 200 * 1024 * 1024; size += piece.length) bytes.append(piece);
  expect((await residentBytes()) - before).toBeGreaterThan(190 * 1024 * 1024);
  bytes.takeEnds(1024);
  expect((await residentBytes()) - before).toBeLessThan(20 * 1024 * 1024);
});

async function residentBytes(): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
