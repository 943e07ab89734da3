import {readFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {looksBinary} from './looks-binary.ts';

/** A fixed sequence of bytes that looks random. */
function noise(length: number): Uint8Array {
  let state = 12345;
  return Uint8Array.from({length}, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

test.each<[string, Uint8Array]>([
  ['nothing', Buffer.alloc(0)],
  ['plain text', Buffer.from('hello\r\n'.repeat(100))],
  ['coloured text', Buffer.from('\x1b[31mred\x1b[0m \x1b]0;t\x07\b\r\n'.repeat(100))],
  ['any script', Buffer.from('日本語 Ελληνικά 👩‍💻\r\n'.repeat(5000))],
  ['NUL-separated names', Buffer.from('./a.txt\0./b/c.txt\0'.repeat(100))],
  ['Latin-1', Buffer.from("L'été à la plage, où l'on dîne\r\n".repeat(50), 'latin1')],
])('D64 %s is text', (_, bytes) => expect(looksBinary(bytes)).toBe(false));

test.each<[string, Uint8Array]>([
  ['an executable', readFileSync(process.execPath).subarray(0, 1_000_000)],
  ['random bytes', noise(10_000)],
  ['a compressed file', gzipSync(noise(50_000))],
  ['UTF-16', Buffer.from('hello world\r\n'.repeat(100), 'utf16le')],
  ['text that turns binary', Buffer.concat([Buffer.from('text\n'.repeat(20_000)), noise(100_000)])],
])('D64 %s is binary', (_, bytes) => expect(looksBinary(bytes)).toBe(true));
