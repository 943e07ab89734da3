import {expect, test} from 'vitest';
import {DetachKeys} from './detach-keys.ts';

/** What reaches the session, and whether the person left, after typing the pieces one after the other. */
function typing(...pieces: readonly string[]): {typed: string; detach: boolean} {
  const keys = new DetachKeys();
  const results = pieces.map(piece => keys.push(Buffer.from(piece)));
  return {
    typed: Buffer.concat(results.map(result => result.typed)).toString(),
    detach: results.some(result => result.detach),
  };
}

test('Ctrl-] d leaves, also when it arrives in two pieces', () => {
  expect(typing('ls\r\x1dd')).toEqual({typed: 'ls\r', detach: true});
  expect(typing('\x1d', 'd')).toEqual({typed: '', detach: true});
});

test('a d alone is typed', () => {
  expect(typing('d')).toEqual({typed: 'd', detach: false});
});

test('Ctrl-] Ctrl-] types one Ctrl-]', () => {
  expect(typing('\x1d\x1d')).toEqual({typed: '\x1d', detach: false});
});

test('Ctrl-] before another key is typed with it', () => {
  expect(typing('\x1dx')).toEqual({typed: '\x1dx', detach: false});
});

test('what comes after leaving is not typed', () => {
  expect(typing('a\x1ddrm -rf\r')).toEqual({typed: 'a', detach: true});
});
